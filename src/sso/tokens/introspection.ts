import { headerPairs, headerValues } from '../../protocol/request-headers.ts';
import { authenticateClient } from '../clients/client-authentication.ts';
import { clientRefused } from '../errors/oauth-errors.ts';
import type { SsoHandler } from '../handler.ts';
import { AccessTokenError, verifyAccessToken } from '../../protocol/access-token.ts';
import { actorChainOf, actorClaim } from '../../protocol/delegation.ts';
import { isJsonObject } from '../../protocol/json-object.ts';
import type { IntrospectionResponse } from '../../../generated/sso/types.ts';
import type { SsoHandlerContext } from '../context.ts';
import { secretKey } from './grant-secrets.ts';
import type { Client } from '../clients/client.ts';
import { statusIndexOf } from './status-lists.ts';
import { sessionIdOf } from './sign-tokens.ts';

/** Introspects a token (RFC 7662) for a client that authenticates. */
export const introspectToken: SsoHandler<'introspectToken'> = async ({ body, respond, ...context }) => {
  const { rawHeaders } = context.request;
  const presents = headerValues(headerPairs(rawHeaders), 'authorization').length > 0;
  if (!presents && body.client_id === undefined && body.client_assertion === undefined)
    throw clientRefused('Introspection needs client credentials.');
  const { client } = await authenticateClient(body, context, context.clients.byAddress);
  // Otherwise an unauthenticated caller could try tokens here (RFC 7662 §4).
  if (!client || client.tokenEndpointAuthMethod === 'none')
    throw clientRefused('Only clients that authenticate may introspect tokens.');
  return respond(200, await introspect(body.token, client, context));
};

type IntrospectionContext = Pick<SsoHandlerContext, 'sessions' | 'signingKeys' | 'settings' | 'subjects' | 'now'>;

/** Response for every token that the caller may not use or know (RFC 7662 §2.2). */
const inactive: IntrospectionResponse = { active: false };

/** Describes a token to a resource server (RFC 7662 §2.2): its own refresh token, or an access token meant for it. */
async function introspect(
  token: string,
  caller: Client,
  context: IntrospectionContext,
): Promise<IntrospectionResponse> {
  return (await refreshTokenState(token, caller, context)) ?? (await accessTokenState(token, caller, context));
}

/** @returns undefined when the token is no refresh token */
async function refreshTokenState(
  token: string,
  caller: Client,
  { sessions, settings: { issuer }, subjects, now }: IntrospectionContext,
): Promise<IntrospectionResponse | undefined> {
  const key = secretKey(token);
  const session = await sessions.byRefreshToken(key);
  if (!session) return undefined;
  const { clientAddress, ownerSub, scope, jkt } = session;
  const expiresAt = await sessions.refreshTokenExpiry(key, now());
  if (clientAddress !== caller.address || expiresAt === undefined) return inactive;
  const exp = Math.floor(expiresAt.getTime() / 1000);
  return {
    active: true,
    iss: issuer,
    sub: subjects.of(ownerSub, caller),
    client_id: clientAddress,
    scope,
    exp,
    ...(jkt !== null && { cnf: { jkt } }),
  };
}

async function accessTokenState(
  token: string,
  caller: Client,
  { sessions, signingKeys, settings: { issuer }, now }: IntrospectionContext,
): Promise<IntrospectionResponse> {
  const at = now();
  const verified = await verifyAccessToken({
    token,
    keys: signingKeys.resolve,
    issuer,
    audience: caller.reach === 'platform' ? [caller.address, issuer] : caller.address,
    now: at.getTime() / 1000,
  }).catch((error: unknown) => {
    if (error instanceof AccessTokenError) return undefined;
    throw error;
  });
  const sessionId = verified && sessionIdOf(verified.jti);
  const statusIndex = verified && statusIndexOf(verified.claims);
  if (!sessionId || statusIndex === undefined) return inactive;
  if ((await sessions.ownerOfAccessToken({ sessionId, statusIndex, at })) === undefined) return inactive;
  const { sub, clientId, jti, iat, exp, claims } = verified;
  const act = actorClaim(actorChainOf(claims));
  const details = claims['authorization_details'];
  const jkt = isJsonObject(claims['cnf']) ? claims['cnf']['jkt'] : undefined;
  return {
    active: true,
    iss: issuer,
    sub,
    aud: [claims['aud']].flat().map(String),
    client_id: clientId,
    scope: String(claims['scope']),
    token_type: jkt === undefined ? 'Bearer' : 'DPoP',
    jti,
    iat,
    exp,
    ...(typeof jkt === 'string' && { cnf: { jkt } }),
    ...(act && { act }),
    // The provider signed them as the contract describes.
    ...(Array.isArray(details) && { authorization_details: details }),
  };
}
