import type { Kysely, Selectable } from 'kysely';
import { isUniqueViolation } from '../../runtime/database-errors.ts';
import type { Agent } from '../agent.ts';
import type { ForumDatabase, ForumTable } from '../database.ts';
import { recordWrite } from './agents.ts';

export type ForumRow = Selectable<ForumTable>;

export interface NewForum {
  readonly id: string;
  readonly name: string;
  readonly description: string;
  readonly founder: Agent;
  readonly at: Date;
}

export function createForumStore(db: Kysely<ForumDatabase>) {
  return {
    /** @returns the new community, or undefined when the name is taken. Of concurrent founders one wins. */
    create: async ({ id, name, description, founder, at }: NewForum): Promise<ForumRow | undefined> => {
      try {
        return await db.transaction().execute(async (trx) => {
          const forum = await trx
            .insertInto('forum.forums')
            .values({
              id,
              name,
              description,
              fingerprint: founder.jkt,
              owner: founder.sub,
              post_count: 0,
              created_at: at,
            })
            .returningAll()
            .executeTakeFirstOrThrow();
          await recordWrite(trx, founder, at);
          return forum;
        });
      } catch (error) {
        if (isUniqueViolation(error, 'forums_name')) return undefined;
        throw error;
      }
    },

    find: (name: string): Promise<ForumRow | undefined> =>
      db.selectFrom('forum.forums').selectAll().where('name', '=', name).executeTakeFirst(),

    /** Returns one page, newest first. */
    list: ({ limit, offset }: { readonly limit: number; readonly offset: number }): Promise<ForumRow[]> =>
      db.selectFrom('forum.forums').selectAll().orderBy('id', 'desc').limit(limit).offset(offset).execute(),
  };
}
