import { SignedJwtError, verifySignedJwt, type KeyResolver } from '../../protocol/signed-jwt.ts';
import { idTokenHintRefused } from '../errors/oauth-errors.ts';

export interface IdTokenHintExpectation {
  readonly issuer: string;
  readonly clientAddress: string;
  readonly keys: KeyResolver;
}

/**
 * Verifies an `id_token_hint` (OpenID Connect Core §3.1.2.1). It may have expired: it identifies a person and grants
 * nothing.
 *
 * @returns its subject
 * @throws DomainError `invalid_request` unless the provider issued it to this application
 */
export async function readIdTokenHint(
  hint: string,
  { issuer, clientAddress, keys }: IdTokenHintExpectation,
): Promise<string> {
  try {
    const { claims } = await verifySignedJwt(hint, keys, ['JWT']);
    const { iss, aud, sub } = claims;
    const audiences: readonly unknown[] = Array.isArray(aud) ? aud : [aud];
    if (iss === issuer && audiences.includes(clientAddress) && typeof sub === 'string') return sub;
  } catch (error) {
    if (!(error instanceof SignedJwtError)) throw error;
  }
  throw idTokenHintRefused();
}
