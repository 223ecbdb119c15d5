/** What a failed call to the provider keeps. */
export interface SsoFailure {
  /** HTTP status; left out when no answer came, or when the answer was refused here. */
  readonly status?: number | undefined;
  /** The provider's error code (RFC 6749 §5.2), or the library's own when the check was made here. */
  readonly error?: string | undefined;
  readonly description?: string | undefined;
  /** Whether the same call may succeed later: overload, a crash, no network, a timeout. */
  readonly retryable?: boolean | undefined;
  /** Seconds that the provider asks to be left alone. */
  readonly retryAfter?: number | undefined;
  readonly cause?: unknown;
}

/** A failed operation of SsoClient; the classes below say which one. */
export class SsoError extends Error {
  readonly status: number | undefined;
  readonly error: string | undefined;
  readonly error_description: string | undefined;
  readonly retryable: boolean;
  readonly retryAfter: number | undefined;

  constructor(message: string, failure: SsoFailure = {}) {
    const { status, error, description, retryable = false, retryAfter, cause } = failure;
    super(message, cause === undefined ? undefined : { cause });
    this.name = 'SsoError';
    this.status = status;
    this.error = error;
    this.error_description = description;
    this.retryable = retryable;
    this.retryAfter = retryAfter;
  }
}

/** generateDeeplink failed. */
export class AuthorizeError extends SsoError {
  override readonly name = 'AuthorizeError';
}

/** pollAuth failed: 404 for an unknown code, 409 for a redeemed one, or an answer that is not for this sign-in. */
export class PollError extends SsoError {
  override readonly name = 'PollError';
}

/** exchangeToken failed; nothing was stored. */
export class TokenExchangeError extends SsoError {
  override readonly name = 'TokenExchangeError';
}

/** refreshAccessToken failed. The session is gone when `loggedOut` says so, else it is as it was. */
export class RefreshError extends SsoError {
  override readonly name = 'RefreshError';
  readonly loggedOut: boolean;

  constructor(message: string, { loggedOut = false, ...failure }: SsoFailure & { readonly loggedOut?: boolean } = {}) {
    super(message, failure);
    this.loggedOut = loggedOut;
  }
}

/** The session cannot be used: userinfo names somebody else than the id_token, or the session is bound to a key. */
export class UnauthorizedError extends SsoError {
  override readonly name = 'UnauthorizedError';
}

/** userinfo could not be asked; says nothing about the session. */
export class UserinfoError extends SsoError {
  override readonly name = 'UserinfoError';
}

/** An id_token did not verify; `error` is the code of the check that failed. */
export class IdTokenError extends SsoError {
  override readonly name = 'IdTokenError';
}
