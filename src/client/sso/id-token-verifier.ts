import { InvalidIdTokenError, type IdTokenErrorCode, verifyIdToken } from '../../protocol/id-token.ts';
import type { Thumbprint } from '../../protocol/jwk-thumbprint.ts';
import { createKeySetCache } from '../../protocol/key-set-cache.ts';
import type { KeyResolver } from '../../protocol/signed-jwt.ts';
import { UnavailableError } from '../../protocol/unavailable-error.ts';
import { type IdTokenClaims, isIdTokenClaims } from './stored-session.ts';

/** Why an id_token was rejected. `unavailable`: the key set is unreachable, so the token could not be verified. */
export type IdTokenRefusal = IdTokenErrorCode | 'unavailable';

export interface IdTokenVerifierOptions {
  /** Base URL of the provider; also the exact `iss` unless `issuer` is set. */
  readonly ssoBaseUrl: string;
  /** Required `aud`, or member of `aud` with an equal `azp`. */
  readonly providerAddress: string;
  /** Further audiences that `aud` may contain. Default none. */
  readonly trustedAudiences?: readonly string[] | undefined;
  /** Clock skew in seconds for exp, nbf and iat. Default 30. */
  readonly clockSkew?: number | undefined;
  readonly issuer?: string | undefined;
  /** Resolves keys. Default: a new cache of the provider's key set. */
  readonly keys?: KeyResolver | undefined;
  /** Lifetime of a fetched key set in milliseconds. Default 24 hours. */
  readonly keySetMaxAge?: number | undefined;
  readonly fetch?: typeof globalThis.fetch | undefined;
  /** Milliseconds since 1970. */
  readonly now?: (() => number) | undefined;
  /** Receives the reason of a rejection, for logs. */
  readonly onRefused?: ((reason: IdTokenRefusal, message: string) => void) | undefined;
}

export interface IdTokenVerification {
  /** Nonce of the authorization request. Default: the claim is not checked. */
  readonly nonce?: string | undefined;
  /** Thumbprint of the key to which the token must be bound (cnf.jkt). Default: the claim is not checked. */
  readonly jkt?: Thumbprint | undefined;
}

/** Verifies one id_token; resolves with its claims, or null on any failure. Never rejects. */
export type IdTokenVerifier = (token: string, expected?: IdTokenVerification) => Promise<IdTokenClaims | null>;

/**
 * Creates a standalone verifier: RS256 by a key of the provider, iss, aud with azp, exp, nbf, iat, and the nonce when one
 * is expected (OpenID Connect Core §3.1.3.7). Caches the key set for 24 hours; an unknown kid fetches it again.
 */
export function createIdTokenVerifier(options: IdTokenVerifierOptions): IdTokenVerifier {
  const check = createIdTokenCheck(options);
  return async (token, expected = {}) => {
    const result = await check(token, expected);
    if ('claims' in result) return result.claims;
    try {
      options.onRefused?.(result.refusal, result.message);
    } catch {
      // An exception in the callback does not affect the result.
    }
    return null;
  };
}

/** Default lifetime of a fetched key set for id_tokens in milliseconds, regardless of Cache-Control. */
export const idTokenKeySetMaxAge = 24 * 60 * 60 * 1000;

/** Creates a check like the verifier that returns the reason of a rejection. */
export function createIdTokenCheck(
  options: IdTokenVerifierOptions,
): (
  token: string,
  expected: IdTokenVerification,
) => Promise<{ readonly claims: IdTokenClaims } | { readonly refusal: IdTokenRefusal; readonly message: string }> {
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
