import { type QueryExecutorProvider, sql } from 'kysely';

/** Returns the current time of the database server. */
export async function readDatabaseTime(db: QueryExecutorProvider): Promise<Date> {
  const { rows } = await sql<{ readonly time: Date }>`select clock_timestamp() as time`.execute(db);
  const [row] = rows;
  if (row === undefined) throw new Error('The database returned no time.');
  return row.time;
}
