import { type Kysely, sql } from 'kysely';

export const name = '0004-due-pushes';

/** Pushes are taken app by app, as deliveries are. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`drop index notifications.notifications_due`.execute(db);
  await sql`
    create index notifications_due on notifications.notifications (app_id, due_at)
    where due_at is not null`.execute(db);
}
