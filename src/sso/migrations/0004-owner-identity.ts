import { type Kysely, sql } from 'kysely';

export const name = '0004-owner-identity';

/** Adds recovery codes, links for further devices, and where sessions are used and what agents call themselves. */
export async function up(db: Kysely<unknown>): Promise<void> {
  // Time of a recovery that the owner has not confirmed yet.
  await sql`alter table sso.owners add column recovered_at timestamptz`.execute(db);

  await sql`
    create table sso.recovery_codes (
      code_hash text primary key,
      owner_sub text not null references sso.owners on delete cascade,
      created_at timestamptz not null,
      used_at timestamptz
    )`.execute(db);
  await sql`create index recovery_codes_owner on sso.recovery_codes (owner_sub)`.execute(db);

  await sql`
    create table sso.device_links (
      id uuid primary key,
      link_hash text not null unique,
      owner_sub text not null references sso.owners on delete cascade,
      created_at timestamptz not null,
      expires_at timestamptz not null,
      used_at timestamptz,
      device_jkt text,
      credential_id text,
      check ((used_at is null) = (num_nonnulls(device_jkt, credential_id) = 0))
    )`.execute(db);
  await sql`create index device_links_owner on sso.device_links (owner_sub)`.execute(db);
  await sql`create index device_links_expires_at on sso.device_links (expires_at)`.execute(db);

  // A registration that a recovery code or a link authorises; both are used only when the passkey is stored.
  await sql`
    alter table sso.passkey_challenges
      add column recovery_code_hash text,
      add column device_link_hash text`.execute(db);

  // The id is public: it names a session that its owner ends. Sessions from before this migration have no place.
  await sql`
    alter table sso.browser_sessions
      add column id uuid not null default gen_random_uuid(),
      add column last_used_at timestamptz,
      add column ip text,
      add column user_agent text`.execute(db);
  await sql`update sso.browser_sessions set last_used_at = created_at`.execute(db);
  await sql`
    alter table sso.browser_sessions
      alter column id drop default,
      alter column last_used_at set not null,
      add constraint browser_sessions_id_key unique (id)`.execute(db);

  await sql`alter table sso.authorization_requests add column agent_name text`.execute(db);
  await sql`
    alter table sso.sessions
      add column agent_name text,
      add column name text,
      add column last_ip text,
      add column last_user_agent text`.execute(db);
}
