import type { TokenCaller } from './caller.ts';
import { invalidToken } from './errors/userinfo-errors.ts';
import { bearerRefused, dpopRefused } from './security/access-token.ts';

/**
 * Returns the userinfo response (OpenID Connect Core §5.3.2); `aud` is the client of the token. A token for one service
 * only is of no use here: that service cannot learn more about the person.
 *
 * @throws DomainError `invalid_token` unless the token is for the provider, or for its client alone
 */
export function userinfo(
  { sub, clientId, audience, jkt }: TokenCaller,
  issuer: string,
): { readonly sub: string; readonly aud: string } {
  const isForClient = audience.length === 1 && audience[0] === clientId;
  if (!isForClient && !audience.includes(issuer))
    throw invalidToken(jkt === undefined ? bearerRefused : dpopRefused('invalid_token'));
  return { sub, aud: clientId };
}
