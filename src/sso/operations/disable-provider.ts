import { ownApplication, providerNotFound } from '../errors/administration-errors.ts';
import type { SsoHandler } from '../handler.ts';
import { providerResponse } from '../responses.ts';

/** Disables an application, with its pending sign-ins and its sessions. Idempotent. */
export const disableProvider: SsoHandler<'disableProvider'> = async ({
  path: { providerAddress },
  administrator,
  atomically,
  metrics,
  now,
  request,
  respond,
}) => {
  const at = now();
  const { client, ended } = await atomically(async ({ clients, sessionTree, audit }) => {
    const known = await clients.byAddress(providerAddress);
    if (known?.kind === 'own') throw ownApplication(known.name);
    const disabled = await clients.disable(providerAddress, at);
    if (!disabled) throw providerNotFound(providerAddress);
    const event = {
      event: 'provider_disabled',
      at,
      requestId: request.id,
      clientAddress: providerAddress,
      ip: request.ip,
      administrator,
    } as const;
    const node = { kind: 'client', address: providerAddress } as const;
    const ended = await sessionTree.endSession({ node, reason: 'provider_disabled', at, event });
    if (!ended) await audit.record(event);
    return { client: disabled, ended };
  });
  metrics.revoked('provider_disabled', ended?.sessions);
  return respond(200, providerResponse(client));
};
