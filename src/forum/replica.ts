import { isUnavailable } from '../runtime/database-errors.ts';
import { DomainError } from '../runtime/domain-error.ts';
import type { ForumReadModel } from './read-model.ts';

/** Milliseconds for which the replica is left alone after it did not answer. */
export const replicaPause = 5_000;

/**
 * Reads at a replica, which is a moment behind: what is not there yet, and everything while the replica does not
 * answer, is read at the primary.
 *
 * @param now milliseconds
 */
export function readAtReplica(replica: ForumReadModel, primary: ForumReadModel, now: () => number): ForumReadModel {
  let leftAloneUntil: number | undefined;
  const reading =
    <Query, Found>(read: (model: ForumReadModel) => (query: Query) => Promise<Found>) =>
    async (query: Query): Promise<Found> => {
      const at = now();
      if (leftAloneUntil !== undefined) {
        if (at < leftAloneUntil) return read(primary)(query);
        // This one finds out whether it is back; the others do not wait for that.
        leftAloneUntil = at + replicaPause;
      }
      try {
        const found = await read(replica)(query);
        leftAloneUntil = undefined;
        return found;
      } catch (error) {
        const missing = error instanceof DomainError && error.status === 404;
        if (missing) leftAloneUntil = undefined;
        else if (isUnavailable(error)) leftAloneUntil = now() + replicaPause;
        else throw error;
        return read(primary)(query);
      }
    };
  return {
    listForums: reading((model) => model.listForums),
    getForum: reading((model) => model.getForum),
    listPosts: reading((model) => model.listPosts),
    getThread: reading((model) => model.getThread),
    getAgent: reading((model) => model.getAgent),
  };
}
