import type { FastifyInstance } from 'fastify';
import contract from '../../generated/notifications/spec.json' with { type: 'json' };
import { createAdministratorDirectory, createAdministratorScheme } from '../runtime/caller/administrators.ts';
import { createService } from '../runtime/http/create-service.ts';
import type { CorsRules } from '../runtime/http/cors.ts';
import { startDeletingExpired } from '../runtime/jobs/delete-expired.ts';
import { createReplayStore } from '../runtime/caller/replay-store.ts';
import { createTokenVerification } from '../runtime/caller/resource-server.ts';
import { createApiKeyCache } from './api-keys/api-key-store.ts';
import { startBackgroundWork } from './background-work.ts';
import { createNotificationsContext, type NotificationsDependencies } from './context.ts';
import type { NotificationsDatabase } from './database.ts';
import { invalidAdminKey, insufficientAdminScope, notificationsErrors } from './errors.ts';
import { notificationsHandlers } from './operations.ts';
import { createNotificationsSecurity } from './security.ts';
import { expiredRowDeletions } from './delete-expired-store.ts';

/** Largest request body, bytes. */
const bodyLimit = 64 * 1024;

/** Creates the notification service on a migrated database and starts its workers. The caller listens and closes. */
export async function createNotificationsService(dependencies: NotificationsDependencies): Promise<{
  readonly app: FastifyInstance;
  /** Stops background work: attempts in flight are finished, due work waits for the next start. */
  readonly stop: () => Promise<void>;
}> {
  const { database, masterKey, settings, environment, now, pages } = dependencies;
  const db = database.as<NotificationsDatabase>();
  const replayStore = createReplayStore(database.db, 'notifications.dpop_proofs', dependencies.usedProofs);
  const tokens = createTokenVerification({ ...settings, fetch: dependencies.fetch, now });
  const { context, outbound, stopEventBus } = await createNotificationsContext({
    ...dependencies,
    statusLists: tokens.statusLists,
  });
  const work = startBackgroundWork({ db, context, environment, outbound, settings });
  const apiKeyCache = createApiKeyCache();

  const app = await createService(
    {
      name: 'notifications',
      contract,
      handlers: notificationsHandlers,
      context: { ...context, pushIntake: work.pushIntake },
      now,
      identifyClient: apiKeyCache.clientOf,
      security: {
        ...createNotificationsSecurity({
          ...tokens,
          apiKeys: context.store.apiKeys,
          apiKeyCache,
          issuer: settings.issuer,
          resource: environment.baseUrl,
          replayStore,
          masterKey,
          portalClients: settings.portalClients,
          now,
        }),
        adminKey: createAdministratorScheme({
          directory: createAdministratorDirectory({
            issuer: settings.issuer,
            fetch: dependencies.fetch,
            monotonicNow: () => performance.now(),
          }),
          keyRefused: invalidAdminKey,
          scopeMissing: ({ name }, scope) => insufficientAdminScope(name, scope),
        }),
      },
      errors: notificationsErrors,
      bodyLimit,
      cors: pageOrigins(settings.allowedOrigins),
      extend: async (instance) => {
        // Open streams would keep the server from closing.
        instance.addHook('preClose', async () => context.streams.stop());
        await pages?.(instance);
      },
    },
    environment,
  );

  const deletions = [...expiredRowDeletions(db, now), (limit: number) => replayStore.deleteExpired(now(), limit)];
  const expiry = startDeletingExpired(deletions, environment);

  return {
    app,
    stop: async () => {
      await expiry.stop();
      await work.stop();
      await stopEventBus();
      await outbound.close();
    },
  };
}

/**
 * Pages of the portal, the host and the console, which call without cookies. Sends are excluded: an API key must not be
 * in a browser.
 */
const pageOrigins = (origins: readonly string[]): CorsRules => ({
  own: {
    allows: (origin) => origins.includes(origin),
    methods: ['GET', 'PUT', 'POST', 'PATCH', 'DELETE'],
    allowedHeaders: ['authorization', 'content-type', 'dpop', 'x-platform-receipt-token'],
    exposedHeaders: ['x-request-id', 'www-authenticate', 'retry-after'],
  },
});
