import type { JsonObject } from './json-object.ts';
import { isJsonObject } from './json-object.ts';
import type { Thumbprint } from './jwk-thumbprint.ts';
import type { KeyResolver } from './signed-jwt.ts';
import { defaultClockSkew, SignedJwtError, tokenErrorCode, verifySignedJwt } from './signed-jwt.ts';

/** Error codes of ID tokens in the order of the checks; the first failed check determines the code. */
export type IdTokenErrorCode =
  | 'malformed_id_token'
  | 'bad_id_token_typ'
  | 'bad_id_token_alg'
  | 'unknown_id_token_kid'
  | 'bad_id_token_signature'
  | 'bad_id_token_iss'
  | 'bad_id_token_aud'
  | 'untrusted_id_token_aud'
  | 'bad_id_token_azp'
  | 'expired_id_token'
  | 'id_token_not_yet_valid'
  | 'bad_id_token_iat'
  | 'missing_id_token_sub'
  | 'bad_id_token_nonce'
  | 'bad_id_token_cnf';

export class InvalidIdTokenError extends Error {
  readonly code: IdTokenErrorCode;

  constructor(code: IdTokenErrorCode, message: string) {
    super(message);
    this.name = 'IdTokenError';
    this.code = code;
  }
}

export interface IdTokenExpectation {
  readonly token: string;
  readonly keys: KeyResolver;
  /** Exact `iss`. */
  readonly issuer: string;
  /** Client that must be in `aud`. */
  readonly clientId: string;
  /** Further audiences that `aud` may contain. Default none. */
  readonly trustedAudiences?: readonly string[] | undefined;
  /** Unix seconds. */
  readonly now: number;
  /** Clock skew in seconds for exp, nbf and iat. Default 30. */
  readonly skew?: number | undefined;
  /** Nonce of the authorization request. Default: the claim is not checked. */
  readonly nonce?: string | undefined;
  /** Key to which the token must be bound (cnf.jkt). Default: the claim is not checked. */
  readonly jkt?: Thumbprint | undefined;
}

interface IdToken {
  readonly sub: string;
  /** Unix seconds. */
  readonly exp: number;
  /** Unix seconds. */
  readonly iat: number;
  readonly claims: JsonObject;
}

/**
 * Verifies an ID token (OpenID Connect Core §3.1.3.7): RS256 signature by a key of the provider, issuer, audience,
 * authorized party, times, and nonce and key when given.
 *
 * @throws IdTokenError with the code of the first failed check, for any input.
 * @throws UnavailableError when the key resolver rejects.
 */
export async function verifyIdToken(expectation: IdTokenExpectation): Promise<IdToken> {
  const claims = await verifiedClaims(expectation);
  if (claims['iss'] !== expectation.issuer) {
    throw new InvalidIdTokenError('bad_id_token_iss', `The issuer of the ID token is not ${expectation.issuer}.`);
  }
  checkAudience(claims, expectation);
  const { exp, iat } = checkTimes(claims, expectation);
  const { sub } = claims;
  if (typeof sub !== 'string' || sub === '') {
    throw new InvalidIdTokenError('missing_id_token_sub', 'The ID token has no subject (sub).');
  }
  if (expectation.nonce !== undefined && claims['nonce'] !== expectation.nonce) {
    throw new InvalidIdTokenError(
      'bad_id_token_nonce',
      'The nonce of the ID token is not the nonce of the authorization request.',
    );
  }
  if (expectation.jkt !== undefined && !(isJsonObject(claims['cnf']) && claims['cnf']['jkt'] === expectation.jkt)) {
    throw new InvalidIdTokenError(
      'bad_id_token_cnf',
      `The ID token is not bound to the key ${expectation.jkt} (cnf.jkt).`,
    );
  }
  return { sub, exp, iat, claims };
}

async function verifiedClaims({ token, keys }: IdTokenExpectation): Promise<JsonObject> {
  try {
    // Access tokens are signed by the same keys and differ in typ.
    return (await verifySignedJwt(token, keys, ['JWT', undefined])).claims;
  } catch (error) {
    if (error instanceof SignedJwtError)
      throw new InvalidIdTokenError(tokenErrorCode(error.code, 'id_token'), error.message);
    throw error;
  }
}

function checkAudience({ aud, azp }: JsonObject, { clientId, trustedAudiences = [] }: IdTokenExpectation): void {
  const audiences: readonly unknown[] = Array.isArray(aud) ? aud : [aud];
  if (!audiences.includes(clientId)) {
    throw new InvalidIdTokenError(
      'bad_id_token_aud',
      `The audience (aud) of the ID token does not include the client ${clientId}.`,
    );
  }
  if (
    audiences.some((other) => other !== clientId && !(typeof other === 'string' && trustedAudiences.includes(other)))
  ) {
    throw new InvalidIdTokenError(
      'untrusted_id_token_aud',
      'The audience (aud) of the ID token includes an untrusted audience.',
    );
  }
  if (azp === undefined ? audiences.length > 1 : azp !== clientId) {
    throw new InvalidIdTokenError('bad_id_token_azp', `The authorized party (azp) of the ID token is not ${clientId}.`);
  }
}

function checkTimes(
  { exp, nbf, iat }: JsonObject,
  { now, skew = defaultClockSkew }: IdTokenExpectation,
): { exp: number; iat: number } {
  if (typeof exp !== 'number' || exp <= now - skew) {
    throw new InvalidIdTokenError('expired_id_token', 'The ID token has expired (exp).');
  }
  if (nbf !== undefined && !(typeof nbf === 'number' && nbf <= now + skew)) {
    throw new InvalidIdTokenError('id_token_not_yet_valid', 'The ID token is not valid yet (nbf).');
  }
  if (typeof iat !== 'number' || iat > now + skew) {
    throw new InvalidIdTokenError(
      'bad_id_token_iat',
      'The issue time (iat) of the ID token is missing or in the future.',
    );
  }
  return { exp, iat };
}
