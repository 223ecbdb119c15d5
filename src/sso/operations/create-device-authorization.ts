import { authenticateClient } from '../client-authentication/authenticate-client.ts';
import { isAllowedOrigin } from '../client-origin.ts';
import { startDeviceAuthorization } from '../device-authorization/start-device-authorization.ts';
import { invalidClient, originNotAllowed, redirectOnly } from '../errors/oauth-errors.ts';
import { requireKeyOrPromise } from '../reach/dpop-demand.ts';
import { grantedScope, requireScopeOfClient } from '../reach/granted-scope.ts';
import { checkResource } from '../reach/token-audience.ts';
import type { SsoHandler } from '../handler.ts';

/** Starts the sign-in of a device (RFC 8628 §3.1). */
export const createDeviceAuthorization: SsoHandler<'createDeviceAuthorization'> = async ({
  body,
  respond,
  ...context
}) => {
  await context.clientDocuments.refresh(body.client_id, context.request.ip);
  const { client } = await authenticateClient(body, context);
  if (!client || client.disabledAt !== null) throw invalidClient();
  if (client.kind === 'own') throw redirectOnly(client.name);
  const { origin } = context.request;
  if (origin !== undefined && !isAllowedOrigin(client.allowedOrigins, origin)) throw originNotAllowed(origin);
  const requestedScope = body.scope ?? 'openid';
  requireScopeOfClient(requestedScope, client);
  const { reach, address: clientAddress } = client;
  const resource = body.resource ?? null;
  checkResource(
    { clientAddress, reach, resource, scope: grantedScope(requestedScope, client, context.settings) },
    context.settings,
  );
  requireKeyOrPromise({ dpopJkt: body.dpop_jkt, resource }, client, context.settings);
  const { agent_name: agentName = null, dpop_jkt: dpopJkt = null } = body;
  return respond(
    200,
    await startDeviceAuthorization({ client, resource, requestedScope, agentName, dpopJkt }, context),
  );
};
