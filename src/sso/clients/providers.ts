import { ofRequest } from '../administration/audit-store.ts';
import { readPage, type SsoHandler, type SsoRequestContext } from '../handler.ts';
import type { SsoStores } from '../stores.ts';
import { type Client, providerResponse, secretLimit } from './client.ts';
import { changeApplication, disableApplication, registerApplication, type Registrar } from './register-application.ts';
import {
  ownApplication,
  providerNotFound,
  secretLimitReached,
  secretNotFound,
  secretNotUsed,
} from '../errors/administration-errors.ts';
import { usesSecret } from './client-key-set.ts';
import type { SsoHandlerContext } from '../context.ts';
import { secretHash } from '../tokens/grant-secrets.ts';

/** Registers an application at a random address. */
export const createProvider: SsoHandler<'createProvider'> = async ({ administrator, body, respond, ...context }) => {
  const registration = { registration: 'administrator', registrar: { administrator } } as const;
  const { client, clientSecret } = await registerApplication(body, registration, context);
  const { settings } = context;
  return respond(
    201,
    { ...providerResponse(client, settings.issuer), ...(clientSecret !== undefined && { clientSecret }) },
    { location: `/api/v1/providers/${client.address}` },
  );
};

/** @throws DomainError `provider_not_found` */
async function requireProvider({ clients }: Pick<SsoStores, 'clients'>, address: string): Promise<Client> {
  const client = await clients.byAddress(address);
  if (!client) throw providerNotFound(address);
  return client;
}

/** Updates the given members of an application; lists are replaced as a whole. */
export const updateProvider: SsoHandler<'updateProvider'> = async ({
  path: { providerAddress },
  administrator,
  body,
  respond,
  ...context
}) => {
  const find = (stores: Pick<SsoStores, 'clients'>) => requireProvider(stores, providerAddress);
  const client = await changeApplication(body, { registrar: { administrator }, find }, context);
  return respond(200, providerResponse(client, context.settings.issuer));
};

/** Returns one application, disabled or not. */
export const getProvider: SsoHandler<'getProvider'> = async ({
  path: { providerAddress },
  clients,
  settings,
  respond,
}) => respond(200, providerResponse(await requireProvider({ clients }, providerAddress), settings.issuer));

/** Form of a client_id. */
const address = /^(?:[0-9a-f]{32}|https?:[\x21-\x7e]{1,256})$/;

/** Lists all applications, the most recently created first. */
export const listProviders: SsoHandler<'listProviders'> = async ({ query, clients, settings: { issuer }, respond }) => {
  const position = (client: Client) => ({ at: client.createdAt, id: client.address });
  const { items, ...page } = await readPage(query, (page) => clients.list(page), position, address);
  return respond(200, {
    providers: items.map((client) => providerResponse(client, issuer)),
    ...page,
  });
};

/** Disables an application, with its pending sign-ins and its sessions. Idempotent. */
export const disableProvider: SsoHandler<'disableProvider'> = async ({
  path: { providerAddress },
  administrator,
  atomically,
  metrics,
  settings,
  now,
  request,
  respond,
}) => {
  const at = now();
  const { client, ended } = await atomically(async (stores) => {
    const known = await requireProvider(stores, providerAddress);
    if (known.kind === 'own') throw ownApplication(known.name);
    const event = { event: 'provider_disabled', at, ...ofRequest(request), administrator } as const;
    return disableApplication(stores, known, event);
  });
  metrics.revoked('provider_disabled', ended?.sessions);
  return respond(200, providerResponse(client, settings.issuer));
};

/** Returns the key that signs the directories of agents, signed by itself. */
export const getProviderDirectory: SsoHandler<'getProviderDirectory'> = async ({ directories, request, respond }) => {
  const directory = { keys: [directories.key] };
  return respond(200, directory, await directories.headers(request.url, directory));
};

/** Who changes the secrets of an application. */
interface SecretChange {
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
