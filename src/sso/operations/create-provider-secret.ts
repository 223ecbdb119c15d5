import { usesSecret } from '../client-authentication/auth-method.ts';
import { secretLimit } from '../client-authentication/client-secret.ts';
import {
  ownApplication,
  providerNotFound,
  secretLimitReached,
  secretNotUsed,
} from '../errors/administration-errors.ts';
import type { SsoHandler } from '../handler.ts';
import { secretHash } from '../secret-hash.ts';

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
      requestId: request.id,
      clientAddress: providerAddress,
      ip: request.ip,
      administrator,
      details: { secretId },
    });
  });
  return respond(201, { secretId, clientSecret, createdAt: at.toISOString() });
};
