import { type Kysely, sql } from 'kysely';

export const name = '0013-personal-data';

/** Erasure of a person: indexes by person, pseudonyms in the audit, and a record of what administrators did. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index prompt_budgets_person on notifications.prompt_budgets (session_address)`.execute(db);
  await sql`
    create index notifications_person_test on notifications.notifications (session_address) where test`.execute(db);
  await sql`create index deliveries_person on notifications.deliveries (session_address)`.execute(db);
  await sql`create index audit_events_actor on notifications.audit_events (actor_sub)`.execute(db);
  await sql`create index audit_events_member on notifications.audit_events ((details ->> 'sub'))`.execute(db);
  await sql`
    create or replace function notifications.keep_audit_events() returns trigger language plpgsql as $$
    begin
      if tg_op = 'DELETE' then
        if old.at < (select max(at) from notifications.audit_events) - interval '365 days' then
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
  // Runs as the owner of the tables, so that the service needs no right to update events.
  await sql`
    create function notifications.erase_person_from_audit(erased text, pseudonym text) returns bigint
      language sql security definer set search_path = '' as $$
        with changed as (
          update notifications.audit_events set
            actor_sub = case when actor_sub = erased then pseudonym else actor_sub end,
            ip = case when actor_sub = erased then '' else ip end,
            details = case when details ->> 'sub' = erased
              then details || pg_catalog.jsonb_build_object('sub', pseudonym) else details end
          where actor_sub = erased or details ->> 'sub' = erased
          returning 1
        )
        select pg_catalog.count(*) from changed
      $$`.execute(db);

  await sql`
    create table notifications.administrator_events (
      id uuid primary key,
      at timestamptz not null,
      event text not null,
      request_id text not null,
      ip text not null,
      administrator text not null,
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
