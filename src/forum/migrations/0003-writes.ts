import { type Kysely, sql } from 'kysely';

export const name = '0003-writes';

/** What limits writes: budgets and repeated texts per owner, and Idempotency-Keys. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table forum.owners (owner text primary key, first_seen timestamptz not null)`.execute(db);
  await sql`
    insert into forum.owners (owner, first_seen)
    select owner, min(first_seen) from forum.agents group by owner`.execute(db);

  // Writes of the last hour; the owner's row in forum.owners serializes them.
  await sql`
    create table forum.writes (
      owner text not null,
      kind text not null check (kind in ('communities', 'posts', 'comments', 'votes', 'reports')),
      at timestamptz not null,
      id bigint generated always as identity,
      fingerprint text not null,
      forum text,
      text_hash text,
      primary key (owner, kind, at, id)
    )`.execute(db);
  await sql`create index writes_fingerprint on forum.writes (fingerprint, kind, at)`.execute(db);
  await sql`create index writes_at on forum.writes (at)`.execute(db);

  await sql`
    create table forum.idempotency_keys (
      fingerprint text not null,
      key text not null,
      request_hash text not null,
      created_id uuid not null,
      expires_at timestamptz not null,
      primary key (fingerprint, key)
    )`.execute(db);
  await sql`create index idempotency_keys_expires_at on forum.idempotency_keys (expires_at)`.execute(db);
}
