import { sha256Base64url } from '#sha256';
import { LRUCache } from 'lru-cache';
import type { JsonObject } from './json-object.ts';
import {
  defaultClockSkew,
  type KeyResolver,
  resolveKey,
  SignedJwtError,
  tokenErrorCode,
  type VerificationKey,
  verifySignedJwt,
} from './signed-jwt.ts';
import { StatusListError, statusReferenceOf } from './status-list.ts';
import type { StatusLists } from './status-lists.ts';
import { isOfApproval } from './token-scope.ts';

/** Error codes of access tokens in the order of the checks; the first failed check determines the code. */
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
  'revoked_access_token',
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
  /** base64url SHA-256 of the token, when the caller has computed it. */
  readonly tokenHash?: string | undefined;
  readonly keys: KeyResolver;
  /** Exact `iss`. */
  readonly issuer: string;
  /**
   * Accepted audiences: `aud` is one of them or contains one. Undefined accepts every token of the issuer, for the issuer
   * itself.
   */
  readonly audience: string | readonly string[] | undefined;
  /** Unix seconds. */
  readonly now: number;
  /** Tolerance for `nbf` in seconds, default 30. `exp` has no tolerance. */
  readonly skew?: number | undefined;
  readonly tokenCache?: VerifiedTokenCache | undefined;
  /** Rejects revoked tokens that name a status list. Default: a token is accepted until it expires. */
  readonly statusLists?: Pick<StatusLists, 'isRevoked'> | undefined;
  /** False rejects tokens whose only rights are their `authorization_details`, for a service that does not read these. */
  readonly approvals?: boolean | undefined;
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
 * The caller checks the key binding (`cnf`).
 *
 * @throws AccessTokenError with the code of the first failed check, for any input.
 * @throws UnavailableError when the key resolver rejects, or the status list is unavailable.
 */
export async function verifyAccessToken(expectation: AccessTokenExpectation): Promise<AccessToken> {
  const claims = await verifiedClaims(expectation);
  const { issuer, audience, now, skew = defaultClockSkew } = expectation;
  const { iss, aud, exp, nbf, iat, sub, client_id: clientId, jti, scope } = claims;
  if (iss !== issuer)
    throw new AccessTokenError('bad_access_token_iss', `The issuer (iss) of the access token is not ${issuer}.`);
  const accepted = typeof audience === 'string' ? [audience] : (audience ?? []);
  const named: readonly unknown[] = Array.isArray(aud) ? aud : [aud];
  if (audience !== undefined && !accepted.some((one) => named.includes(one))) {
    throw new AccessTokenError(
      'bad_access_token_aud',
      `The audience (aud) of the access token does not include ${accepted.join(' or ')}.`,
    );
  }
  if (expectation.approvals === false && isOfApproval(scope)) {
    throw new AccessTokenError(
      'bad_access_token_aud',
      'The access token is for the details that its owner granted only, and this service acts on none (option approvals).',
    );
  }
  if (typeof exp !== 'number' || exp <= now)
    throw new AccessTokenError('expired_access_token', 'The access token has expired (exp).');
  if (nbf !== undefined && !(typeof nbf === 'number' && nbf <= now + skew)) {
    throw new AccessTokenError('expired_access_token', 'The access token is not valid yet (nbf).');
  }
  if (!isText(sub)) throw new AccessTokenError('missing_access_token_sub', 'The access token has no subject (sub).');
  if (!isText(clientId) || !isText(jti) || typeof iat !== 'number') {
    throw new AccessTokenError('malformed_access_token', 'The access token has no client_id, jti or iat.');
  }
  if (await isRevoked(claims, expectation))
    throw new AccessTokenError('revoked_access_token', 'The session of the access token was revoked.');
  return { sub, clientId, jti, iat, exp, claims };
}

async function isRevoked(claims: JsonObject, { statusLists }: AccessTokenExpectation): Promise<boolean> {
  if (statusLists === undefined) return false;
  try {
    const reference = statusReferenceOf(claims);
    return reference !== undefined && (await statusLists.isRevoked(reference));
  } catch (error) {
    if (error instanceof StatusListError) throw new AccessTokenError('malformed_access_token', error.message);
    throw error;
  }
}

/** Returns the claims of a token with a valid signature; uses the cache while the provider still publishes its key. */
async function verifiedClaims({
  token,
  tokenHash,
  keys,
  now,
  tokenCache,
}: AccessTokenExpectation): Promise<JsonObject> {
  if (tokenCache === undefined) return (await verify(token, keys)).claims;
  const digest = tokenHash ?? sha256Base64url(token);
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
    if (error instanceof SignedJwtError)
      throw new AccessTokenError(tokenErrorCode(error.code, 'access_token'), error.message);
    throw error;
  }
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value !== '';
}

/** A token with a verified signature, and the key that verified it. */
export interface VerifiedToken {
  readonly claims: JsonObject;
  readonly kid: string;
  readonly key: VerificationKey;
  /** Unix seconds. */
  readonly exp: number;
}

/**
 * Caches verified signatures only. The caller still compares the key with the published one and checks every claim, so
 * that retired keys and expired tokens are rejected.
 */
export interface VerifiedTokenCache {
  /** @param digest SHA-256 of the token, base64url. @param now Unix seconds. */
  get(digest: string, now: number): VerifiedToken | undefined;
  set(digest: string, token: VerifiedToken): void;
}

/** @param capacity maximum number of tokens, about 1 kB each */
export function createVerifiedTokenCache(capacity = 10_000): VerifiedTokenCache {
  const tokens = new LRUCache<string, VerifiedToken>({ max: capacity });
  return {
    get(digest, now) {
      const token = tokens.get(digest);
      if (token === undefined || token.exp > now) return token;
      tokens.delete(digest);
      return undefined;
    },
    set(digest, token) {
      tokens.set(digest, token);
    },
  };
}
