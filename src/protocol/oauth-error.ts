/**
 * Error codes of the sign-in provider's OAuth routes with their HTTP statuses, the usual one first (RFC 6749 §4.1.2.1 and
 * §5.2, RFC 6750 §3.1, RFC 9449 §5).
 */
export const oauthErrorStatuses = {
  invalid_request: [400],
  invalid_client: [400],
  invalid_scope: [400],
  unsupported_response_type: [400],
  unsupported_grant_type: [400],
  // 409 for a redeemed code: an addition of the interface document to RFC 6749.
  invalid_grant: [400, 409],
  invalid_dpop_proof: [400, 401],
  use_dpop_nonce: [400, 401],
  invalid_token: [401],
  // Userinfo without credentials: the challenge has no error (RFC 6750 §3.1), the body has this code.
  unauthorized: [401],
  access_denied: [403],
  not_found: [404],
  server_error: [500],
  // 429 when one client exceeds its limit, 503 when the service is overloaded.
  temporarily_unavailable: [503, 429],
} as const satisfies Readonly<Record<string, readonly [number, ...number[]]>>;

export type OAuthErrorCode = keyof typeof oauthErrorStatuses;

export type OAuthErrorStatus<Code extends OAuthErrorCode> = (typeof oauthErrorStatuses)[Code][number];

/** Body of an error response (RFC 6749 §5.2). */
export interface OAuthErrorBody {
  readonly error: OAuthErrorCode;
  readonly error_description: string;
}

export function isOAuthErrorCode(code: unknown): code is OAuthErrorCode {
  return typeof code === 'string' && Object.hasOwn(oauthErrorStatuses, code);
}

/** An error of an OAuth route. Its message becomes `error_description`. */
export class OAuthError<Code extends OAuthErrorCode = OAuthErrorCode> extends Error {
  readonly code: Code;
  readonly status: OAuthErrorStatus<Code>;

  /** @param status one of the code's statuses. Default: the usual one. */
  constructor(code: Code, description: string, status: OAuthErrorStatus<Code> = oauthErrorStatuses[code][0]) {
    super(description);
    this.name = 'OAuthError';
    this.code = code;
    this.status = status;
  }

  body(): OAuthErrorBody {
    return { error: this.code, error_description: toErrorDescription(this.message) };
  }
}

/** Limits a text to 500 printable ASCII characters without double quote and backslash (RFC 6749 §5.2). */
function toErrorDescription(text: string): string {
  return text
    .slice(0, 500)
    .replaceAll(/["\\]/g, "'")
    .replaceAll(/[^\x20-\x7e]/g, '?');
}
