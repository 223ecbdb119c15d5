import { type Kysely, sql } from 'kysely';

export const name = '0005-administrators';

/** Adds named administrators, invites, suspended owners, access of owners to the console, and administrators in audit events. */
export async function up(db: Kysely<unknown>): Promise<void> {
  // Rows stay after revocation and expiry, because audit events name them.
  await sql`
    create table sso.administrators (
      id uuid primary key,
      name text not null,
      key_hash text not null unique,
      scopes text[] not null,
      created_at timestamptz not null,
      expires_at timestamptz not null,
      revoked_at timestamptz
    )`.execute(db);
  await sql`create index administrators_created_at on sso.administrators (created_at, id)`.execute(db);

  await sql`
    create table sso.invites (
      id uuid primary key,
      code_hash text not null unique,
      note text,
      created_by text not null,
      created_at timestamptz not null,
      expires_at timestamptz not null,
      used_at timestamptz,
      revoked_at timestamptz
    )`.execute(db);
  await sql`create index invites_created_at on sso.invites (created_at, id)`.execute(db);
  // The invite is used when the passkey is stored, not when its options are requested.
  await sql`alter table sso.passkey_challenges add column invite_hash text`.execute(db);

  await sql`
    alter table sso.owners
      add column suspended_at timestamptz,
      add column suspension_reason text,
      add constraint owners_suspension_check check (suspended_at is not null or suspension_reason is null)`.execute(db);
  await sql`create index owners_created_at on sso.owners (created_at, sub)`.execute(db);
  // Administrators search by the beginning of a name.
  await sql`create index devices_name on sso.devices (lower(name) text_pattern_ops)`.execute(db);
  await sql`create index passkeys_name on sso.passkeys (lower(name) text_pattern_ops)`.execute(db);
  await sql`
    alter table sso.sessions
      drop constraint sessions_revoked_reason_check,
      add constraint sessions_revoked_reason_check check (revoked_reason in
        ('reuse', 'code_reuse', 'owner', 'client', 'provider_disabled', 'owner_suspended', 'owner_deleted'))`.execute(
    db,
  );

  await sql`
    create table sso.console_grants (
      owner_sub text primary key references sso.owners on delete cascade,
      scopes text[] not null,
      granted_by text not null,
      granted_at timestamptz not null
    )`.execute(db);

  // The name is repeated, so that an event is readable without the table of administrators.
  await sql`
    alter table sso.audit_events
      add column administrator_id uuid,
      add column administrator_name text`.execute(db);
  await sql`create index audit_events_event on sso.audit_events (event, at, id)`.execute(db);
  await sql`
    create index audit_events_administrator on sso.audit_events (administrator_name, at, id)
    where administrator_name is not null`.execute(db);

  // Events of a deleted owner keep what happened and lose who it was; no other update is possible.
  await sql`
    create or replace function sso.keep_audit_events() returns trigger language plpgsql as $$
    begin
      if tg_op = 'DELETE' then
        if old.at < (select max(at) from sso.audit_events) - interval '365 days' then
          return old;
        end if;
      elsif old.owner_sub is not null
        and new.owner_sub ~ '^erased:[0-9a-f]{32}$'
        and new.ip is null
        and old.details @> new.details
        and (new.id, new.at, new.event, new.request_id) = (old.id, old.at, old.event, old.request_id)
        and new.client_address is not distinct from old.client_address
        and new.administrator_id is not distinct from old.administrator_id
        and new.administrator_name is not distinct from old.administrator_name
        and not exists (select from sso.owners where sub = old.owner_sub)
      then
        return new;
      end if;
      raise exception 'events on record are never changed, and deleted a year later at the earliest';
    end $$`.execute(db);
  // Runs as the owner of the tables, so that the service needs no right to update events.
  await sql`
    create function sso.erase_owner_from_audit(erased text, pseudonym text) returns bigint
      language sql security definer set search_path = '' as $$
        with changed as (
          update sso.audit_events set
            owner_sub = pseudonym,
            ip = null,
            details = coalesce((
              select pg_catalog.jsonb_object_agg(key, value) from pg_catalog.jsonb_each(details)
              where key in ('reason', 'by', 'comparison', 'sessions', 'action')
            ), '{}')
          where owner_sub = erased
          returning 1
        )
        select count(*) from changed
      $$`.execute(db);
}
