import { type Kysely, sql } from 'kysely';
import { createReplayTable } from '../../runtime/replay-store.ts';

export const name = '0001-initial';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table sso.clients (
      address text primary key check (address ~ '^[0-9a-f]{32}$'),
      name text not null,
      redirect_uris text[] not null,
      allowed_origins text[] not null,
      created_at timestamptz not null,
      disabled_at timestamptz
    )`.execute(db);
  // Finds whether any application allows an origin: preflight requests name no application.
  await sql`create index clients_allowed_origins on sso.clients using gin (allowed_origins)`.execute(db);

  await sql`
    create table sso.owners (
      sub text primary key check (sub ~ '^[0-9a-f]{32}$'),
      created_at timestamptz not null
    )`.execute(db);

  await sql`
    create table sso.authorization_requests (
      id uuid primary key,
      link_hash text not null unique,
      polling_code_hash text not null unique,
      code_hash text not null unique,
      code_challenge text not null,
      client_address text not null references sso.clients,
      response_mode text not null check (response_mode in ('json', 'query')),
      scope text not null,
      asked_scope text not null,
      state text not null,
      nonce text not null,
      redirect_uri text,
      dpop_jkt text,
      comparison_code text not null,
      asked_from_ip text not null,
      asked_from_user_agent text,
      status text not null check (status in ('pending', 'approved', 'rejected')),
      owner_sub text references sso.owners on delete cascade,
      created_at timestamptz not null,
      expires_at timestamptz not null,
      decided_at timestamptz,
      code_expires_at timestamptz,
      redeemed_at timestamptz,
      check ((status = 'pending') = (decided_at is null)),
      check (status <> 'approved' or (owner_sub is not null and code_expires_at is not null)),
      check (redeemed_at is null or status = 'approved')
    )`.execute(db);
  // Deleting an owner deletes their requests.
  await sql`create index authorization_requests_owner on sso.authorization_requests (owner_sub)`.execute(db);
  await sql`create index authorization_requests_expires_at on sso.authorization_requests (expires_at)`.execute(db);

  // Outlives the requests: a challenge that was seen before stays refused after its request is deleted.
  await sql`
    create table sso.code_challenges (
      code_challenge text primary key,
      seen_at timestamptz not null
    )`.execute(db);
  await sql`create index code_challenges_seen_at on sso.code_challenges (seen_at)`.execute(db);

  await sql`
    create table sso.sessions (
      id uuid primary key,
      request_id uuid not null unique,
      client_address text not null references sso.clients,
      owner_sub text not null references sso.owners on delete cascade,
      scope text not null,
      jkt text,
      auth_time timestamptz not null,
      created_at timestamptz not null,
      last_used_at timestamptz not null,
      expires_at timestamptz not null,
      revoked_at timestamptz,
      revoked_reason text check (revoked_reason in ('reuse', 'code_reuse', 'owner', 'client', 'provider_disabled')),
      check ((revoked_at is null) = (revoked_reason is null))
    )`.execute(db);
  await sql`create index sessions_owner on sso.sessions (owner_sub, created_at desc, id)`.execute(db);
  await sql`create index sessions_client on sso.sessions (client_address)`.execute(db);
  await sql`create index sessions_expires_at on sso.sessions (expires_at)`.execute(db);

  await sql`
    create table sso.refresh_tokens (
      token_hash text primary key,
      session_id uuid not null references sso.sessions on delete cascade,
      created_at timestamptz not null,
      expires_at timestamptz not null,
      spent_at timestamptz
    )`.execute(db);
  // At most one unspent token in a family: a fork is impossible, whatever interleaves.
  await sql`create unique index refresh_tokens_unspent on sso.refresh_tokens (session_id) where spent_at is null`.execute(
    db,
  );
  await sql`create index refresh_tokens_session on sso.refresh_tokens (session_id)`.execute(db);
  await sql`create index refresh_tokens_expires_at on sso.refresh_tokens (expires_at)`.execute(db);

  await sql`
    create table sso.revoked_access_tokens (
      jti text primary key,
      expires_at timestamptz not null
    )`.execute(db);
  await sql`create index revoked_access_tokens_expires_at on sso.revoked_access_tokens (expires_at)`.execute(db);

  await sql`
    create table sso.signing_keys (
      kid text primary key,
      sealed_private_key text not null,
      public_jwk jsonb not null,
      created_at timestamptz not null,
      activates_at timestamptz not null,
      retired_at timestamptz,
      published_until timestamptz
    )`.execute(db);

  await sql`
    create table sso.devices (
      jkt text primary key,
      owner_sub text not null references sso.owners on delete cascade,
      public_jwk jsonb not null,
      name text not null,
      created_at timestamptz not null,
      last_used_at timestamptz
    )`.execute(db);
  await sql`create index devices_owner on sso.devices (owner_sub)`.execute(db);

  await sql`
    create table sso.passkeys (
      credential_id text primary key,
      owner_sub text not null references sso.owners on delete cascade,
      public_key text not null,
      sign_count bigint not null,
      transports text[] not null,
      name text not null,
      created_at timestamptz not null,
      last_used_at timestamptz
    )`.execute(db);
  await sql`create index passkeys_owner on sso.passkeys (owner_sub)`.execute(db);

  await sql`
    create table sso.passkey_challenges (
      challenge_hash text primary key,
      kind text not null check (kind in ('registration', 'sign_in')),
      owner_sub text,
      new_owner boolean,
      name text,
      expires_at timestamptz not null,
      check (kind = 'sign_in' or (owner_sub is not null and new_owner is not null and name is not null))
    )`.execute(db);
  await sql`create index passkey_challenges_expires_at on sso.passkey_challenges (expires_at)`.execute(db);

  await sql`
    create table sso.browser_sessions (
      token_hash text primary key,
      owner_sub text not null references sso.owners on delete cascade,
      created_at timestamptz not null,
      expires_at timestamptz not null
    )`.execute(db);
  await sql`create index browser_sessions_owner on sso.browser_sessions (owner_sub)`.execute(db);
  await sql`create index browser_sessions_expires_at on sso.browser_sessions (expires_at)`.execute(db);

  await createReplayTable(db, 'sso.dpop_proofs');

  await sql`
    create table sso.audit_events (
      id bigint generated always as identity primary key,
      at timestamptz not null,
      event text not null,
      request_id text not null,
      owner_sub text,
      client_address text,
      ip text,
      details jsonb not null
    )`.execute(db);
  await sql`create index audit_events_owner on sso.audit_events (owner_sub, at)`.execute(db);
  await sql`create index audit_events_at on sso.audit_events (at)`.execute(db);
  // A year is counted by the events themselves, so that a wrong clock of the server deletes nothing.
  await sql`
    create function sso.keep_audit_events() returns trigger language plpgsql as $$
    begin
      if tg_op = 'DELETE' and old.at < (select max(at) from sso.audit_events) - interval '365 days' then
        return old;
      end if;
      raise exception 'events on record are never changed, and deleted a year later at the earliest';
    end $$`.execute(db);
  await sql`
    create trigger audit_events_append_only before update or delete on sso.audit_events
    for each row execute function sso.keep_audit_events()`.execute(db);
}
