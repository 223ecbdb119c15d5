import { type Kysely, sql } from 'kysely';

export const name = '0011-status-events';

/** Lists of an app's events in the order in which they were recorded. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index outcomes_events on notifications.outcomes (app_id, recorded_at)`.execute(db);
}
