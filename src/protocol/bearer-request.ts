import type { AccessToken, AccessTokenErrorCode, AccessTokenExpectation } from './access-token.ts';
import { AccessTokenError, verifyAccessToken } from './access-token.ts';
import type { AuthorizationErrorCode } from './authorization-header.ts';
import { AuthorizationError, authorizationToken } from './authorization-header.ts';
import type { RawHeaders } from './raw-headers.ts';

/** Why a Bearer request is refused, in the order of the checks. */
export type BearerErrorCode = AuthorizationErrorCode | AccessTokenErrorCode | 'bound_access_token';

/** A refused request: 401. The message is fit for the caller. */
export class BearerError extends Error {
  readonly code: BearerErrorCode;

  constructor(code: BearerErrorCode, message: string) {
    super(message);
    this.name = 'BearerError';
    this.code = code;
  }
}

export interface BearerRequest {
  readonly headers: RawHeaders;
}

/**
 * Verifies a request that presents an access token by itself (RFC 6750 §2.1, RFC 9068 §4). A token
 * that is bound to a key is refused: presented without proof it may be a stolen one (RFC 9449 §7.2).
 *
 * @throws BearerError with the code of the first check that fails.
 * @throws UnavailableError when the key set cannot be reached.
 */
export async function verifyBearerRequest(
  { headers }: BearerRequest,
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
    'The token is bound to a key: send it under the DPoP scheme with a proof.',
  );
}
