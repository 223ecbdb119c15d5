import { type Kysely, sql } from 'kysely';

export const name = '0003-webhook-failures';

/** Without the last failure, two of them with nothing in between look like days of failing. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table notifications.webhooks add column failed_at timestamptz`.execute(db);
}
