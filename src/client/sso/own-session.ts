import type { SsoClientContext } from './sso-client-context.ts';

/**
 * Returns whether the stored session was issued to this client: by its provider (iss), for its application (aud, azp), bound to
 * its key or to none (cnf). Storage keys are the same for all applications of an origin. A session without id_token counts.
 */
export function isOwnSession({ session, config, jkt }: SsoClientContext): boolean {
  if (session.read('accessToken') === null) return false;
  if (session.read('idTokenClaims') === null) return true;
  const claims = session.claims();
  if (claims === null) return false;
  const { iss, aud, azp, cnf } = claims;
  const { ssoBaseUrl, providerAddress } = config;
  const authorizedParty = typeof aud === 'string' ? aud : azp;
  const isOwnAudience =
    authorizedParty === providerAddress ||
    (authorizedParty === undefined && aud.length === 1 && aud[0] === providerAddress);
  return iss === ssoBaseUrl && isOwnAudience && cnf?.jkt === jkt;
}
