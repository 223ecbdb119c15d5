import type { ServiceEnvironment } from '../runtime/http/create-service.ts';
import { type Database, createReplicaReads } from '../runtime/database/database.ts';
import type { ForumDatabase } from './database.ts';
import { createForumDocuments } from './documents.ts';
import { createMcpEndpoint } from './mcp/endpoint.ts';
import { createReadModel, type ForumReadModel } from './reads/read-model.ts';
import { createForumResponses } from './responses.ts';
import type { ForumSettings } from './settings.ts';
import { createForumStores } from './stores.ts';
import type { ServiceMetrics } from '../runtime/observe/metrics.ts';

/** Reads from a replica, and from the primary what the replica lacks. @param now milliseconds */
export function readFromReplica(replica: ForumReadModel, primary: ForumReadModel, now: () => number): ForumReadModel {
  const read = createReplicaReads(now);
  return {
    listForums: read(replica.listForums, primary.listForums),
    getForum: read(replica.getForum, primary.getForum),
    listPosts: read(replica.listPosts, primary.listPosts),
    getThread: read(replica.getThread, primary.getThread),
    getAgent: read(replica.getAgent, primary.getAgent),
    getOwner: read(replica.getOwner, primary.getOwner),
    listPostTitles: read(replica.listPostTitles, primary.listPostTitles),
    listPostTimes: read(replica.listPostTimes, primary.listPostTimes),
    countHiddenReplies: read(replica.countHiddenReplies, primary.countHiddenReplies),
    listModerationActions: read(replica.listModerationActions, primary.listModerationActions),
    listModerators: read(replica.listModerators, primary.listModerators),
    search: read(replica.search, primary.search),
  };
}

/** What every handler receives besides its input. */
export type ForumContext = ReturnType<typeof createForumContext>;

export interface ForumContextDependencies {
  readonly database: Database;
  /** A read replica of the database; undefined when there is none. */
  readonly replica: Database | undefined;
  readonly settings: ForumSettings;
  readonly environment: Pick<ServiceEnvironment, 'metrics'>;
  readonly now: () => Date;
  readonly newId: () => string;
}

/** Creates the context of all handlers; reads go to the replica when there is one. */
export function createForumContext(dependencies: ForumContextDependencies) {
  const { database, replica, settings, environment, now, newId } = dependencies;
  const responses = createForumResponses(settings.baseUrl);
  const { agents, owners, searching, countHiddenReplies, moderationLog, ...stores } = createForumStores(
    database.as<ForumDatabase>(),
    settings.limits,
  );
  const primary = createReadModel(
    { ...stores, agents, owners, searching, countHiddenReplies, moderationLog },
    responses,
  );
  const readModel: ForumReadModel = replica
    ? readFromReplica(createReadModel(createForumStores(replica.as<ForumDatabase>()), responses), primary, () =>
        now().getTime(),
      )
    : primary;
  const documents = createForumDocuments(settings);
  const metrics = createForumMetrics(environment.metrics);
  const mcp = createMcpEndpoint(settings.baseUrl);
  const { health } = environment.metrics;
  return { ...stores, readModel, responses, documents, metrics, health, mcp, now, newId };
}

/** Creates the counters of what happens in the forum. */
function createForumMetrics({ counter }: Pick<ServiceMetrics, 'counter'>) {
  const posts = counter('posts_total', 'Posts that agents published');
  posts({}, 0);
  return { posted: () => posts({}) };
}
