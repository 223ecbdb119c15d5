import { type Kysely, sql } from 'kysely';
import type { MasterKey } from '../start/master-key.ts';

/** A column with data that is sealed under the master key. */
export interface SealedColumn {
  /** Table with its schema. */
  readonly table: string;
  readonly column: string;
  /** Columns of the primary key. */
  readonly key: readonly string[];
  /** Returns the purpose that a row was sealed for. @param key values of the key columns */
  readonly purposeOf: (key: readonly string[]) => string;
}

interface SealedRow {
  readonly key: readonly string[];
  readonly sealed: string;
}

/**
 * Encrypts the rows of a column again with the first master key, in batches in the order of the primary key. It can be
 * interrupted and repeated: rows that the first key sealed are skipped, and rows that change meanwhile are left alone.
 *
 * @throws SealedDataError when no master key opens a row
 */
export async function resealColumn(
  db: Kysely<unknown>,
  masterKey: Pick<MasterKey, 'reseal'>,
  column: SealedColumn,
  batchSize = 500,
): Promise<{
  readonly resealed: number;
  /** Rows that the first key had sealed before. */
  readonly current: number;
}> {
  let resealed = 0;
  let current = 0;
  let last: readonly string[] | undefined;
  for (;;) {
    const rows = await readBatch(db, column, { after: last, limit: batchSize });
    const changes = rows.flatMap((row) => {
      const changed = masterKey.reseal(row.sealed, column.purposeOf(row.key));
      return changed === undefined ? [] : [{ ...row, changed }];
    });
    current += rows.length - changes.length;
    await db.transaction().execute(async (trx) => {
      for (const { key, sealed, changed } of changes) {
        const { numAffectedRows = 0n } = await sql`
          update ${sql.table(column.table)} set ${sql.ref(column.column)} = ${changed}
          where ${tuple(column)} = (${sql.join(key)}) and ${sql.ref(column.column)} = ${sealed}`.execute(trx);
        resealed += Number(numAffectedRows);
      }
    });
    if (rows.length < batchSize) return { resealed, current };
    last = rows.at(-1)?.key;
  }
}

const tuple = ({ key }: SealedColumn) => sql`(${sql.join(key.map((name) => sql.ref(name)))})`;

async function readBatch(
  db: Kysely<unknown>,
  column: SealedColumn,
  { after, limit }: { readonly after: readonly string[] | undefined; readonly limit: number },
): Promise<readonly SealedRow[]> {
  const { rows } = await sql<SealedRow>`
    select array[${sql.join(column.key.map((name) => sql`${sql.ref(name)}::text`))}] as key,
      ${sql.ref(column.column)} as sealed
    from ${sql.table(column.table)}
    where ${sql.ref(column.column)} is not null
      ${after === undefined ? sql`` : sql`and ${tuple(column)} > (${sql.join(after)})`}
    order by ${sql.join(column.key.map((name) => sql.ref(name)))}
    limit ${limit}`.execute(db);
  return rows;
}
