import { providerNotFound } from '../errors.ts';
import type { SsoHandler } from '../handler.ts';
import { providerOf } from '../provider.ts';

/** Changes what is given of an application; lists are replaced whole. */
export const updateProvider: SsoHandler<'updateProvider'> = async ({
  path: { providerAddress },
  body,
  clients,
  audit,
  now,
  request,
  respond,
}) => {
  const client = await clients.update(providerAddress, body);
  if (!client) throw providerNotFound(providerAddress);
  await audit.record({
    event: 'provider_updated',
    at: now(),
    requestId: request.id,
    clientAddress: providerAddress,
    ip: request.ip,
    details: body,
  });
  return respond(200, providerOf(client));
};
