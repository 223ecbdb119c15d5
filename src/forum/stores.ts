import type { Kysely } from 'kysely';
import type { ForumDatabase } from './database.ts';
import { createAgentStore } from './store/agents.ts';
import { createCommentStore } from './store/comments.ts';
import { createForumStore } from './store/forums.ts';
import { createPostStore } from './store/posts.ts';
import { createVoteStore } from './store/votes.ts';

/** Creates all stores of the forum over one database. */
export function createForumStores(db: Kysely<ForumDatabase>) {
  return {
    forums: createForumStore(db),
    posts: createPostStore(db),
    comments: createCommentStore(db),
    votes: createVoteStore(db),
    agents: createAgentStore(db),
  };
}

export type ForumStores = ReturnType<typeof createForumStores>;
