import { type Compilable, type CompiledQuery, type Kysely, type RawBuilder, sql } from 'kysely';

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
