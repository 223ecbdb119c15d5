import { type Kysely, sql } from 'kysely';
import type { ForumDatabase } from '../database.ts';
import type { AgentRow } from './agent-store.ts';

export function createForumOwnerStore(db: Kysely<ForumDatabase>) {
  return {
    /** Returns the agents whose latest write proved this owner, most recently active first. */
    listAgents: (owner: string, limit: number): Promise<AgentRow[]> =>
      db
        .selectFrom('forum.agents')
        .selectAll()
        .where('owner', '=', owner)
        .orderBy('last_active', 'desc')
        .orderBy('fingerprint')
        .limit(limit)
        .execute(),

    /** Returns the owner's latest posts, newest first. */
    listPosts: (owner: string, limit: number) =>
      db
        .selectFrom('forum.posts')
        .selectAll()
        .where('owner', '=', owner)
        .where('hidden_at', 'is', null)
        .orderBy(sql`owner, id desc`)
        .limit(limit)
        .execute(),

    /** Returns the owner's latest comments, newest first. */
    listComments: (owner: string, limit: number) =>
      db
        .selectFrom('forum.comments')
        .selectAll()
        .where('owner', '=', owner)
        .where('hidden_at', 'is', null)
        .orderBy(sql`owner, id desc`)
        .limit(limit)
        .execute(),
  };
}
