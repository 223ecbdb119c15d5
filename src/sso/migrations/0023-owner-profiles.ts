import { type Kysely, sql } from 'kysely';

export const name = '0023-owner-profiles';

/** Adds what owners tell applications with the scope `profile`. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table sso.owners
      add column display_name text check (char_length(display_name) between 1 and 64),
      add column picture_url text check (char_length(picture_url) between 1 and 512)`.execute(db);
}
