import { type Compilable, type Kysely, type RawBuilder, sql } from 'kysely';
import { compiledOnce, type ValueOf } from '../../runtime/database/compile-once.ts';
import type { SsoDatabase } from '../database.ts';
import type { SecretKey } from './grant-secrets.ts';

/** Returns the condition that the columns of the hash and of the bucket have one of the keys. */
type HasKey = (hashColumn: string, bucketColumn: string) => RawBuilder<boolean>;

/**
 * Creates a query by several keys. Its text has a parameter for each, up to the next power of two: of a list whose length
 * PostgreSQL does not know it plans each execution anew, which takes longer than the execution.
 */
export function bySecretKeys<Row>(
  build: (db: Kysely<SsoDatabase>, hasKey: HasKey) => Compilable<Row>,
): (db: Kysely<SsoDatabase>, keys: readonly SecretKey[]) => Promise<readonly Row[]> {
  const queryOf = (size: number) =>
    compiledOnce((db: Kysely<SsoDatabase>, value: ValueOf<Readonly<Record<string, string | number>>>) => {
      const list = (name: string) => sql.join(Array.from({ length: size }, (_, index) => value(`${name} ${index}`)));
      return build(
        db,
        (hash, bucket) => sql`${sql.ref(hash)} in (${list('hash')}) and ${sql.ref(bucket)} in (${list('bucket')})`,
      );
    });
  const queries = new Map<number, ReturnType<typeof queryOf>>();
  return (db, keys) => {
    const size = 2 ** Math.ceil(Math.log2(keys.length));
    const query = queries.get(size) ?? queryOf(size);
    queries.set(size, query);
    // Repeats the first key, which finds no more rows.
    const padded = Array.from({ length: size }, (_, index) => keys[index] ?? keys[0]);
    const values = padded.flatMap((key, index): readonly (readonly [string, string | number])[] =>
      key === undefined
        ? []
        : [
            [`hash ${index}`, key.hash],
            [`bucket ${index}`, key.bucket],
          ],
    );
    return query(db, Object.fromEntries(values));
  };
}
