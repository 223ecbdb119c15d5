import { type Kysely, sql } from 'kysely';

export const name = '0003-webhook-failures';

/** Records the last failure, so that two distant failures do not count as a continuous series. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table notifications.webhooks add column failed_at timestamptz`.execute(db);
}
