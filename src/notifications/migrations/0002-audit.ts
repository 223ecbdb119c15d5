import { type Kysely, sql } from 'kysely';

export const name = '0002-audit';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
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
  // Ages are relative to the newest event, so that a wrong server clock allows no deletion.
  await sql`
    create function notifications.keep_audit_events() returns trigger language plpgsql as $$
    begin
      if tg_op = 'DELETE' and old.at < (select max(at) from notifications.audit_events) - interval '365 days' then
        return old;
      end if;
      raise exception 'events on record are never changed, and deleted a year later at the earliest';
    end $$`.execute(db);
  await sql`
    create trigger audit_events_append_only before update or delete on notifications.audit_events
    for each row execute function notifications.keep_audit_events()`.execute(db);
}
