import { type Kysely, sql } from 'kysely';

export const name = '0014-published-keys';

/** Adds applications that publish their keys at a URL, and rate-limited attempts that all processes share. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table sso.clients
      add column jwks_uri text check (length(jwks_uri) <= 2048),
      add column jwks_fresh_until timestamptz,
      add column jwks_tried_at timestamptz,
      add check (jwks_uri is null or token_endpoint_auth_method = 'private_key_jwt'),
      add check (jwks_uri is not null or (jwks_fresh_until is null and jwks_tried_at is null))`.execute(db);
  await sql`
    create table sso.attempts (
      kind text not null,
      network text not null,
      since timestamptz not null,
      count integer not null,
      primary key (kind, network)
    )`.execute(db);
  await sql`create index attempts_since on sso.attempts (since)`.execute(db);
}
