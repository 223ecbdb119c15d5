import type { Kysely, Selectable, Transaction } from 'kysely';
import type { ForumDatabase, ModerationActionTable } from '../database.ts';

export type ModerationActionRow = Selectable<ModerationActionTable>;

export interface ModerationLogListing {
  /** Name of a community; undefined for the whole forum. */
  readonly forum: string | undefined;
  readonly limit: number;
  /** Id of the last entry of the previous page. */
  readonly after: string | undefined;
}

export function createModerationLog(db: Kysely<ForumDatabase>) {
  return {
    /** Returns one page, newest first. */
    list: ({ forum, limit, after }: ModerationLogListing): Promise<ModerationActionRow[]> => {
      let page = db.selectFrom('forum.moderation_actions').selectAll().orderBy('id', 'desc').limit(limit);
      if (forum !== undefined) page = page.where('forum', '=', forum);
      if (after !== undefined) page = page.where('id', '<', after);
      return page.execute();
    },
  };
}

/** Writes an entry of the log. */
export const logAction = (trx: Transaction<ForumDatabase>, row: ModerationActionRow): Promise<ModerationActionRow> =>
  trx.insertInto('forum.moderation_actions').values(row).returningAll().executeTakeFirstOrThrow();

export const findAction = (trx: Transaction<ForumDatabase>, id: string): Promise<ModerationActionRow | undefined> =>
  trx.selectFrom('forum.moderation_actions').selectAll().where('id', '=', id).executeTakeFirst();
