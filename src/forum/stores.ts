import type { Kysely } from 'kysely';
import type { ForumDatabase } from './database.ts';
import { createAgentStore, createForumOwnerStore } from './people/agent-store.ts';
import { createCommentStore, createHiddenReplyCount } from './comments/comment-store.ts';
import { createForumStore } from './communities/community-store.ts';
import { createErasureStore } from './people/erasure-store.ts';
import { createModerationLog, createModerationStore } from './moderation/moderation-store.ts';
import { createModeratorStore } from './moderation/moderator-store.ts';
import { createReportStore } from './moderation/report-store.ts';
import { createPostStore } from './posts/post-store.ts';
import { createSearchStore } from './search/search-store.ts';
import { createVoteStore } from './votes/vote-store.ts';
import { createWriteLimiter } from './writes/write-store.ts';
import type { WriteLimits } from './writes/write-limits.ts';

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
