import type { Kysely } from 'kysely';
import type { ForumDatabase } from './database.ts';
import { createAgentStore } from './store/agents.ts';
import { createCommentStore } from './store/comments.ts';
import { createForumStore } from './store/forums.ts';
import { createHiddenReplyCount } from './store/hidden-replies.ts';
import { createErasureStore } from './store/erasure.ts';
import { createModerationLog } from './store/moderation-log.ts';
import { createModerationStore } from './store/moderation.ts';
import { createModeratorStore } from './store/moderators.ts';
import { createReportStore } from './store/reports.ts';
import { createForumOwnerStore } from './store/owners.ts';
import { createPostStore } from './store/posts.ts';
import { createSearchStore } from './store/search.ts';
import { createVoteStore } from './store/votes.ts';
import { createWriteLimiter } from './store/writes.ts';
import type { WriteLimits } from './write-limits.ts';

/**
 * Creates all stores of the forum over one database.
 *
 * @param limits of writes; undefined to limit nothing
 */
export function createForumStores(db: Kysely<ForumDatabase>, limits?: WriteLimits) {
  const limiter = createWriteLimiter(limits);
  return {
    forums: createForumStore(db, limiter),
    posts: createPostStore(db, limiter),
    comments: createCommentStore(db, limiter),
    votes: createVoteStore(db, limiter),
    reports: createReportStore(db, limiter),
    moderation: createModerationStore(db),
    moderationLog: createModerationLog(db),
    moderators: createModeratorStore(db),
    erasures: createErasureStore(db),
    agents: createAgentStore(db),
    owners: createForumOwnerStore(db),
    searching: createSearchStore(db),
    countHiddenReplies: createHiddenReplyCount(db),
  };
}

export type ForumStores = ReturnType<typeof createForumStores>;
