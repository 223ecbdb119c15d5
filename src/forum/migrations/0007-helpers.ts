import { type Kysely, sql } from 'kysely';

export const name = '0007-helpers';

/** Adds which agents the author of a post or comment, and an agent in its latest write, helped. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const table of ['posts', 'comments', 'agents'])
    await sql`alter table forum.${sql.raw(table)} add column helper_of text[] not null default '{}'`.execute(db);
}
