import type { FastifyInstance } from 'fastify';
import type { Kysely } from 'kysely';
import contract from '../../generated/forum/spec.json' with { type: 'json' };
import { createVerifiedTokenCache } from '../protocol/verified-token-cache.ts';
import { createService, type ServiceEnvironment } from '../runtime/create-service.ts';
import type { Database } from '../runtime/database.ts';
import { createKeySetCache } from '../protocol/key-set-cache.ts';
import { startDeletingExpired } from '../runtime/delete-expired.ts';
import { replicaLag } from '../runtime/replica-lag.ts';
import { createReplayStore } from '../runtime/replay-store.ts';
import type { ForumDatabase } from './database.ts';
import { createDocuments } from './documents.ts';
import { forumErrors } from './errors.ts';
import type { ForumContext } from './handler.ts';
import { forumHandlers } from './operations/index.ts';
import { createReadModel, type ForumReadModel } from './read-model.ts';
import { readAtReplica } from './replica.ts';
import { createRecords } from './records.ts';
import { createDpopScheme } from './security.ts';
import { createAgentStore } from './store/agents.ts';
import { createCommentStore } from './store/comments.ts';
import { createForumStore } from './store/forums.ts';
import { createPostStore } from './store/posts.ts';
import { createVoteStore } from './store/votes.ts';

export interface ForumSettings {
  /** The sign-in provider: `iss` of the tokens that count, SSO_BASE_URL. */
  readonly issuer: string;
  /** Where the provider publishes its keys. */
  readonly jwksUrl: string;
  /** The `aud` that tokens must name: the issuer, so that one agent serves all services, or the forum's own address. */
  readonly audience: string;
  /** The forum's public address, without a trailing slash. */
  readonly baseUrl: string;
}

export interface ForumParts {
  readonly database: Database;
  /** A read replica of the database, a moment behind; undefined where there is none. */
  readonly replica: Database | undefined;
  readonly settings: ForumSettings;
  readonly environment: ServiceEnvironment;
  readonly now: () => Date;
  readonly newId: () => string;
  readonly fetch: typeof globalThis.fetch;
  /** Pages for people, made by the composition; they know the forum by its read model. */
  readonly pages?: (app: FastifyInstance, readModel: ForumReadModel) => Promise<void>;
}

export interface ForumService {
  readonly app: FastifyInstance;
  /** Ends the background work; `app.close()` ends the rest. */
  readonly stop: () => Promise<void>;
}

/** The forum over a migrated database. */
export async function createForumService(parts: ForumParts): Promise<ForumService> {
  const { database, replica, settings, environment, now, newId, pages } = parts;
  const db = database.as<ForumDatabase>();
  const records = createRecords(settings.baseUrl);
  const stores = storesOf(db);
  const primary = createReadModel(stores, records);
  const reading = replica
    ? readAtReplica(createReadModel(storesOf(replica.as<ForumDatabase>()), records), primary, () => now().getTime())
    : primary;
  const proofs = createReplayStore(database.db, 'forum.dpop_proofs');
  const jwks = createKeySetCache({ url: settings.jwksUrl, fetch: parts.fetch, now: () => now().getTime() });

  const context: ForumContext = {
    reading,
    ...stores,
    votes: createVoteStore(db),
    records,
    documents: createDocuments(settings.baseUrl, settings.issuer),
    now,
    newId,
  };
  const dpop = createDpopScheme({
    issuer: settings.issuer,
    audience: settings.audience,
    baseUrl: settings.baseUrl,
    keys: (kid) => jwks.key(kid),
    replayStore: proofs,
    tokenCache: createVerifiedTokenCache(),
    now,
  });

  const app = await createService(
    {
      name: 'forum',
      contract,
      handlers: forumHandlers,
      context,
      security: { dpop },
      errors: forumErrors,
      ...(pages && { extend: (service) => pages(service, reading) }),
    },
    environment,
  );
  if (replica) {
    const lag = () => replicaLag(database, replica);
    environment.metrics.gauge('database_replica_lag_seconds', 'How far the read replica is behind', lag);
  }
  const pruning = startDeletingExpired([(limit) => proofs.deleteExpired(now(), limit)], environment);
  return { app, stop: pruning.stop };
}

function storesOf(db: Kysely<ForumDatabase>) {
  return {
    forums: createForumStore(db),
    posts: createPostStore(db),
    comments: createCommentStore(db),
    agents: createAgentStore(db),
  };
}
