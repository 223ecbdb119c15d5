import { requireKeysFor } from '../client-authentication/require-keys.ts';
import { originViolation } from '../client-origin.ts';
import { invalidOauthRequest } from '../errors/oauth-errors.ts';
import { consoleProtected, providerNotFound } from '../errors/administration-errors.ts';
import { logoutUriViolation } from '../logout/check-logout-uri.ts';
import type { SsoHandler } from '../handler.ts';
import { providerResponse } from '../responses.ts';

/** Updates the given members of an application; lists are replaced as a whole. */
export const updateProvider: SsoHandler<'updateProvider'> = async ({
  path: { providerAddress },
  administrator,
  body: { jwks, ...change },
  atomically,
  outbound,
  settings,
  now,
  request,
  respond,
}) => {
  if (providerAddress === settings.consoleClient) throw consoleProtected();
  const violation =
    originViolation(change.allowedOrigins ?? []) ?? (await logoutUriViolation(change.backchannelLogoutUri, outbound));
  if (violation !== undefined) throw invalidOauthRequest(violation);
  const client = await atomically(async ({ clients, audit }) => {
    const known = await clients.byAddress(providerAddress);
    if (!known) throw providerNotFound(providerAddress);
    const keys = jwks && requireKeysFor(known.tokenEndpointAuthMethod, jwks);
    const updated = await clients.update(providerAddress, { ...change, ...(keys && { jwks: keys }) });
    if (!updated) throw providerNotFound(providerAddress);
    await audit.record({
      event: 'provider_updated',
      at: now(),
      requestId: request.id,
      clientAddress: providerAddress,
      ip: request.ip,
      administrator,
      details: { ...change, ...(jwks && { jwks }) },
    });
    return updated;
  });
  return respond(200, providerResponse(client));
};
