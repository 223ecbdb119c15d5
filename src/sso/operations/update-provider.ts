import { originViolation } from '../client-origin.ts';
import { invalidOauthRequest, providerNotFound } from '../errors.ts';
import type { SsoHandler } from '../handler.ts';
import { providerResponse } from '../responses.ts';

/** Updates the given members of an application; lists are replaced as a whole. */
export const updateProvider: SsoHandler<'updateProvider'> = async ({
  path: { providerAddress },
  body,
  administrator,
  atomically,
  now,
  request,
  respond,
}) => {
  const violation = originViolation(body.allowedOrigins ?? []);
  if (violation !== undefined) throw invalidOauthRequest(violation);
  const client = await atomically(async ({ clients, audit }) => {
    const updated = await clients.update(providerAddress, body);
    if (!updated) throw providerNotFound(providerAddress);
    await audit.record({
      event: 'provider_updated',
      at: now(),
      requestId: request.id,
      clientAddress: providerAddress,
      ip: request.ip,
      administrator,
      details: body,
    });
    return updated;
  });
  return respond(200, providerResponse(client));
};
