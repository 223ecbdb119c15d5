import type { JsonObject } from './json-object.ts';
import { isJsonObject } from './json-object.ts';
import type { Thumbprint } from './jwk-thumbprint.ts';
import type { KeyResolver, SignedJwtErrorCode } from './signed-jwt.ts';
import { defaultClockSkew, SignedJwtError, verifySignedJwt } from './signed-jwt.ts';

/** Why an ID token is refused, in the order of the checks: the first that fails names the refusal. */
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
  /** The client that the token must be for. */
  readonly clientId: string;
  /** Audiences besides the client that the token may name. Default none. */
  readonly trustedAudiences?: readonly string[] | undefined;
  /** Unix seconds. */
  readonly now: number;
  /** Seconds by which clocks may differ, for exp, nbf and iat. Default 30. */
  readonly skew?: number | undefined;
  /** The nonce that was sent on authorize. Left out: the claim is not looked at. */
  readonly nonce?: string | undefined;
  /** The key that the token must be bound to (cnf.jkt). Left out: the claim is not looked at. */
  readonly jkt?: Thumbprint | undefined;
}

export interface IdToken {
  readonly sub: string;
  /** Unix seconds. */
  readonly exp: number;
  /** Unix seconds. */
  readonly iat: number;
  readonly claims: JsonObject;
}

/**
 * Verifies an ID token (OpenID Connect Core §3.1.3.7): RS256 by a key of the provider, issuer,
 * audience, authorized party, times, and the nonce and key that are expected.
 *
 * @throws IdTokenError with the code of the first check that fails, whatever the token is.
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
    throw new InvalidIdTokenError('missing_id_token_sub', 'The ID token names no subject (sub).');
  }
  if (expectation.nonce !== undefined && claims['nonce'] !== expectation.nonce) {
    throw new InvalidIdTokenError('bad_id_token_nonce', 'The nonce of the ID token is not the one that was sent.');
  }
  if (expectation.jkt !== undefined && !(isJsonObject(claims['cnf']) && claims['cnf']['jkt'] === expectation.jkt)) {
    throw new InvalidIdTokenError(
      'bad_id_token_cnf',
      `The ID token is not bound to the key ${expectation.jkt} (cnf.jkt).`,
    );
  }
  return { sub, exp, iat, claims };
}

const codes: Readonly<Record<SignedJwtErrorCode, IdTokenErrorCode>> = {
  malformed: 'malformed_id_token',
  bad_typ: 'bad_id_token_typ',
  bad_alg: 'bad_id_token_alg',
  unknown_kid: 'unknown_id_token_kid',
  bad_signature: 'bad_id_token_signature',
};

async function verifiedClaims({ token, keys }: IdTokenExpectation): Promise<JsonObject> {
  try {
    // An access token is signed by the same keys; its typ keeps it from passing here.
    return (await verifySignedJwt(token, keys, ['JWT', undefined])).claims;
  } catch (error) {
    if (error instanceof SignedJwtError) throw new InvalidIdTokenError(codes[error.code], error.message);
    throw error;
  }
}

function checkAudience({ aud, azp }: JsonObject, { clientId, trustedAudiences = [] }: IdTokenExpectation): void {
  const audiences: readonly unknown[] = Array.isArray(aud) ? aud : [aud];
  if (!audiences.includes(clientId)) {
    throw new InvalidIdTokenError('bad_id_token_aud', `The ID token is not for the client ${clientId}.`);
  }
  if (
    audiences.some((other) => other !== clientId && !(typeof other === 'string' && trustedAudiences.includes(other)))
  ) {
    throw new InvalidIdTokenError(
      'untrusted_id_token_aud',
      'The ID token is also for an audience that is not trusted.',
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
    throw new InvalidIdTokenError('expired_id_token', 'The ID token has expired.');
  }
  if (nbf !== undefined && !(typeof nbf === 'number' && nbf <= now + skew)) {
    throw new InvalidIdTokenError('id_token_not_yet_valid', 'The ID token is not valid yet (nbf).');
  }
  if (typeof iat !== 'number' || iat > now + skew) {
    throw new InvalidIdTokenError(
      'bad_id_token_iat',
      'The ID token was issued in the future (iat), or does not say when.',
    );
  }
  return { exp, iat };
}
