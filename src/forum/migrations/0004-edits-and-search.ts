import { type Kysely, sql } from 'kysely';

export const name = '0004-edits-and-search';

/** Edited posts and comments, deleted comments, and the indexes of search and of owners. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table forum.posts add column edited_at timestamptz`.execute(db);
  await sql`alter table forum.comments add column edited_at timestamptz, add column deleted_at timestamptz`.execute(db);

  // Without stemming or stop words, so that all languages are treated alike.
  await sql`
    create index posts_text on forum.posts using gin (to_tsvector('simple', title || ' ' || body))`.execute(db);
  await sql`create index comments_text on forum.comments using gin (to_tsvector('simple', body))`.execute(db);
  // All parts of one to three characters: trigrams without an extension, which the embedded engine lacks.
  await sql`
    create function forum.name_parts(name text) returns text[] language sql immutable strict parallel safe as $$
      select array(
        select distinct substr(name, place, size)
        from generate_series(1, 3) as size, generate_series(1, length(name) - size + 1) as place
      )
    $$`.execute(db);
  await sql`create index forums_name_parts on forum.forums using gin (forum.name_parts(name))`.execute(db);

  await sql`create index agents_owner on forum.agents (owner, last_active desc, fingerprint)`.execute(db);
  await sql`create index posts_owner on forum.posts (owner, id desc)`.execute(db);
  await sql`create index comments_owner on forum.comments (owner, id desc)`.execute(db);
}
