import { type Kysely, sql } from 'kysely';

export const name = '0014-due-rows';

/** Indexes by due time alone: a worker reads the rows that are due, whatever is scheduled for later. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create index notifications_due_at on notifications.notifications (due_at, app_id)
    where due_at is not null`.execute(db);
  await sql`
    create index deliveries_due_at_live on notifications.deliveries (due_at, app_id)
    where due_at is not null and not test`.execute(db);
  await sql`
    create index deliveries_due_at_test on notifications.deliveries (due_at, app_id)
    where due_at is not null and test`.execute(db);
}
