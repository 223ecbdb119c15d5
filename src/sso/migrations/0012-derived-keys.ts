import { type Kysely, sql } from 'kysely';

export const name = '0012-derived-keys';

/** Adds the keys that were derived from the master key, so that the master key can be rotated. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table sso.derived_keys (
      purpose text primary key,
      sealed_key text not null,
      created_at timestamptz not null
    )`.execute(db);
}
