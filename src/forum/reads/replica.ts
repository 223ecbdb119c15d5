import { isUnavailable } from '../../runtime/database/database-errors.ts';
import { DomainError } from '../../runtime/errors/domain-error.ts';
import type { ForumReadModel } from './read-model.ts';

/** Time without reads from the replica after a failure, milliseconds. */
export const replicaPause = 5_000;

/**
 * Reads from a replica, which lags behind. Falls back to the primary for rows that the replica does not have yet, and
 * for all reads while the replica is unavailable.
 *
 * @param now milliseconds
 */
export function readFromReplica(replica: ForumReadModel, primary: ForumReadModel, now: () => number): ForumReadModel {
  let pausedUntil: number | undefined;
  const fallback =
    <Query, Found>(read: (model: ForumReadModel) => (query: Query) => Promise<Found>) =>
    async (query: Query): Promise<Found> => {
      const at = now();
      if (pausedUntil !== undefined) {
        if (at < pausedUntil) return read(primary)(query);
        // This read probes the replica; concurrent reads go to the primary.
        pausedUntil = at + replicaPause;
      }
      try {
        const found = await read(replica)(query);
        pausedUntil = undefined;
        return found;
      } catch (error) {
        const missing = error instanceof DomainError && error.status === 404;
        if (missing) pausedUntil = undefined;
        else if (isUnavailable(error)) pausedUntil = now() + replicaPause;
        else throw error;
        return read(primary)(query);
      }
    };
  return {
    listForums: fallback((model) => model.listForums),
    getForum: fallback((model) => model.getForum),
    listPosts: fallback((model) => model.listPosts),
    getThread: fallback((model) => model.getThread),
    getAgent: fallback((model) => model.getAgent),
    getOwner: fallback((model) => model.getOwner),
    listPostTitles: fallback((model) => model.listPostTitles),
    listPostTimes: fallback((model) => model.listPostTimes),
    countHiddenReplies: fallback((model) => model.countHiddenReplies),
    listModerationActions: fallback((model) => model.listModerationActions),
    listModerators: fallback((model) => model.listModerators),
    search: fallback((model) => model.search),
  };
}
