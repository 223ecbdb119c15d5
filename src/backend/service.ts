import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import contract from '../../generated/backend/spec.json' with { type: 'json' };
import { parseEd25519Hex } from '../protocol/ed25519-key.ts';
import { createVerifiedTokenCache } from '../protocol/verified-token-cache.ts';
import { createService, type ServiceEnvironment } from '../runtime/create-service.ts';
import type { Database } from '../runtime/database.ts';
import { createKeySetCache } from '../protocol/key-set-cache.ts';
import { startDeletingExpired } from '../runtime/delete-expired.ts';
import { createReplayStore } from '../runtime/replay-store.ts';
import { createAttendance } from './attendance.ts';
import { createCatalog, type Product, type Recipients } from './catalog.ts';
import type { BackendDatabase } from './database.ts';
import { createDocuments, resourceMetadataUrl } from './documents.ts';
import { backendErrors } from './errors.ts';
import type { BackendContext } from './handler.ts';
import { backendHandlers } from './operations/index.ts';
import { createBearerScheme, createDpopScheme } from './security.ts';
import { type BackendSettings, paidRecipients, unsold } from './settings.ts';
import { createPaymentIntentStore } from './store/payment-intents.ts';
import { createTransactionStore } from './store/transactions.ts';
import { createUserStore } from './store/users.ts';

export interface BackendParts {
  readonly database: Database;
  readonly settings: BackendSettings;
  /** What is sold. */
  readonly products: (recipients: Recipients, baseUrl: string) => readonly Product[];
  readonly environment: ServiceEnvironment;
  readonly now: () => Date;
  readonly randomBytes: (length: number) => Uint8Array;
  readonly newId: () => string;
  readonly fetch: typeof globalThis.fetch;
}

export interface BackendService {
  readonly app: FastifyInstance;
  /** Ends the background work; `app.close()` ends the rest. */
  readonly stop: () => Promise<void>;
}

/** The mini-app backend over a migrated database, with settings that have no `backendProblems`. */
export async function createBackendService(parts: BackendParts): Promise<BackendService> {
  const { database, settings, environment, now, randomBytes, newId } = parts;
  const { webhookPublicKey } = settings;
  const sold = parts.products(paidRecipients(settings), settings.baseUrl);
  const db = database.as<BackendDatabase>();
  const intents = createPaymentIntentStore(db);
  const proofs = createReplayStore(database.db, 'backend.dpop_proofs');
  const jwks = createKeySetCache({ url: settings.jwksUrl, fetch: parts.fetch, now: () => now().getTime() });
  const challenge = { resourceMetadata: resourceMetadataUrl(settings.baseUrl) };

  const users = createUserStore(db);
  const context: BackendContext = {
    users,
    intents,
    transactions: createTransactionStore(db),
    catalog: createCatalog(sold),
    documents: createDocuments(settings.baseUrl, settings.issuer),
    webhookKey: webhookPublicKey === undefined ? undefined : parseEd25519Hex(webhookPublicKey),
    now,
    newId,
    randomBytes,
  };
  const tokens = {
    issuer: settings.issuer,
    audience: settings.audience,
    keys: (kid: string) => jwks.key(kid),
    tokenCache: createVerifiedTokenCache(),
    now,
    challenge,
    attend: createAttendance({ users, now, newId }),
  };

  const app = await createService(
    {
      name: 'backend',
      contract,
      handlers: backendHandlers,
      context,
      security: { bearer: createBearerScheme(tokens), dpop: createDpopScheme({ ...tokens, replayStore: proofs }) },
      errors: backendErrors(challenge),
      extend: servePictures,
    },
    environment,
  );
  for (const warning of unsold(settings)) app.log.warn(warning);
  const prunes = [
    (limit: number) => proofs.deleteExpired(now(), limit),
    (limit: number) => intents.pruneKeys(now(), limit),
  ];
  const pruning = startDeletingExpired(prunes, environment);
  return { app, stop: () => pruning.stop() };
}

/** What the products' iconUrl points at. */
async function servePictures(app: FastifyInstance): Promise<void> {
  await app.register(fastifyStatic, { root: new URL('icons/', import.meta.url), prefix: '/icons/', maxAge: '1d' });
}
