import { type Kysely, sql } from 'kysely';

/** What developers and administrators did: rows that no statement changes. */
export async function createAudit(db: Kysely<unknown>): Promise<void> {
  await sql`
    -- Append-only log of actions of developers.
    create table notifications.audit_events (
      app_id uuid not null,
      id uuid not null,
      at timestamptz not null,
      event text not null,
      request_id text not null,
      actor_sub text not null,
      client_address text not null,
      ip text not null,
      details jsonb not null,
      primary key (app_id, id)
    )`.execute(db);
  await sql`create index audit_events_at on notifications.audit_events (at)`.execute(db);
  // Erase a person.
  await sql`create index audit_events_actor on notifications.audit_events (actor_sub)`.execute(db);
  await sql`create index audit_events_member on notifications.audit_events ((details ->> 'sub'))`.execute(db);
  // A year is counted by the clock of the database, so that no service can shorten it. An erasure replaces who it was by a
  // pseudonym; no other update is possible.
  await sql`
    create function notifications.keep_audit_events() returns trigger language plpgsql as $$
    begin
      if tg_op = 'DELETE' then
        if old.at < now() - interval '365 days' then
          return old;
        end if;
      elsif (new.app_id, new.id, new.at, new.event, new.request_id, new.client_address)
          = (old.app_id, old.id, old.at, old.event, old.request_id, old.client_address)
        and ((new.actor_sub, new.ip) = (old.actor_sub, old.ip)
          or (new.actor_sub ~ '^erased:[A-Za-z0-9_-]{22}$' and new.ip = ''))
        and new.details - 'sub' = old.details - 'sub'
        and (new.details -> 'sub' is not distinct from old.details -> 'sub'
          or new.details ->> 'sub' ~ '^erased:[A-Za-z0-9_-]{22}$')
      then
        return new;
      end if;
      raise exception 'events on record are never changed, and deleted a year later at the earliest';
    end $$`.execute(db);
  await sql`
    create trigger audit_events_append_only before update or delete on notifications.audit_events
    for each row execute function notifications.keep_audit_events()`.execute(db);
  // Runs as the owner of the tables, so that the service needs no right to update events. In PL/pgSQL, because Citus
  // refuses statements with parameters of functions in SQL.
  await sql`
    create function notifications.erase_person_from_audit(erased text, pseudonym text) returns bigint
      language plpgsql security definer set search_path = '' as $$
      declare
        replacement constant jsonb := pg_catalog.jsonb_build_object('sub', pseudonym);
        changed bigint;
      begin
        update notifications.audit_events set
          actor_sub = case when actor_sub = erased then pseudonym else actor_sub end,
          ip = case when actor_sub = erased then '' else ip end,
          details = case when details ->> 'sub' = erased then details || replacement else details end
        where actor_sub = erased or details ->> 'sub' = erased;
        get diagnostics changed = row_count;
        return changed;
      end
      $$`.execute(db);

  // What administrators did.
  await sql`
    -- Append-only log of actions of administrators.
    create table notifications.administrator_events (
      id uuid primary key,
      at timestamptz not null,
      event text not null,
      request_id text not null,
      ip text not null,
      administrator text not null,
      -- Null for the bootstrap key.
      administrator_id uuid,
      subject text not null,
      details jsonb not null
    )`.execute(db);
  await sql`
    create function notifications.keep_administrator_events() returns trigger language plpgsql as $$
    begin
      raise exception 'events on record are never changed or deleted';
    end $$`.execute(db);
  await sql`
    create trigger administrator_events_append_only before update or delete on notifications.administrator_events
    for each row execute function notifications.keep_administrator_events()`.execute(db);
}
