import { providerNotFound } from '../errors.ts';
import type { SsoHandler } from '../handler.ts';
import { providerResponse } from '../responses.ts';

/** Disables an application, with its pending sign-ins and its sessions. Idempotent. */
export const disableProvider: SsoHandler<'disableProvider'> = async ({
  path: { providerAddress },
  administrator,
  atomically,
  now,
  request,
  respond,
}) => {
  const at = now();
  const client = await atomically(async ({ clients, audit }) => {
    const disabled = await clients.disable(providerAddress, at);
    if (!disabled) throw providerNotFound(providerAddress);
    await audit.record({
      event: 'provider_disabled',
      at,
      requestId: request.id,
      clientAddress: providerAddress,
      ip: request.ip,
      administrator,
    });
    return disabled;
  });
  return respond(200, providerResponse(client));
};
