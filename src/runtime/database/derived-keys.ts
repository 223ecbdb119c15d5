import { sql } from 'kysely';
import type { MasterKey } from '../start/master-key.ts';
import type { Database } from './database.ts';
import type { SealedColumn } from './sealed-column.ts';

/** Keys that an area derives from the master key, and the table with the columns `purpose`, `sealed_key` and `created_at`. */
interface DerivedKeys {
  /** Table with its schema. */
  readonly table: string;
  readonly purposes: readonly string[];
}

/** Binds a sealed key to its row, so that swapped rows do not open. */
const labelOf = (table: string, purpose: string): string => `${table} ${purpose}`;

/** The column of derived keys, which is sealed under the master key. */
export const derivedKeysColumn = ({ table }: Pick<DerivedKeys, 'table'>): SealedColumn => ({
  table,
  column: 'sealed_key',
  key: ['purpose'],
  purposeOf: ([purpose = '']) => labelOf(table, purpose),
});

interface DerivedKeysDependencies extends DerivedKeys {
  readonly database: Pick<Database, 'db'>;
  readonly masterKey: MasterKey;
  readonly now: () => Date;
}

/**
 * Returns the master key with derived keys that do not change when it is rotated: they are stored sealed. The first start derives
 * them.
 */
export async function withStoredDerivedKeys({
  database: { db },
  table,
  purposes,
  masterKey,
  now,
}: DerivedKeysDependencies): Promise<MasterKey> {
  const rows = purposes.map((purpose) => {
    const sealed = masterKey.seal(masterKey.derive(purpose), labelOf(table, purpose));
    return sql`(${purpose}, ${sealed}, ${now()})`;
  });
  await sql`
    insert into ${sql.table(table)} (purpose, sealed_key, created_at) values ${sql.join(rows)}
    on conflict do nothing`.execute(db);
  const { rows: stored } = await sql<{ purpose: string; sealed_key: string }>`
    select purpose, sealed_key from ${sql.table(table)} where purpose in (${sql.join(purposes)})`.execute(db);
  const keys = new Map(stored.map((row) => [row.purpose, masterKey.open(row.sealed_key, labelOf(table, row.purpose))]));
  return {
    ...masterKey,
    derive: (purpose) => {
      const key = keys.get(purpose);
      if (key === undefined) throw new Error(`The table ${table} has no key for ${purpose}; list the purpose.`);
      return key;
    },
  };
}
