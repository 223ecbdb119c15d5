import { type Kysely, sql } from 'kysely';

export const name = '0006-attempt-requests';

/** URL and headers of the request, so that developers can verify its signature. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table notifications.delivery_attempts add column url text, add column headers jsonb`.execute(db);
}
