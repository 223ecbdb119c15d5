import type { FastifyInstance } from 'fastify';
import contract from '../../generated/forum/spec.json' with { type: 'json' };
import { createAdministratorDirectory, createAdministratorScheme } from '../runtime/caller/administrators.ts';
import { consoleOrigins } from '../runtime/http/cors.ts';
import { createService, type ServiceEnvironment } from '../runtime/http/create-service.ts';
import { startDeletingExpired } from '../runtime/jobs/delete-expired.ts';
import { type UsedProofs, createReplayStore } from '../runtime/caller/replay-store.ts';
import { createTokenVerification } from '../runtime/caller/resource-server.ts';
import { createForumContext, type ForumContextDependencies } from './context.ts';
import type { ForumDatabase } from './database.ts';
import { invalidAdminKey, insufficientAdminScope, forumErrors } from './errors.ts';
import { forumHandlers } from './operations.ts';
import type { ForumReadModel } from './reads/read-model.ts';
import { createForumDpopScheme } from './security.ts';
import { deleteExpiredBans } from './moderation/ban-store.ts';
import { deleteCountedWrites, deleteExpiredKeys } from './writes/write-store.ts';

interface ForumDependencies extends ForumContextDependencies {
  /** Stores used proofs instead of the database. */
  readonly usedProofs?: UsedProofs | undefined;
  readonly environment: ServiceEnvironment;
  readonly fetch: typeof globalThis.fetch;
  /** Registers the pages for people, which read through the read model. */
  readonly pages?: (app: FastifyInstance, readModel: ForumReadModel) => Promise<void>;
}

/** Creates the forum on a migrated database. */
export async function createForumService(dependencies: ForumDependencies) {
  const { database, settings, environment, now, pages } = dependencies;
  const tables = database.as<ForumDatabase>();
  const proofs = createReplayStore(database.db, 'forum.dpop_proofs', dependencies.usedProofs);
  const context = createForumContext(dependencies);
  const dpop = createForumDpopScheme({
    ...createTokenVerification({ ...settings, fetch: dependencies.fetch, now }),
    issuer: settings.issuer,
    audience: settings.audience,
    baseUrl: settings.baseUrl,
    replayStore: proofs,
    now,
  });

  const app = await createService(
    {
      name: 'forum',
      contract,
      handlers: forumHandlers,
      context,
      now,
      security: {
        dpop,
        adminKey: createAdministratorScheme({
          directory: createAdministratorDirectory({
            issuer: settings.issuer,
            fetch: dependencies.fetch,
            monotonicNow: () => performance.now(),
          }),
          keyRefused: invalidAdminKey,
          scopeMissing: (_administrator, scope) => insufficientAdminScope(scope),
        }),
      },
      errors: forumErrors,
      cors: consoleOrigins(settings.consoleOrigins),
      extend: async (service) => {
        await pages?.(service, context.readModel);
      },
    },
    environment,
  );
  const deletion = startDeletingExpired(
    [
      (limit) => proofs.deleteExpired(now(), limit),
      (limit) => deleteCountedWrites(tables, now(), limit),
      (limit) => deleteExpiredKeys(tables, now(), limit),
      (limit) => deleteExpiredBans(tables, now(), limit),
    ],
    environment,
  );
  return { app, stop: deletion.stop };
}
