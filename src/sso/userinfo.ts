import type { TokenCaller } from './caller.ts';
import { type IdentityClaims, identityClaims } from './identity/identity-claims.ts';
import { invalidToken } from './errors/userinfo-errors.ts';
import type { SsoSettings } from './settings.ts';
import { bearerRefused, dpopRefused } from './security/access-token.ts';
import type { OwnerStore } from './store/owners.ts';

interface UserinfoDependencies {
  readonly settings: Pick<SsoSettings, 'issuer'>;
  readonly owners: Pick<OwnerStore, 'profile'>;
}

/**
 * Returns the userinfo response (OpenID Connect Core §5.3.2); `aud` is the client of the token. A token for one service
 * only is of no use here: that service cannot learn more about the person.
 *
 * @throws DomainError `invalid_token` unless the token is for the provider, or for its client alone
 */
export async function userinfo(
  { sub, ownerSub, clientId, audience, scope, jkt }: TokenCaller,
  { settings: { issuer }, owners }: UserinfoDependencies,
): Promise<{ readonly sub: string; readonly aud: string } & IdentityClaims> {
  const isForClient = audience.length === 1 && audience[0] === clientId;
  if (!isForClient && !audience.includes(issuer))
    throw invalidToken(jkt === undefined ? bearerRefused : dpopRefused('invalid_token'));
  return { sub, aud: clientId, ...(await identityClaims({ ownerSub, sub, scope }, { owners })) };
}
