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
import type { SsoHandlerContext } from '../context.ts';
import type { SsoHandler, SsoRequestContext } from '../handler.ts';
import type { SsoStores } from '../stores.ts';
import { secretHash } from '../tokens/grant-secrets.ts';
import type { Registrar } from './register-application.ts';

/** Who changes the secrets of an application. */
export interface SecretChange {
  readonly registrar: Registrar;
  /** Checks in the transaction of the change that they may. */
  readonly authorize?: (stores: SsoStores) => Promise<unknown>;
}

type Context = SsoHandlerContext & SsoRequestContext;

/** Creates a second secret. @throws DomainError when the application has two already, or authenticates without one */
export async function createSecret(
  clientId: string,
  { registrar, authorize }: SecretChange,
  { atomically, secrets, newId, now, request }: Context,
) {
  const at = now();
  const clientSecret = secrets.generate();
  const secretId = newId();
  await atomically(async (stores) => {
    await authorize?.(stores);
    const changed = await stores.clients.changeSecrets(
      clientId,
      ({ kind, name, tokenEndpointAuthMethod, secrets: known }) => {
        if (kind === 'own') throw ownApplication(name);
        if (!usesSecret(tokenEndpointAuthMethod)) throw secretNotUsed(tokenEndpointAuthMethod);
        if (known.length >= secretLimit) throw secretLimitReached(secretLimit);
        return [...known, { id: secretId, hash: secretHash(clientSecret), createdAt: at }];
      },
    );
    if (!changed) throw providerNotFound(clientId);
    await stores.audit.record({
      event: 'client_secret_created',
      at,
      ...ofRequest(request),
      clientAddress: clientId,
      ...registrar,
      details: { secretId },
    });
  });
  return { secretId, clientSecret, createdAt: at.toISOString() };
}

/** Revokes a secret at once. */
export async function revokeSecret(
  { clientId, secretId }: { readonly clientId: string; readonly secretId: string },
  { registrar, authorize }: SecretChange,
  { atomically, now, request }: Context,
): Promise<void> {
  await atomically(async (stores) => {
    await authorize?.(stores);
    const changed = await stores.clients.changeSecrets(clientId, ({ kind, name, secrets }) => {
      if (kind === 'own') throw ownApplication(name);
      if (!secrets.some(({ id }) => id === secretId)) throw secretNotFound(secretId);
      return secrets.filter(({ id }) => id !== secretId);
    });
    if (!changed) throw providerNotFound(clientId);
    await stores.audit.record({
      event: 'client_secret_revoked',
      at: now(),
      ...ofRequest(request),
      clientAddress: clientId,
      ...registrar,
      details: { secretId },
    });
  });
}

/** Creates a second secret, so that an application moves to it before the former one is revoked. */
export const createProviderSecret: SsoHandler<'createProviderSecret'> = async ({
  path: { providerAddress },
  administrator,
  respond,
  ...context
}) => respond(201, await createSecret(providerAddress, { registrar: { administrator } }, context));

/** Revokes a secret of an application at once. */
export const revokeProviderSecret: SsoHandler<'revokeProviderSecret'> = async ({
  path: { providerAddress: clientId, secretId },
  administrator,
  respond,
  ...context
}) => {
  await revokeSecret({ clientId, secretId }, { registrar: { administrator } }, context);
  return respond(204);
};
