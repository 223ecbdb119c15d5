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
import type { DomainError } from '../errors/domain-error.ts';

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

/** What a store returns when it refuses a write: which error of the area's catalogue, and what the error says. */
export interface Refusal {
  readonly refused: string;
  readonly details: readonly unknown[];
}

export const isRefusal = (result: unknown): result is Refusal =>
  typeof result === 'object' && result !== null && 'refused' in result;

type CreateError = (...details: never[]) => DomainError;

/** Creates the refusals of an area. @param errors its error catalogue */
export function createRefusals<Errors extends object>(errors: Errors) {
  return {
    /** Refuses a write in a store with an entry of the catalogue, and what its message names. */
    refuse: <Name extends keyof Errors & string>(
      refused: Name,
      ...details: Parameters<Extract<Errors[Name], CreateError>>
    ): Refusal => ({ refused, details }),
    /** Returns the result of a write, for its handler. @throws DomainError of a refusal */
    accepted: <Result>(result: Result | Refusal): Result => {
      if (!isRefusal(result)) return result;
      const create: unknown = Reflect.get(errors, result.refused);
      throw typeof create === 'function'
        ? create(...result.details)
        : new Error(`No error is named ${result.refused}.`);
    },
  };
}

/** Runs a write in a transaction, which is rolled back when the write is refused. */
export const inWriteTransaction = <Tables, Result>(
  db: Kysely<Tables>,
  write: (trx: Transaction<Tables>) => Promise<Result | Refusal>,
): Promise<Result | Refusal> =>
  withRollback<Tables, Result | Refusal>(db, async (trx, rollBack) => {
    const result = await write(trx);
    return isRefusal(result) ? rollBack(result) : result;
  });

/** Runs work in a transaction. `rollBack` ends both without a change, and with its argument as the result. */
export async function withRollback<Tables, Result>(
  db: Kysely<Tables>,
  work: (trx: Transaction<Tables>, rollBack: (result: Result) => never) => Promise<Result>,
): Promise<Result> {
  const results: { readonly result: Result }[] = [];
  try {
    return await db.transaction().execute((trx) =>
      work(trx, (result) => {
        results.push({ result });
        throw rolledBack;
      }),
    );
  } catch (error) {
    const [end] = results;
    if (error !== rolledBack || end === undefined) throw error;
    return end.result;
  }
}

const rolledBack = new Error('The transaction was rolled back.');
