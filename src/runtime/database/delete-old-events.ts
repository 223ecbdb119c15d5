import { type QueryExecutorProvider, sql } from 'kysely';
import { deleteFound, type DeletedRows } from './delete-found.ts';

/** How long events stay on record. Their tables refuse a deletion within a year, by the clock of the database. */
const retentionMs = 400 * 24 * 60 * 60 * 1000;

export interface OldEvents extends Pick<DeletedRows, 'table' | 'key' | 'limit'> {
  readonly now: Date;
}

/**
 * Deletes up to `limit` events that are 400 days older than now and than the newest event, so that a wrong clock alone
 * deletes nothing.
 *
 * @returns the number of deleted events
 */
export async function deleteOldEvents(
  db: QueryExecutorProvider,
  { now, table, key, limit }: OldEvents,
): Promise<number> {
  const { rows } = await sql<{ readonly at: Date | null }>`select max(at) as at from ${sql.table(table)}`.execute(db);
  const newest = rows[0]?.at;
  if (!newest) return 0;
  const before = new Date(Math.min(now.getTime(), newest.getTime()) - retentionMs);
  return deleteFound(db, { table, key, condition: sql`at < ${before}`, limit });
}
