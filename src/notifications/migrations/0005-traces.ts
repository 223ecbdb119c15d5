import { type Kysely, sql } from 'kysely';

export const name = '0005-traces';

/** Trace context of the request, for the workers that continue it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const table of ['notifications', 'deliveries'])
    await sql`alter table ${sql.table(`notifications.${table}`)} add column traceparent text`.execute(db);
}
