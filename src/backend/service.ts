import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import contract from '../../generated/backend/spec.json' with { type: 'json' };
import { createAdministratorDirectory, createAdministratorScheme } from '../runtime/caller/administrators.ts';
import { consoleOrigins } from '../runtime/http/cors.ts';
import { createService, type ServiceEnvironment } from '../runtime/http/create-service.ts';
import { startDeletingExpired } from '../runtime/jobs/delete-expired.ts';
import type { MasterKey } from '../runtime/start/master-key.ts';
import { type UsedProofs, createReplayStore } from '../runtime/caller/replay-store.ts';
import { createTokenVerification, resourceMetadataUrl } from '../runtime/caller/resource-server.ts';
import { type BackendContextDependencies, createBackendContext } from './context.ts';
import { invalidAdminKey, insufficientAdminScope, backendErrors } from './errors.ts';
import { createLastSeenUpdater } from './people/user-store.ts';
import { backendHandlers } from './operations.ts';
import { createApprovalScheme, createBackendBearerScheme, createBackendDpopScheme } from './security.ts';
import { missingPaymentSettings } from './settings.ts';
import { createSettledHook, startSettledHook } from './payments/settled-hook.ts';

export interface BackendDependencies extends Omit<BackendContextDependencies, 'metrics' | 'settledHookKey'> {
  /** Loads the master key, which the settled hook needs. */
  readonly masterKey: () => Promise<MasterKey>;
  /** Stores used proofs instead of the database. */
  readonly usedProofs?: UsedProofs | undefined;
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
  const proofs = createReplayStore(database.db, 'backend.dpop_proofs', dependencies.usedProofs);
  const resourceMetadata = resourceMetadataUrl(settings.baseUrl);
  const { settledHookUrl } = settings;
  const hook =
    settledHookUrl === undefined ? undefined : createSettledHook(settledHookUrl, await dependencies.masterKey());
  const { metrics } = environment;
  const context = createBackendContext({ ...dependencies, metrics, settledHookKey: hook?.publicKey });
  const tokens = {
    ...createTokenVerification({ ...settings, fetch: dependencies.fetch, now }),
    issuer: settings.issuer,
    audience: [
      settings.audience,
      settings.baseUrl,
      ...(settings.hostAudience === undefined ? [] : [settings.hostAudience]),
    ],
    now,
    resourceMetadata,
    updateLastSeen: createLastSeenUpdater(context),
  };

  const app = await createService(
    {
      name: 'backend',
      contract,
      handlers: backendHandlers,
      context,
      now,
      security: {
        bearer: createBackendBearerScheme(tokens),
        dpop: createBackendDpopScheme({ ...tokens, replayStore: proofs }),
        approval: createApprovalScheme({ ...tokens, audience: settings.baseUrl, replayStore: proofs }),
        adminKey: createAdministratorScheme({
          directory: createAdministratorDirectory({
            issuer: settings.issuer,
            fetch: dependencies.fetch,
            monotonicNow: () => performance.now(),
          }),
          keyRefused: invalidAdminKey,
          scopeMissing: insufficientAdminScope,
        }),
      },
      errors: backendErrors({ resourceMetadata }),
      cors: consoleOrigins(settings.consoleOrigins),
      extend: async (service) => {
        await serveIcons(service);
      },
    },
    environment,
  );
  for (const warning of missingPaymentSettings(settings)) app.log.warn(warning);
  const hookWork = hook && startSettledHook(hook, dependencies);
  if (hook) {
    const { url, publicKey } = hook;
    app.log.info({ url, publicKey }, `settled payments are reported to ${url}, signed by the key ${publicKey}`);
  }
  const deletions = [
    ...(hookWork ? [(limit: number) => hookWork.deleteEnded(now(), limit)] : []),
    (limit: number) => proofs.deleteExpired(now(), limit),
    (limit: number) => context.intents.deleteExpiredKeys(now(), limit),
    (limit: number) => context.intents.deleteExpired(now(), limit),
  ];
  const deletion = startDeletingExpired(deletions, environment);
  return {
    app,
    stop: async () => {
      await hookWork?.stop();
      await deletion.stop();
    },
  };
}

/** Serves the icons that the products' `iconUrl` names. */
async function serveIcons(app: FastifyInstance): Promise<void> {
  await app.register(fastifyStatic, {
    root: new URL('invoices/icons/', import.meta.url),
    prefix: '/icons/',
    maxAge: '1d',
  });
}
