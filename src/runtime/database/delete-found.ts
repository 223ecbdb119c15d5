import { type QueryExecutorProvider, type RawBuilder, sql } from 'kysely';
import { retryOnConflict } from './database-errors.ts';

/** Which rows of a table are deleted. */
export interface DeletedRows {
  /** Name with schema. The condition may name it `found`. */
  readonly table: string;
  /** Columns of its primary key, or others that are unique together. */
  readonly key: readonly [string, ...string[]];
  readonly condition: RawBuilder<unknown>;
  readonly limit: number;
}

/**
 * Deletes up to `limit` rows of a condition, in two statements: a distributed engine takes no `limit` inside a `delete`. A
 * row that was changed between them, or by a transaction that the second one waits for, stays when the condition does not
 * hold any more.
 *
 * @returns the number of deleted rows
 */
export async function deleteFound(
  db: QueryExecutorProvider,
  { table: name, key, condition, limit }: DeletedRows,
): Promise<number> {
  const table = sql`${sql.table(name)} as found`;
  const columns = sql.join(key.map((column) => sql.ref(`found.${column}`)));
  const { rows } = await sql<Readonly<Record<string, unknown>>>`
    select ${columns} from ${table} where ${condition} limit ${limit}`.execute(db);
  if (rows.length === 0) return 0;
  const keys = sql.join(rows.map((row) => sql`(${sql.join(key.map((column) => row[column]))})`));
  // Two processes that delete the same rows can meet in different orders.
  const { numAffectedRows } = await retryOnConflict(() =>
    sql`delete from ${table} where (${columns}) in (${keys}) and ${condition}`.execute(db),
  );
  return Number(numAffectedRows ?? 0n);
}

/** How long events stay on record. Their tables refuse a deletion within a year, by the clock of the database. */
const retentionMs = 400 * 24 * 60 * 60 * 1000;

/**
 * Deletes up to `limit` events that are 400 days older than now and than the newest event, so that a wrong clock alone
 * deletes nothing.
 *
 * @returns the number of deleted events
 */
export async function deleteOldEvents(
  db: QueryExecutorProvider,
  { now, table, key, limit }: Pick<DeletedRows, 'table' | 'key' | 'limit'> & { readonly now: Date },
): Promise<number> {
  const { rows } = await sql<{ readonly at: Date | null }>`select max(at) as at from ${sql.table(table)}`.execute(db);
  const newest = rows[0]?.at;
  if (!newest) return 0;
  const before = new Date(Math.min(now.getTime(), newest.getTime()) - retentionMs);
  return deleteFound(db, { table, key, condition: sql`at < ${before}`, limit });
}
