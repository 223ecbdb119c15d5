import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import contract from '../../generated/backend/spec.json' with { type: 'json' };
import { createService, type ServiceEnvironment } from '../runtime/create-service.ts';
import { startDeletingExpired } from '../runtime/delete-expired.ts';
import { createReplayStore } from '../runtime/replay-store.ts';
import { createTokenVerification } from '../runtime/token-verification.ts';
import { type BackendContextDependencies, createBackendContext } from './context.ts';
import { resourceMetadataUrl } from './documents.ts';
import { backendErrors } from './errors.ts';
import { createLastSeenUpdater } from './last-seen.ts';
import { backendHandlers } from './operations/index.ts';
import { createBackendBearerScheme, createBackendDpopScheme } from './security.ts';
import { unsold } from './settings.ts';

export interface BackendDependencies extends BackendContextDependencies {
  readonly environment: ServiceEnvironment;
  readonly fetch: typeof globalThis.fetch;
}

export interface BackendService {
  readonly app: FastifyInstance;
  /** Ends the background jobs; `app.close()` ends the rest. */
  readonly stop: () => Promise<void>;
}

/** Creates the mini-app backend on a migrated database. The settings must have no `backendProblems`. */
export async function createBackendService(dependencies: BackendDependencies): Promise<BackendService> {
  const { database, settings, environment, now } = dependencies;
  const proofs = createReplayStore(database.db, 'backend.dpop_proofs');
  const challenge = { resourceMetadata: resourceMetadataUrl(settings.baseUrl) };
  const context = createBackendContext(dependencies);
  const tokens = {
    ...createTokenVerification({ ...settings, fetch: dependencies.fetch, now }),
    issuer: settings.issuer,
    audience: [
      settings.audience,
      settings.baseUrl,
      ...(settings.hostAudience === undefined ? [] : [settings.hostAudience]),
    ],
    now,
    challenge,
    updateLastSeen: createLastSeenUpdater(context),
  };

  const app = await createService(
    {
      name: 'backend',
      contract,
      handlers: backendHandlers,
      context,
      security: {
        bearer: createBackendBearerScheme(tokens),
        dpop: createBackendDpopScheme({ ...tokens, replayStore: proofs }),
      },
      errors: backendErrors(challenge),
      extend: serveIcons,
    },
    environment,
  );
  for (const warning of unsold(settings)) app.log.warn(warning);
  const deletions = [
    (limit: number) => proofs.deleteExpired(now(), limit),
    (limit: number) => context.intents.deleteExpiredKeys(now(), limit),
  ];
  const deletion = startDeletingExpired(deletions, environment);
  return { app, stop: () => deletion.stop() };
}

/** Serves the icons that the products' `iconUrl` names. */
async function serveIcons(app: FastifyInstance): Promise<void> {
  await app.register(fastifyStatic, { root: new URL('icons/', import.meta.url), prefix: '/icons/', maxAge: '1d' });
}
