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

/**
 * Builds and compiles a query at its first execution only: of a query with many columns that takes as much processor time as its
 * execution. No value may change its text. Plugins receive a query with its values.
 *
 * @returns a function that executes the query with values and returns its rows
 */
export function compiledOnce<Schema, Values extends object, Row>(
  build: (db: Kysely<Schema>, value: ValueOf<Values>) => Compilable<Row>,
): (db: Kysely<Schema>, values: Values) => Promise<readonly Row[]> {
  let compiled: CompiledQuery<Row> | undefined;
  return async (db, values) => {
    const { plugins } = db.getExecutor();
    if (plugins.length > 0) return (await db.executeQuery(build(db, (name) => sql`${values[name]}`))).rows;
    compiled ??= build(db, (name) => sql`${new Placeholder(name)}`).compile();
    const byName = new Map<PropertyKey, unknown>(Object.entries(values));
    const parameters = compiled.parameters.map((parameter) =>
      parameter instanceof Placeholder ? byName.get(parameter.name) : parameter,
    );
    return (await db.executeQuery<Row>({ ...compiled, parameters })).rows;
  };
}
