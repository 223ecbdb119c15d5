import { isUnavailable } from '../service/database-errors.ts';
import { DomainError } from '../service/domain-error.ts';
import type { ForumReadModel } from './read-model.ts';

/**
 * Reads at a replica, which is a moment behind: what is not there yet, and everything while the replica does not
 * answer, is read at the primary.
 */
export function readAtReplica(replica: ForumReadModel, primary: ForumReadModel): ForumReadModel {
  const reading =
    <Query, Found>(read: (model: ForumReadModel) => (query: Query) => Promise<Found>) =>
    async (query: Query): Promise<Found> => {
      try {
        return await read(replica)(query);
      } catch (error) {
        const missing = error instanceof DomainError && error.status === 404;
        if (!missing && !isUnavailable(error)) throw error;
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
