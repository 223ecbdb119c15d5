import { ofRequest } from '../administration/audit-store.ts';
import { usesSecret } from './client-key-set.ts';
import { secretLimit } from './client.ts';
import {
  ownApplication,
  providerNotFound,
  secretLimitReached,
  secretNotFound,
  secretNotUsed,
} from '../errors/administration-errors.ts';
import type { SsoHandler } from '../handler.ts';
import { secretHash } from '../tokens/grant-secrets.ts';

/** Creates a second secret, so that an application moves to it before the former one is revoked. */
export const createProviderSecret: SsoHandler<'createProviderSecret'> = async ({
  path: { providerAddress },
  administrator,
  atomically,
  secrets,
  newId,
  now,
  request,
  respond,
}) => {
  const at = now();
  const clientSecret = secrets.generate();
  const secretId = newId();
  await atomically(async ({ clients, audit }) => {
    const changed = await clients.changeSecrets(
      providerAddress,
      ({ kind, name, tokenEndpointAuthMethod, secrets: known }) => {
        if (kind === 'own') throw ownApplication(name);
        if (!usesSecret(tokenEndpointAuthMethod)) throw secretNotUsed(tokenEndpointAuthMethod);
        if (known.length >= secretLimit) throw secretLimitReached(secretLimit);
        return [...known, { id: secretId, hash: secretHash(clientSecret), createdAt: at }];
      },
    );
    if (!changed) throw providerNotFound(providerAddress);
    await audit.record({
      event: 'client_secret_created',
      at,
      ...ofRequest(request),
      clientAddress: providerAddress,
      administrator,
      details: { secretId },
    });
  });
  return respond(201, { secretId, clientSecret, createdAt: at.toISOString() });
};

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
      ...ofRequest(request),
      clientAddress: providerAddress,
      administrator,
      details: { secretId },
    });
  });
  return respond(204);
};
