import { providerNotFound } from '../errors.ts';
import type { SsoHandler } from '../handler.ts';
import { providerOf } from '../provider.ts';

/** Switches an application off, with its open sign-ins and its sessions. Twice changes nothing. */
export const disableProvider: SsoHandler<'disableProvider'> = async ({
  path: { providerAddress },
  clients,
  audit,
  now,
  request,
  respond,
}) => {
  const at = now();
  const client = await clients.disable(providerAddress, at);
  if (!client) throw providerNotFound(providerAddress);
  await audit.record({
    event: 'provider_disabled',
    at,
    requestId: request.id,
    clientAddress: providerAddress,
    ip: request.ip,
  });
  return respond(200, providerOf(client));
};
