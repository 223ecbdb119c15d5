import { type Kysely, sql } from 'kysely';

export const name = '0010-edit-writes';

/** Edits have a budget, and their texts are compared with those of other posts and comments. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table forum.writes
      drop constraint writes_kind_check,
      add constraint writes_kind_check
        check (kind in ('communities', 'posts', 'comments', 'votes', 'reports', 'edits')),
      add column content_id uuid`.execute(db);
}
