import { utf8 } from '../../protocol/bytes.ts';
import { WebhookSignatureError, type WebhookSignatureErrorCode } from '../../protocol/webhook-signature.ts';

/** Headers of a request: a fetch Headers object or Node's `request.headers`. */
export type WebhookHeaders =
  | { get(name: string): string | null }
  | Readonly<Record<string, string | readonly string[] | undefined>>;

/** Why a webhook was rejected. `malformed_body`: signed, but not as the contract describes; respond with 400. */
export type WebhookErrorCode = WebhookSignatureErrorCode | 'malformed_body';

export interface RefusedWebhook {
  readonly ok: false;
  /** Status of the response. */
  readonly status: 400 | 401;
  readonly code: WebhookErrorCode;
  readonly message: string;
}

/**
 * Returns the bytes of a raw body; a string is encoded as UTF-8.
 *
 * @throws TypeError for a parsed body: its serialization differs from the signed bytes
 */
export function rawBodyBytes(rawBody: unknown): Uint8Array {
  if (typeof rawBody === 'string') return utf8(rawBody);
  if (rawBody instanceof Uint8Array) return rawBody;
  const received = rawBody === undefined || rawBody === null ? String(rawBody) : 'a parsed body';
  throw new TypeError(
    `rawBody must be the received bytes or text, not ${received}: read the body before any JSON parser, for example with express.raw({ type: 'application/json' }) or await request.text().`,
  );
}

/** Returns a function that reads a header. Joins a repeated header, so that its value is malformed. */
export function headerReader(headers: WebhookHeaders): (name: string) => string | undefined {
  if (isFetchHeaders(headers)) return (name) => headers.get(name) ?? undefined;
  const lines = Object.entries(headers);
  return (name) => {
    const values = lines.flatMap(([sent, value]) => (sent.toLowerCase() === name && value !== undefined ? value : []));
    return values.length === 0 ? undefined : values.join(', ');
  };
}

/** Returns the rejection for a signature error. @throws any other error unchanged */
export function refuseWebhook(error: unknown): RefusedWebhook {
  if (!(error instanceof WebhookSignatureError)) throw error;
  return { ok: false, status: 401, code: error.code, message: error.message };
}

/** Returns the rejection for a signed body that violates the contract. */
export function malformedBody(message: string): RefusedWebhook {
  return { ok: false, status: 400, code: 'malformed_body', message };
}

function isFetchHeaders(headers: WebhookHeaders): headers is { get(name: string): string | null } {
  return typeof headers['get'] === 'function';
}
