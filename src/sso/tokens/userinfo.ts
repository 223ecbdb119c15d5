import type { SsoHandler } from '../handler.ts';
import type { TokenCaller } from '../caller/caller.ts';
import { type IdentityClaims, identityClaims, identityScopesOf } from '../identity/claims.ts';
import { invalidToken } from '../errors/oauth-errors.ts';
import type { SsoHandlerContext } from '../context.ts';
import { bearerRefused, dpopRefused } from '../caller/access-token.ts';

/** Returns the subject and the client of the access token, and the claims of its scope. */
export const getUserInfo: SsoHandler<'getUserInfo'> = async ({ token, respond, ...context }) =>
  respond(200, await userinfo(token, context), context.nonces ? { 'dpop-nonce': context.nonces.current() } : {});

/** Returns the subject and the client of the access token, and the claims of its scope; a body is ignored (OpenID Connect Core §5.3.1). */
export const getUserInfoByPost: SsoHandler<'getUserInfoByPost'> = async ({ token, respond, ...context }) =>
  respond(200, await userinfo(token, context), context.nonces ? { 'dpop-nonce': context.nonces.current() } : {});

/**
 * Returns the userinfo response (OpenID Connect Core §5.3.2); `aud` is the client of the token. A token for one service
 * only is of no use here: that service cannot learn more about the person.
 *
 * @throws DomainError `invalid_token` unless the token is for the provider, or for its client alone
 */
async function userinfo(
  { sub, ownerSub, clientId, audience, scope, jkt }: TokenCaller,
  context: SsoHandlerContext,
): Promise<{ readonly sub: string; readonly aud: string } & IdentityClaims> {
  const { clients, settings } = context;
  const isForClient = audience.length === 1 && audience[0] === clientId;
  if (!isForClient && !audience.includes(settings.issuer))
    throw invalidToken(jkt === undefined ? bearerRefused : dpopRefused('invalid_token'));
  const client = identityScopesOf(scope).includes('email') ? await clients.byAddress(clientId) : undefined;
  const claims = await identityClaims({ ownerSub, sub, scope, client }, context);
  return { sub, aud: clientId, ...claims };
}
