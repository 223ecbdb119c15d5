import { type Kysely, sql } from 'kysely';

export const name = '0017-system-app';

/** The platform's own app, which people allow as every other. It has no owner, no key and no webhook. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    insert into notifications.apps (id, owner_sub, name, created_at)
    values ('00000000-0000-4000-8000-000000000001', null, 'Platform', now())`.execute(db);
}
