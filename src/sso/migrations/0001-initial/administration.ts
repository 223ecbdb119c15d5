import { type Kysely, sql } from 'kysely';

/** Creates the administrators, the operator console, the audit and what it sends to owners. */
export async function createAdministration(db: Kysely<unknown>): Promise<void> {
  // Rows stay after revocation and expiry, because audit events name them.
  await sql`
    -- A named administrator; rows are never deleted.
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
    -- Allows one new owner to enrol; code_hash is the hash of its code.
    create table sso.invites (
      id uuid primary key,
      code_hash text not null unique,
      note text,
      -- Name of the administrator.
      created_by text not null,
      created_at timestamptz not null,
      expires_at timestamptz not null,
      used_at timestamptz,
      revoked_at timestamptz
    )`.execute(db);
  await sql`create index invites_created_at on sso.invites (created_at, id)`.execute(db);

  // Audit events name the grant, never the owner, so that they can stay when the owner is erased.
  await sql`
    -- What an owner may do in the operator console.
    create table sso.console_grants (
      owner_sub text primary key references sso.owners on delete cascade,
      id uuid not null,
      -- Whom audit events name.
      name text not null,
      scopes text[] not null,
      -- Name of the administrator.
      granted_by text not null,
      granted_at timestamptz not null,
      expires_at timestamptz not null
    )`.execute(db);
  await sql`create index console_grants_granted_at on sso.console_grants (granted_at, id)`.execute(db);

  // A key of the console is valid while the grant, the owner and the owner's sign-in last.
  await sql`
    -- A key of the operator console; key_hash is its hash.
    create table sso.console_sessions (
      key_hash text primary key,
      owner_sub text not null references sso.console_grants on delete cascade,
      -- The sign-in whose access token opened the console.
      session_id uuid not null,
      created_at timestamptz not null,
      -- Time of the ceremony that opened it.
      confirmed_at timestamptz not null,
      expires_at timestamptz not null
    )`.execute(db);
  await sql`create index console_sessions_expires_at on sso.console_sessions (expires_at)`.execute(db);
  await sql`create index console_sessions_owner_sub on sso.console_sessions (owner_sub)`.execute(db);

  await createAudit(db);
  await createSystemPushes(db);
}

async function createAudit(db: Kysely<unknown>): Promise<void> {
  // The bucket is that of the owner, also after an erasure, or of the request. The administrator's name is repeated, so that an
  // event is readable without the table of administrators.
  await sql`
    -- Append-only record of security events.
    create table sso.audit_events (
      bucket smallint not null,
      id bigint generated always as identity,
      at timestamptz not null,
      event text not null,
      request_id text not null,
      owner_sub text,
      client_address text,
      administrator_id uuid,
      -- Name of the administrator who acted; null for everybody else.
      administrator_name text,
      ip text,
      details jsonb not null,
      primary key (id, bucket)
    )`.execute(db);
  await sql`create index audit_events_owner on sso.audit_events (owner_sub, at)`.execute(db);
  // Finds what an agent did last.
  await sql`
    create index audit_events_agent on sso.audit_events (owner_sub, (details->>'agentSessionId'), at, id)
    where details->>'agentSessionId' is not null`.execute(db);
  await sql`create index audit_events_at on sso.audit_events (at)`.execute(db);
  await sql`create index audit_events_event on sso.audit_events (event, at, id)`.execute(db);
  await sql`
    create index audit_events_administrator on sso.audit_events (administrator_name, at, id)
    where administrator_name is not null`.execute(db);

  // A year is counted by the clock of the database, so that no service can shorten it. An erasure replaces the owner by a
  // pseudonym, which removes who it was and keeps what happened; no other update is possible. Owners are on other nodes: the
  // function that erases looks for them.
  await sql`
    create function sso.keep_audit_events() returns trigger language plpgsql as $$
    declare
      pseudonym text;
    begin
      if tg_op = 'DELETE' then
        if old.at < now() - interval '365 days' then
          return old;
        end if;
      elsif old.owner_sub !~ '^erased:' and new.owner_sub ~ '^erased:[0-9a-f]{32}$' then
        pseudonym := new.owner_sub;
        new.owner_sub := old.owner_sub;
        if new is not distinct from old then
          new.owner_sub := pseudonym;
          new.ip := null;
          new.details := old.details - array(
            select key from jsonb_object_keys(old.details) as key
            where key not in ('reason', 'by', 'comparison', 'sessions', 'action'));
          return new;
        end if;
      end if;
      raise exception 'events on record are never changed, and deleted a year later at the earliest';
    end $$`.execute(db);
  await sql`
    create trigger audit_events_append_only before update or delete on sso.audit_events
    for each row execute function sso.keep_audit_events()`.execute(db);
  // Triggers for rows do not see a truncate.
  await sql`
    create function sso.keep_all_audit_events() returns trigger language plpgsql as $$
    begin
      raise exception 'events on record are never changed, and deleted a year later at the earliest';
    end $$`.execute(db);
  await sql`
    create trigger audit_events_not_truncated before truncate on sso.audit_events
    for each statement execute function sso.keep_all_audit_events()`.execute(db);

  // Runs as the owner of the tables, so that the service needs no right to update events. In PL/pgSQL, because Citus
  // refuses statements with parameters of functions in SQL.
  await sql`
    create function sso.erase_owner_from_audit(erased text, erased_bucket smallint, pseudonym text) returns bigint
      language plpgsql security definer set search_path = '' as $$
      declare
        changed bigint;
      begin
        perform from sso.owners where sub = erased;
        if found then
          raise exception 'events on record are never changed while their owner exists';
        end if;
        update sso.audit_events set owner_sub = pseudonym where bucket = erased_bucket and owner_sub = erased;
        get diagnostics changed = row_count;
        return changed;
      end
      $$`.execute(db);
}

/**
 * Pushes of the platform that wait for the notification service: changes of which an owner is told. Without a foreign key: owners
 * are on other nodes, and who claims a push looks for its owner.
 */
async function createSystemPushes(db: Kysely<unknown>): Promise<void> {
  await sql`
    -- A push of the platform that waits for the notification service; triggers of the audit fill it.
    create table sso.system_pushes (
      bucket smallint not null,
      owner_sub text not null,
      event_id bigint not null,
      event text not null,
      -- The request of an agent that the event is about; null for other events.
      approval_request uuid,
      attempts integer not null default 0,
      next_attempt_at timestamptz not null,
      primary key (owner_sub, event_id, bucket)
    )`.execute(db);
  await sql`create index system_pushes_next_attempt_at on sso.system_pushes (next_attempt_at)`.execute(db);

  // A trigger, so that no statement that records such an event leaves it out.
  await sql`
    create function sso.queue_system_push() returns trigger language plpgsql as $$
    begin
      insert into sso.system_pushes (bucket, owner_sub, event_id, event, approval_request, next_attempt_at)
      values (new.bucket, new.owner_sub, new.id, new.event, (new.details->>'approvalRequest')::uuid, new.at);
      return null;
    end $$`.execute(db);
  await sql`
    create trigger audit_events_system_push after insert on sso.audit_events
    for each row when (new.owner_sub is not null and new.event in ('key_compromised', 'passkey_registered', 'passkey_removed',
      'device_enrolled', 'device_removed', 'recovery_codes_created', 'owner_recovered', 'console_scopes_set', 'console_opened',
      'approval_requested'))
    execute function sso.queue_system_push()`.execute(db);
}
