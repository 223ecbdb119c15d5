import type { AccessToken, AccessTokenErrorCode, AccessTokenExpectation } from './access-token.ts';
import { AccessTokenError, verifyAccessToken } from './access-token.ts';
import {
  AuthorizationError,
  type AuthorizationErrorCode,
  authorizationToken,
  type RawHeaders,
} from './request-headers.ts';

/** Error codes of Bearer requests in the order of the checks. */
export type BearerErrorCode = AuthorizationErrorCode | AccessTokenErrorCode | 'bound_access_token';

/** Rejects a request with 401. The message can be sent to the caller. */
export class BearerError extends Error {
  readonly code: BearerErrorCode;

  constructor(code: BearerErrorCode, message: string) {
    super(message);
    this.name = 'BearerError';
    this.code = code;
  }
}

/**
 * Verifies a request with a Bearer access token (RFC 6750 §2.1, RFC 9068 §4). Rejects a key-bound token, which may be
 * stolen when it comes without a proof (RFC 9449 §7.2).
 *
 * @throws BearerError with the code of the first failed check.
 * @throws UnavailableError when the key set cannot be reached.
 */
export async function verifyBearerRequest(
  { headers }: { readonly headers: RawHeaders },
  options: Omit<AccessTokenExpectation, 'token'>,
): Promise<AccessToken> {
  try {
    const token = authorizationToken(headers, 'Bearer');
    const accessToken = await verifyAccessToken({ ...options, token });
    if (accessToken.claims['cnf'] === undefined) return accessToken;
  } catch (error) {
    if (!(error instanceof AuthorizationError || error instanceof AccessTokenError)) throw error;
    throw new BearerError(error.code, error.message);
  }
  throw new BearerError(
    'bound_access_token',
    'The access token is bound to a key: send it under the DPoP scheme with a proof.',
  );
}
