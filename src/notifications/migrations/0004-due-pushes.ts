import { type Kysely, sql } from 'kysely';

export const name = '0004-due-pushes';

/** Index for claiming pushes app by app. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`drop index notifications.notifications_due`.execute(db);
  await sql`
    create index notifications_due on notifications.notifications (app_id, due_at)
    where due_at is not null`.execute(db);
}
