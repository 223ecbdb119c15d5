import { type Kysely, sql } from 'kysely';
import { createReplayTable } from '../../../runtime/caller/replay-store.ts';

/** Creates the keys of the provider and of agents, and what status lists publish. */
export async function createKeys(db: Kysely<unknown>): Promise<void> {
  // A key stays in the history; its private half is erased when it is published no more.
  await sql`
    create table sso.signing_keys (
      kid text primary key,
      -- PKCS#8, sealed under the master key; null after the publication ended.
      sealed_private_key text,
      public_jwk jsonb not null,
      created_at timestamptz not null,
      -- Start of signing; the key is published from its creation.
      activates_at timestamptz not null,
      -- End of signing.
      retired_at timestamptz,
      -- End of publication in the key set.
      published_until timestamptz,
      -- When an administrator revoked the key; null for a key that was rotated.
      withdrawn_at timestamptz
    )`.execute(db);
  // One key at a time has no end: the one that signs last.
  await sql`
    create unique index signing_keys_endless on sso.signing_keys ((retired_at is null)) where retired_at is null`.execute(
    db,
  );

  // Derived from the master key, and stored so that the master key can be rotated.
  await sql`
    create table sso.derived_keys (
      purpose text primary key,
      -- 32 bytes, sealed under the master key.
      sealed_key text not null,
      created_at timestamptz not null
    )`.execute(db);

  // Outlives every session, as signatures by a key are verified years later. The first session binds the key to its
  // owner for good.
  await sql`
    -- Keys that sessions were ever bound to, by thumbprint.
    create table sso.agent_keys (
      jkt text primary key,
      -- The Ed25519 key; null for other keys, and until the agent's next token request.
      public_jwk jsonb,
      -- Owner of the first session, or the pseudonym of an erased one; no other owner can bind the key.
      owner_sub text,
      first_seen_at timestamptz not null,
      -- Last revocation of a session with the key.
      revoked_at timestamptz,
      revoked_reason text,
      -- Set for good when the owner reports the key stolen: what it signed since then is not trusted.
      compromised_since timestamptz,
      check ((revoked_at is null) = (revoked_reason is null))
    )`.execute(db);
  // Finds the keys of an owner who is erased.
  await sql`create index agent_keys_owner on sso.agent_keys (owner_sub)`.execute(db);

  await createReplayTable(db, 'sso.dpop_proofs');

  await sql`create sequence sso.status_indexes minvalue 0 start 0`.execute(db);
  // Outlives the sessions of a deleted owner.
  await sql`
    -- Marks of revoked and paused sessions, deleted ones included. Kept while their access tokens can be live.
    create table sso.session_revocations (
      status_index bigint primary key,
      revoked_at timestamptz not null
    )`.execute(db);
  await sql`create index session_revocations_revoked_at on sso.session_revocations (revoked_at)`.execute(db);

  // A new epoch for every server, and for every timeline of a server, that has the tables.
  await sql`
    -- Epochs of status lists; server is a database server with its timeline.
    create table sso.status_list_epochs (
      epoch integer generated always as identity primary key,
      server text not null unique
    )`.execute(db);
  // A restore to a point in time and a failover start a new timeline; a restored dump is on another server. Where a
  // hosted PostgreSQL hides both, the epoch stays.
  await sql`
    create function sso.server_timeline() returns text language plpgsql as $$
    begin
      return (select system_identifier from pg_control_system()) || '/' || left(pg_walfile_name(pg_current_wal_lsn()), 8);
    exception when others then
      return 'unknown';
    end $$`.execute(db);
}
