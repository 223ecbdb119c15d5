import { ownApplication, providerNotFound, secretNotFound } from '../errors/administration-errors.ts';
import type { SsoHandler } from '../handler.ts';

/** Revokes a secret of an application at once. */
export const revokeProviderSecret: SsoHandler<'revokeProviderSecret'> = async ({
  path: { providerAddress, secretId },
  administrator,
  atomically,
  now,
  request,
  respond,
}) => {
  await atomically(async ({ clients, audit }) => {
    const changed = await clients.changeSecrets(providerAddress, ({ kind, name, secrets }) => {
      if (kind === 'own') throw ownApplication(name);
      if (!secrets.some(({ id }) => id === secretId)) throw secretNotFound(secretId);
      return secrets.filter(({ id }) => id !== secretId);
    });
    if (!changed) throw providerNotFound(providerAddress);
    await audit.record({
      event: 'client_secret_revoked',
      at: now(),
      requestId: request.id,
      clientAddress: providerAddress,
      ip: request.ip,
      administrator,
      details: { secretId },
    });
  });
  return respond(204);
};
