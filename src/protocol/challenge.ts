import type { BearerErrorCode } from './bearer-request.ts';
import type { VerificationErrorCode } from './dpop-request.ts';

export interface ChallengeOptions {
  /** URL of the protected resource metadata (RFC 9728 §5.1). */
  readonly resourceMetadata?: string | undefined;
  /** Scopes that the resource needs, separated by spaces: what a client has to ask for (RFC 6750 §3). */
  readonly scope?: string | undefined;
}

/** Signature algorithms of proofs (RFC 9449 §7.1). */
const algs = 'EdDSA Ed25519 ES256';

/**
 * Returns the WWW-Authenticate value for a rejected DPoP request. The interface document fixes `invalid_token` for every
 * error (RFC 9449 §7.1 would use `invalid_dpop_proof` for proofs) except `use_dpop_nonce`, which clients act on
 * (RFC 9449 §9).
 */
export function dpopChallenge(code: VerificationErrorCode, { resourceMetadata, scope }: ChallengeOptions = {}): string {
  const error = code === 'use_dpop_nonce' ? 'use_dpop_nonce' : 'invalid_token';
  return challenge('DPoP', { error, resource_metadata: resourceMetadata, algs, scope });
}

/** Returns the WWW-Authenticate value for a request without credentials: DPoP without an error (RFC 9449 §7.1). */
export function dpopOffer({ resourceMetadata, scope }: ChallengeOptions = {}): string {
  return challenge('DPoP', { algs, resource_metadata: resourceMetadata, scope });
}

/**
 * Returns the WWW-Authenticate value for a rejected Bearer request (RFC 6750 §3), without an error when the request had
 * no Bearer token.
 */
export function bearerChallenge(code: BearerErrorCode, { resourceMetadata, scope }: ChallengeOptions = {}): string {
  const unauthenticated = code === 'missing_authorization' || code === 'invalid_scheme';
  return challenge('Bearer', {
    error: unauthenticated ? undefined : 'invalid_token',
    resource_metadata: resourceMetadata,
    scope,
  });
}

/** Returns the WWW-Authenticate value for a token that lacks a scope (RFC 6750 §3.1, RFC 9449 §7.1). */
export function scopeChallenge(
  scheme: 'Bearer' | 'DPoP',
  { resourceMetadata, scope }: ChallengeOptions & { readonly scope: string },
): string {
  const error = 'insufficient_scope';
  return challenge(scheme, { error, scope, resource_metadata: resourceMetadata, ...algsOf(scheme) });
}

interface ConfirmationChallenge extends Pick<ChallengeOptions, 'scope'> {
  /** Seconds since the last authentication that the operation accepts. */
  readonly maxAge: number;
  /** The action that the authentication has to be for, as `acr_values` names it. */
  readonly action?: string | undefined;
}

/** Returns the WWW-Authenticate value for a token whose owner has to authenticate again (RFC 9470 §3). */
export function confirmationChallenge(
  scheme: 'Bearer' | 'DPoP' | 'Device',
  { maxAge, action, scope }: ConfirmationChallenge,
): string {
  const error = 'insufficient_user_authentication';
  return challenge(scheme, { error, acr_values: action, max_age: String(maxAge), ...algsOf(scheme), scope });
}

const algsOf = (scheme: string) => scheme === 'DPoP' && { algs };

function challenge(scheme: string, parameters: Readonly<Record<string, string | undefined>>): string {
  const written = Object.entries(parameters).flatMap(([name, value]) =>
    value === undefined ? [] : `${name}="${value}"`,
  );
  return written.length === 0 ? scheme : `${scheme} ${written.join(', ')}`;
}
