import { type Kysely, sql } from 'kysely';

export const name = '0006-visible-posts';

/**
 * Indexes of the orders that know which posts are hidden, so that a page far down reads no rows. They serve the queries
 * of an earlier release too.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const [order, columns] of [
    ['hot', 'hot_rank desc, id desc'],
    ['top', 'score desc, id desc'],
    ['new', 'id desc'],
    ['forum_hot', 'forum, hot_rank desc, id desc'],
    ['forum_top', 'forum, score desc, id desc'],
    ['forum_new', 'forum, id desc'],
  ] as const) {
    await sql`drop index if exists ${sql.table(`forum.posts_${order}`)}`.execute(db);
    await sql`
      create index ${sql.id(`posts_${order}`)} on forum.posts (${sql.raw(columns)}) include (hidden_at)`.execute(db);
  }
}
