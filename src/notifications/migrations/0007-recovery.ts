import { type Kysely, sql } from 'kysely';

export const name = '0007-recovery';

/** Lists of sends by time, the reason of a drop, and indexes whose size follows waiting pushes and dropped events. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table notifications.deliveries
      add column dropped_reason text check (dropped_reason in
        ('attempts_exhausted', 'webhook_deleted', 'webhook_paused')),
      add column dropped_at timestamptz`.execute(db);
  await sql`create index notifications_sent on notifications.notifications (app_id, accepted_at, id)`.execute(db);
  await sql`
    create index deliveries_dropped on notifications.deliveries (app_id, created_at, id)
    where state = 'dropped'`.execute(db);
  await sql`create index webhooks_paused_at on notifications.webhooks (paused_at) where paused_at is not null`.execute(
    db,
  );
  // Open streams read the pushes that wait for them, and no row of any other kind.
  await sql`
    create index notifications_offered on notifications.notifications (session_address, accepted_at, id)
    where state = 'offered'`.execute(db);
  await sql`drop index notifications.notifications_person`.execute(db);
  await sql`
    create index notifications_person on notifications.notifications (session_address, id) where not test`.execute(db);
}
