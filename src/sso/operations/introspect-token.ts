import { headerPairs, headerValues } from '../../protocol/raw-headers.ts';
import { authenticateClient } from '../client-authentication/authenticate-client.ts';
import { clientRefused } from '../errors/oauth-errors.ts';
import type { SsoHandler } from '../handler.ts';
import { introspect } from '../revocation/introspection.ts';

/** Introspects a token (RFC 7662) for a client that authenticates. */
export const introspectToken: SsoHandler<'introspectToken'> = async ({ body, respond, ...context }) => {
  const { rawHeaders } = context.request;
  const presents = headerValues(headerPairs(rawHeaders), 'authorization').length > 0;
  if (!presents && body.client_id === undefined && body.client_assertion === undefined)
    throw clientRefused('Introspection needs client credentials.');
  const { client } = await authenticateClient(body, context);
  // Otherwise an unauthenticated caller could try tokens here (RFC 7662 §4).
  if (!client || client.tokenEndpointAuthMethod === 'none')
    throw clientRefused('Only clients that authenticate may introspect tokens.');
  return respond(200, await introspect(body.token, client, context));
};
