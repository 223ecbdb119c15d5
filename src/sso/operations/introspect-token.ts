import { authenticateClient } from '../client-authentication/authenticate-client.ts';
import { clientRefused } from '../errors.ts';
import type { SsoHandler } from '../handler.ts';
import { introspect } from '../revocation/introspection.ts';

/** Introspects a token (RFC 7662) for a client that authenticates. */
export const introspectToken: SsoHandler<'introspectToken'> = async ({ body, respond, ...context }) => {
  const { authorization } = context.request.headers;
  const named = [authorization, body.client_id, body.client_assertion].some((given) => given !== undefined);
  if (!named) throw clientRefused('Introspection needs client credentials.');
  const { client } = await authenticateClient(body, context);
  // Otherwise anybody could try tokens here (RFC 7662 §4).
  if (!client || client.tokenEndpointAuthMethod === 'none')
    throw clientRefused('Only clients that authenticate may introspect tokens.');
  return respond(200, await introspect(body.token, client, context));
};
