import { originFault } from '../client-origin.ts';
import { invalidRequest, providerNotFound } from '../errors.ts';
import type { SsoHandler } from '../handler.ts';
import { providerOf } from '../provider.ts';

/** Changes what is given of an application; lists are replaced whole. */
export const updateProvider: SsoHandler<'updateProvider'> = async ({
  path: { providerAddress },
  body,
  atomically,
  now,
  request,
  respond,
}) => {
  const fault = originFault(body.allowedOrigins ?? []);
  if (fault !== undefined) throw invalidRequest(fault);
  const client = await atomically(async ({ clients, audit }) => {
    const updated = await clients.update(providerAddress, body);
    if (!updated) throw providerNotFound(providerAddress);
    await audit.record({
      event: 'provider_updated',
      at: now(),
      requestId: request.id,
      clientAddress: providerAddress,
      ip: request.ip,
      details: body,
    });
    return updated;
  });
  return respond(200, providerOf(client));
};
