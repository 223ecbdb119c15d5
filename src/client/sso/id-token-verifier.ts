import { InvalidIdTokenError, type IdTokenErrorCode, verifyIdToken } from '../../protocol/id-token.ts';
import type { Thumbprint } from '../../protocol/jwk-thumbprint.ts';
import { createKeySetCache } from '../../protocol/key-set-cache.ts';
import type { KeyResolver } from '../../protocol/signed-jwt.ts';
import { UnavailableError } from '../../protocol/unavailable-error.ts';
import { type IdTokenClaims, isIdTokenClaims } from './stored-session.ts';

/** Why an id_token yields no result. `unavailable`: the key set could not be had; nothing was decided. */
export type IdTokenRefusal = IdTokenErrorCode | 'unavailable';

export interface IdTokenVerifierOptions {
  /** The provider; also the exact `iss`, unless `issuer` says otherwise. */
  readonly ssoBaseUrl: string;
  /** Must be the token's `aud`, or among them with `azp` naming it. */
  readonly providerAddress: string;
  /** Audiences besides the provider address that a token may name. Default none. */
  readonly trustedAudiences?: readonly string[] | undefined;
  /** Seconds by which clocks may differ, for exp, nbf and iat. Default 30. */
  readonly clockSkew?: number | undefined;
  readonly issuer?: string | undefined;
  /** Finds keys, instead of a cache of the provider's key set that is made here. */
  readonly keys?: KeyResolver | undefined;
  /** Milliseconds that a fetched key set is used. Default 24 hours. */
  readonly keySetMaxAge?: number | undefined;
  readonly fetch?: typeof globalThis.fetch | undefined;
  /** Milliseconds since 1970. */
  readonly now?: (() => number) | undefined;
  /** Hears why a token was refused, for logs. */
  readonly onRefused?: ((reason: IdTokenRefusal, message: string) => void) | undefined;
}

export interface IdTokenVerification {
  /** The nonce that was sent on authorize; left out: the claim is not looked at. */
  readonly nonce?: string | undefined;
  /** Thumbprint of the key that the token must be bound to (cnf.jkt); left out: the claim is not looked at. */
  readonly jkt?: Thumbprint | undefined;
}

/** Verifies one id_token: its claims, or null on any failure. Never rejects. */
export type IdTokenVerifier = (token: string, expected?: IdTokenVerification) => Promise<IdTokenClaims | null>;

/**
 * A verifier that stands alone: RS256 by a key of the provider, iss, aud with azp, exp, nbf, iat, and the nonce when one
 * is expected (OpenID Connect Core §3.1.3.7). The key set is cached for 24 hours; an unknown kid fetches it again.
 */
export function createIdTokenVerifier(options: IdTokenVerifierOptions): IdTokenVerifier {
  const check = createIdTokenCheck(options);
  return async (token, expected = {}) => {
    const result = await check(token, expected);
    if ('claims' in result) return result.claims;
    try {
      options.onRefused?.(result.refusal, result.message);
    } catch {
      // A log that fails changes nothing about the token.
    }
    return null;
  };
}

export interface RefusedIdToken {
  readonly refusal: IdTokenRefusal;
  readonly message: string;
}

/** Milliseconds that a fetched key set is used for id_tokens, whatever its Cache-Control says. */
export const idTokenKeySetMaxAge = 24 * 60 * 60 * 1000;

/** Like the verifier, with the reason in the result. */
export function createIdTokenCheck(
  options: IdTokenVerifierOptions,
): (token: string, expected: IdTokenVerification) => Promise<{ readonly claims: IdTokenClaims } | RefusedIdToken> {
  const { providerAddress: clientId, trustedAudiences, clockSkew: skew, now = Date.now } = options;
  const ssoBaseUrl = options.ssoBaseUrl.replace(/\/+$/, '');
  const issuer = options.issuer ?? ssoBaseUrl;
  const keys =
    options.keys ??
    createKeySetCache({
      url: `${ssoBaseUrl}/oauth/jwks`,
      fetch: options.fetch ?? ((input, init) => globalThis.fetch(input, init)),
      now,
      maxAge: options.keySetMaxAge ?? idTokenKeySetMaxAge,
    }).key;
  return async (token, { nonce, jkt }) => {
    try {
      const expectation = { token, keys, issuer, clientId, trustedAudiences, skew, nonce, jkt, now: now() / 1000 };
      const { claims } = await verifyIdToken(expectation);
      // Verified: what the check asks for is there.
      return isIdTokenClaims(claims)
        ? { claims }
        : { refusal: 'malformed_id_token', message: 'The ID token lacks claims.' };
    } catch (error) {
      if (error instanceof InvalidIdTokenError) return { refusal: error.code, message: error.message };
      const unreachable = error instanceof UnavailableError;
      return { refusal: 'unavailable', message: unreachable ? error.message : 'The ID token could not be verified.' };
    }
  };
}
