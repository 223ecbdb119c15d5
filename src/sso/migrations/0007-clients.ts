import { type Kysely, sql } from 'kysely';

export const name = '0007-clients';

/** Adds client authentication, device codes, pushed requests and logout. Existing applications stay public clients. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table sso.clients
      add column token_endpoint_auth_method text not null default 'none' check (
        token_endpoint_auth_method in ('none', 'client_secret_basic', 'client_secret_post', 'private_key_jwt')
      ),
      add column secrets jsonb not null default '[]',
      add column jwks jsonb,
      add column post_logout_redirect_uris text[] not null default '{}',
      add check ((token_endpoint_auth_method = 'private_key_jwt') = (jwks is not null))`.execute(db);
  await sql`
    create table sso.client_assertions (
      client_address text not null,
      jti_hash text not null,
      expires_at timestamptz not null,
      primary key (client_address, jti_hash)
    )`.execute(db);
  await sql`alter table sso.authorization_requests add column device_flow boolean not null default false`.execute(db);
  await sql`
    create table sso.device_codes (
      code_hash text primary key,
      request_id uuid not null unique references sso.authorization_requests on delete cascade,
      interval_seconds integer not null,
      polled_at timestamptz
    )`.execute(db);
  await sql`
    create table sso.pushed_requests (
      uri_hash text primary key,
      client_address text not null,
      parameters text not null,
      expires_at timestamptz not null
    )`.execute(db);
  await sql`create index pushed_requests_expires_at on sso.pushed_requests (expires_at)`.execute(db);
  await sql`create index client_assertions_expires_at on sso.client_assertions (expires_at)`.execute(db);
}
