import { type Kysely, sql } from 'kysely';

export const name = '0015-key-makers';

/** Who made an API key, and since when that person is no member any more. Keys of before have no maker. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table notifications.api_keys
      add column created_by text,
      add column maker_left_at timestamptz`.execute(db);
  await sql`
    create index api_keys_created_by on notifications.api_keys (created_by)
    where created_by is not null`.execute(db);
}
