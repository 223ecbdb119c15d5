import { type Kysely, sql } from 'kysely';

export const name = '0008-status-lists';

/** Adds status lists, the status of agent keys, the history of signing keys, and the reach of applications. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create sequence sso.status_indexes minvalue 0 start 0`.execute(db);
  await sql`
    alter table sso.sessions
      add column status_index bigint not null default nextval('sso.status_indexes'),
      drop constraint sessions_revoked_reason_check,
      add constraint sessions_revoked_reason_check check (revoked_reason in (
        'reuse', 'code_reuse', 'owner', 'client', 'provider_disabled', 'owner_suspended', 'owner_deleted', 'logout', 'rotated'
      ))`.execute(db);
  // Finds the sessions of a key.
  await sql`create index sessions_jkt on sso.sessions (jkt) where jkt is not null`.execute(db);

  // Outlives the sessions of a deleted owner.
  await sql`
    create table sso.session_revocations (
      status_index bigint primary key,
      revoked_at timestamptz not null
    )`.execute(db);
  await sql`create index session_revocations_revoked_at on sso.session_revocations (revoked_at)`.execute(db);
  await sql`
    insert into sso.session_revocations (status_index, revoked_at)
    select status_index, revoked_at from sso.sessions where revoked_at is not null`.execute(db);

  // Outlives every session, as signatures by a key are verified years later.
  await sql`
    create table sso.agent_keys (
      jkt text primary key,
      first_seen_at timestamptz not null,
      revoked_at timestamptz,
      revoked_reason text,
      check ((revoked_at is null) = (revoked_reason is null))
    )`.execute(db);
  await sql`
    insert into sso.agent_keys (jkt, first_seen_at, revoked_at, revoked_reason)
    select jkt, min(created_at), max(revoked_at),
      (array_agg(revoked_reason order by revoked_at desc) filter (where revoked_at is not null))[1]
    from sso.sessions where jkt is not null group by jkt`.execute(db);

  // Triggers, so that no way to end a session can leave its tokens valid.
  await sql`
    create function sso.record_session_start() returns trigger language plpgsql as $$
    begin
      insert into sso.agent_keys (jkt, first_seen_at) values (new.jkt, new.created_at) on conflict (jkt) do nothing;
      return null;
    end $$`.execute(db);
  await sql`
    create trigger sessions_start after insert on sso.sessions
    for each row when (new.jkt is not null) execute function sso.record_session_start()`.execute(db);
  // Of the whole statement and in order of the keys, so that two statements do not wait for each other.
  await sql`
    create function sso.record_session_revocations() returns trigger language plpgsql as $$
    begin
      insert into sso.session_revocations (status_index, revoked_at)
      select after.status_index, after.revoked_at from after join before using (id)
      where before.revoked_at is null and after.revoked_at is not null
      order by after.status_index
      on conflict (status_index) do nothing;
      insert into sso.agent_keys (jkt, first_seen_at, revoked_at, revoked_reason)
      select distinct on (after.jkt) after.jkt, after.created_at, after.revoked_at, after.revoked_reason
      from after join before using (id)
      where before.revoked_at is null and after.revoked_at is not null and after.jkt is not null
      order by after.jkt, after.revoked_at desc
      on conflict (jkt) do update
        set revoked_at = excluded.revoked_at, revoked_reason = excluded.revoked_reason
        where sso.agent_keys.revoked_at is null or sso.agent_keys.revoked_at <= excluded.revoked_at;
      return null;
    end $$`.execute(db);
  await sql`
    create trigger sessions_revocation after update on sso.sessions
    referencing old table as before new table as after
    for each statement execute function sso.record_session_revocations()`.execute(db);

  // A key stays in the history; its private half is erased when it is published no more.
  await sql`
    alter table sso.signing_keys
      alter column sealed_private_key drop not null,
      add column withdrawn_at timestamptz`.execute(db);

  // Applications from before this migration act for people everywhere.
  await sql`
    alter table sso.clients
      add column reach text not null default 'platform' check (reach in ('sign-in', 'platform'))`.execute(db);
  await sql`alter table sso.clients alter column reach set default 'sign-in'`.execute(db);
  // As approved; a resource that is null leaves the choice to the token request.
  await sql`
    alter table sso.authorization_requests
      add column reach text not null default 'platform' check (reach in ('sign-in', 'platform')),
      add column resource text`.execute(db);
  await sql`
    alter table sso.sessions
      add column reach text not null default 'platform' check (reach in ('sign-in', 'platform')),
      add column resource text`.execute(db);
}
