import {
  type Kysely,
  type RawBuilder,
  type SelectQueryBuilder,
  sql,
  type SqlBool,
  type StringReference,
  Transaction,
} from 'kysely';
import type { PageRequest } from '../http/page.ts';

/** Runs the work in the transaction that is open already, otherwise in a new one. */
export function inTransaction<Schema, Result>(
  db: Kysely<Schema>,
  work: (trx: Transaction<Schema>) => Promise<Result>,
): Promise<Result> {
  return db instanceof Transaction ? work(db) : db.transaction().execute(work);
}

/**
 * Creates the change of a query (for `$call`) that selects one page of a list, newest first.
 *
 * @param time column by which the list is sorted
 * @param id column that orders rows of the same time
 */
export function newestFirst<Database, Table extends keyof Database, Row>(
  time: StringReference<Database, Table>,
  id: StringReference<Database, Table>,
  { limit, after }: PageRequest,
): (query: SelectQueryBuilder<Database, Table, Row>) => SelectQueryBuilder<Database, Table, Row> {
  const [timeColumn, idColumn] = [sql.ref(time), sql.ref(id)];
  return (query) => {
    const page = query.orderBy(timeColumn, 'desc').orderBy(idColumn, 'desc').limit(limit);
    // A comparison of rows, which reads an index on both columns from this position.
    return after ? page.where(sql<SqlBool>`(${timeColumn}, ${idColumn}) < (${after.at}, ${after.id})`) : page;
  };
}

/** SQL interval of a number of milliseconds. */
export const sqlInterval = (milliseconds: number): RawBuilder<unknown> =>
  sql`${milliseconds}::integer * interval '1 millisecond'`;
