import { sha256 } from '#sha256';
import { encodeBase64url } from './base64url.ts';
import type { JsonObject } from './json-object.ts';
import type { KeyResolver, SignedJwtErrorCode } from './signed-jwt.ts';
import { defaultClockSkew, resolveKey, SignedJwtError, verifySignedJwt } from './signed-jwt.ts';
import type { VerifiedTokenCache } from './verified-token-cache.ts';

/** Why an access token is refused, in the order of the checks: the first that fails names the refusal. */
export const accessTokenErrorCodes = [
  'malformed_access_token',
  'bad_access_token_typ',
  'bad_access_token_alg',
  'unknown_access_token_kid',
  'bad_access_token_signature',
  'bad_access_token_iss',
  'bad_access_token_aud',
  'expired_access_token',
  'missing_access_token_sub',
] as const;

export type AccessTokenErrorCode = (typeof accessTokenErrorCodes)[number];

export class AccessTokenError extends Error {
  readonly code: AccessTokenErrorCode;

  constructor(code: AccessTokenErrorCode, message: string) {
    super(message);
    this.name = 'AccessTokenError';
    this.code = code;
  }
}

export interface AccessTokenExpectation {
  readonly token: string;
  readonly keys: KeyResolver;
  /** Exact `iss`. */
  readonly issuer: string;
  /** Must be the token's `aud` or among them. */
  readonly audience: string;
  /** Unix seconds. */
  readonly now: number;
  /** Seconds that the provider's clock may be ahead, for `nbf`. An expired token is expired at once. Default 30. */
  readonly skew?: number | undefined;
  readonly tokenCache?: VerifiedTokenCache | undefined;
}

export interface AccessToken {
  readonly sub: string;
  readonly clientId: string;
  readonly jti: string;
  /** Unix seconds. */
  readonly iat: number;
  /** Unix seconds. */
  readonly exp: number;
  readonly claims: JsonObject;
}

/**
 * Verifies a JWT access token (RFC 9068 §4). A signed token without client_id, jti or iat
 * (RFC 9068 §2.2) is `malformed_access_token`, and one without exp is `expired_access_token`.
 * Whether it is bound to a key (`cnf`) is left to the caller.
 *
 * @throws AccessTokenError with the code of the first check that fails, whatever the token is.
 * @throws UnavailableError when the key resolver rejects.
 */
export async function verifyAccessToken(expectation: AccessTokenExpectation): Promise<AccessToken> {
  const claims = await verifiedClaims(expectation);
  const { issuer, audience, now, skew = defaultClockSkew } = expectation;
  const { iss, aud, exp, nbf, iat, sub, client_id: clientId, jti } = claims;
  if (iss !== issuer) throw new AccessTokenError('bad_access_token_iss', `The issuer of the token is not ${issuer}.`);
  if (aud !== audience && !(Array.isArray(aud) && aud.includes(audience))) {
    throw new AccessTokenError('bad_access_token_aud', `The token is not for the audience ${audience}.`);
  }
  if (typeof exp !== 'number' || exp <= now)
    throw new AccessTokenError('expired_access_token', 'The token has expired.');
  if (nbf !== undefined && !(typeof nbf === 'number' && nbf <= now + skew)) {
    throw new AccessTokenError('expired_access_token', 'The token is not valid yet.');
  }
  if (!isText(sub)) throw new AccessTokenError('missing_access_token_sub', 'The token names no subject (sub).');
  if (!isText(clientId) || !isText(jti) || typeof iat !== 'number') {
    throw new AccessTokenError('malformed_access_token', 'The token lacks client_id, jti or iat.');
  }
  return { sub, clientId, jti, iat, exp, claims };
}

const codes: Readonly<Record<SignedJwtErrorCode, AccessTokenErrorCode>> = {
  malformed: 'malformed_access_token',
  bad_typ: 'bad_access_token_typ',
  bad_alg: 'bad_access_token_alg',
  unknown_kid: 'unknown_access_token_kid',
  bad_signature: 'bad_access_token_signature',
};

/** The claims of a token with a good signature, from memory when its key is still the provider's. */
async function verifiedClaims({ token, keys, now, tokenCache }: AccessTokenExpectation): Promise<JsonObject> {
  if (tokenCache === undefined) return (await verify(token, keys)).claims;
  const digest = encodeBase64url(sha256(token));
  const known = tokenCache.get(digest, now);
  if (known !== undefined && (await resolveKey(keys, known.kid)) === known.key) return known.claims;
  const verified = await verify(token, keys);
  const { exp } = verified.claims;
  if (typeof exp === 'number' && exp > now) tokenCache.set(digest, { ...verified, exp });
  return verified.claims;
}

async function verify(token: string, keys: KeyResolver): ReturnType<typeof verifySignedJwt> {
  try {
    return await verifySignedJwt(token, keys, ['at+jwt', 'application/at+jwt']);
  } catch (error) {
    if (error instanceof SignedJwtError) throw new AccessTokenError(codes[error.code], error.message);
    throw error;
  }
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value !== '';
}
