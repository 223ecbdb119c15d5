import { DomainError } from '../../runtime/errors/domain-error.ts';
import { nonceText } from './oauth-errors.ts';

/** Errors of userinfo (RFC 6750 §3, RFC 9449 §7.1 and §9). */

/** @param challenges WWW-Authenticate, one line each */
export const unauthorized = (challenges: readonly string[]): DomainError =>
  new DomainError('unauthorized', 401, 'Send an access token in the Authorization header.', {
    headers: { 'www-authenticate': [...challenges] },
  });
export const invalidToken = (challenges: readonly string[]): DomainError =>
  new DomainError('invalid_token', 401, 'The access token is not valid for this request.', {
    headers: { 'www-authenticate': [...challenges] },
  });
export const userinfoProofRefused = (text: string, challenges: readonly string[]): DomainError =>
  new DomainError('invalid_dpop_proof', 401, text, { headers: { 'www-authenticate': [...challenges] } });
export const userinfoNonceNeeded = (nonce: string, challenges: readonly string[]): DomainError =>
  new DomainError('use_dpop_nonce', 401, nonceText, {
    headers: { 'www-authenticate': [...challenges], 'dpop-nonce': nonce },
  });

/** Challenges for a userinfo request without credentials: no error code (RFC 9449 §7.1, RFC 6750 §3.1). */
export const userinfoChallenges = ['DPoP algs="EdDSA Ed25519 ES256", scope="openid"', 'Bearer scope="openid"'] as const;
