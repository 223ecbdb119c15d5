import {
  type Kysely,
  type RawBuilder,
  type SelectQueryBuilder,
  sql,
  type SqlBool,
  type StringReference,
  Transaction,
  type QueryExecutorProvider,
  type Compilable,
  type CompiledQuery,
} from 'kysely';
import type { PageRequest } from '../http/page.ts';
import type { DomainError } from '../errors/domain-error.ts';
import { retryOnConflict } from './database-errors.ts';

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

/** Stands for a value in the parameters of a compiled query. */
class Placeholder {
  readonly name: PropertyKey;

  constructor(name: PropertyKey) {
    this.name = name;
  }
}

/** Returns what stands in a query for the value with a name. */
export type ValueOf<Values> = <Name extends keyof Values>(name: Name) => RawBuilder<Values[Name]>;

/** Names and what stands for the values, in their order. */
type AllValues = readonly (readonly [name: string, value: RawBuilder<unknown>])[];

/**
 * Builds and compiles a query at its first execution only: of a query with many columns that takes as much processor time as its
 * execution. No value may change its text. Plugins receive a query with its values.
 *
 * @returns a function that executes the query with values and returns its rows
 */
export function compiledOnce<Schema, Values extends object, Row>(
  build: (db: Kysely<Schema>, value: ValueOf<Values>, all: AllValues) => Compilable<Row> | RawBuilder<Row>,
): (db: Kysely<Schema>, values: Values) => Promise<readonly Row[]> {
  let compiled: CompiledQuery<Row> | undefined;
  const placeholder = <Value>(name: PropertyKey) => sql<Value>`${new Placeholder(name)}`;
  const compile = (db: Kysely<Schema>, names: readonly string[]) =>
    build(
      db,
      placeholder,
      names.map((name) => [name, placeholder(name)]),
    ).compile(db);
  return async (db, values) => {
    const { plugins } = db.getExecutor();
    if (plugins.length > 0) {
      const all = Object.entries(values).map(([name, value]) => [name, sql`${value}`] as const);
      return (await db.executeQuery(build(db, (name) => sql`${values[name]}`, all).compile(db))).rows;
    }
    compiled ??= compile(db, Object.keys(values));
    const parameters: readonly unknown[] = compiled.parameters.map((parameter) =>
      parameter instanceof Placeholder ? Reflect.get(values, parameter.name) : parameter,
    );
    return (await db.executeQuery<Row>({ ...compiled, parameters })).rows;
  };
}
