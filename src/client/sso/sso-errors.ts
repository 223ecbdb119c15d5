/** Details of a failed call to the provider. */
export interface SsoFailure {
  /** HTTP status; undefined without a response or when the library rejected the response. */
  readonly status?: number | undefined;
  /** Error code of the provider (RFC 6749 §5.2) or of the library. */
  readonly error?: string | undefined;
  readonly description?: string | undefined;
  /** Whether the same call may succeed later: overload, server error, network failure or timeout. */
  readonly retryable?: boolean | undefined;
  /** Retry-After in seconds. */
  readonly retryAfter?: number | undefined;
  readonly cause?: unknown;
}

/** A failed operation of SsoClient; base class of the errors below. */
export class SsoClientError extends Error {
  readonly status: number | undefined;
  readonly error: string | undefined;
  readonly error_description: string | undefined;
  readonly retryable: boolean;
  readonly retryAfter: number | undefined;

  constructor(message: string, failure: SsoFailure = {}) {
    const { status, error, description, retryable = false, retryAfter, cause } = failure;
    super(message, cause === undefined ? undefined : { cause });
    this.name = 'SsoClientError';
    this.status = status;
    this.error = error;
    this.error_description = description;
    this.retryable = retryable;
    this.retryAfter = retryAfter;
  }
}

/** generateDeeplink failed. */
export class AuthorizeError extends SsoClientError {
  override readonly name = 'AuthorizeError';
}

/** pollAuth failed: 404 for an unknown code, 409 for a redeemed one, or a response of another sign-in. */
export class PollError extends SsoClientError {
  override readonly name = 'PollError';
}

/** exchangeToken failed; nothing was stored. */
export class TokenExchangeError extends SsoClientError {
  override readonly name = 'TokenExchangeError';
}

/** refreshAccessToken failed. With `loggedOut` the session was deleted; otherwise it is unchanged. */
export class RefreshError extends SsoClientError {
  override readonly name = 'RefreshError';
  readonly loggedOut: boolean;

  constructor(message: string, { loggedOut = false, ...failure }: SsoFailure & { readonly loggedOut?: boolean } = {}) {
    super(message, failure);
    this.loggedOut = loggedOut;
  }
}

/**
 * verifyAuth cannot use the session: userinfo returned another subject, or the session is bound to a key. Or fetch did not
 * send the token: nobody is signed in, the origin is not listed, or the API redirects.
 */
export class UnauthorizedError extends SsoClientError {
  override readonly name = 'UnauthorizedError';
}

/** logout could not revoke the session at the provider; this device is signed out. */
export class LogoutError extends SsoClientError {
  override readonly name = 'LogoutError';
}

/** userinfo failed; the session is unchanged. */
export class UserinfoError extends SsoClientError {
  override readonly name = 'UserinfoError';
}

/** An id_token is invalid; `error` is the code of the failed check. */
export class IdTokenError extends SsoClientError {
  override readonly name = 'IdTokenError';
}
