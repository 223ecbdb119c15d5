import { type Kysely, sql } from 'kysely';

export const name = '0008-device-handovers';

/** Handovers and presence per device, and an index that finds devices that were not seen for long. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table notifications.notifications add column handovers jsonb not null default '{}'`.execute(db);
  await sql`alter table notifications.presence add column device_id text not null default ''`.execute(db);
  await sql`
    alter table notifications.presence
      drop constraint presence_pkey, add primary key (session_address, device_id)`.execute(db);
  // A day changes rarely, so that heartbeats update no index.
  await sql`
    alter table notifications.devices
      add column seen_day date not null generated always as ((seen_at at time zone 'UTC')::date) stored`.execute(db);
  await sql`create index devices_seen_day on notifications.devices (seen_day)`.execute(db);
}
