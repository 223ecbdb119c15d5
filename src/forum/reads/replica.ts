import { createReplicaReads } from '../../runtime/database/replica-reads.ts';
import type { ForumReadModel } from './read-model.ts';

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
