import type { ReplayStore } from '../../protocol/dpop-request.ts';
import { replayMargin } from '../../protocol/replay-margin.ts';
import { replayId } from './replay-id.ts';

/** A Kysely instance of any version. */
export interface KyselyInstance {
  readonly insertInto: (table: never) => unknown;
  readonly deleteFrom: (table: never) => unknown;
}

/** The used methods of a Kysely instance. */
interface ReplayDatabase {
  insertInto(table: string): {
    values(row: { readonly id: string; readonly expires_at: number }): {
      onConflict(build: (conflict: { doNothing(): never }) => never): {
        executeTakeFirst(): Promise<{ readonly numInsertedOrUpdatedRows?: bigint | undefined } | undefined>;
      };
    };
  };
  deleteFrom(table: string): {
    where(column: string, operator: '<', value: number): { execute(): Promise<unknown> };
  };
}

export interface KyselyReplayStore extends ReplayStore {
  /** Deletes proofs that expired at least five minutes ago. Call it every few minutes. @param now milliseconds since 1970 */
  deleteExpired(now?: number): Promise<void>;
}

/**
 * Stores used proofs in a table for all processes of one database (PostgreSQL, SQLite):
 * `create table used_proofs (id text primary key, expires_at bigint not null)`.
 *
 * @param table default `used_proofs`; may have a schema prefix
 */
export function createKyselyReplayStore(kysely: KyselyInstance, table = 'used_proofs'): KyselyReplayStore {
  // The database type of the application need not include this table.
  const db = kysely as unknown as ReplayDatabase;
  const deleteExpired = async (now = Date.now()): Promise<void> => {
    await db
      .deleteFrom(table)
      .where('expires_at', '<', Math.floor(now / 1000) - replayMargin)
      .execute();
  };
  return {
    once: async (jkt, jti, expiresAt) => {
      const row = { id: replayId(jkt, jti), expires_at: Math.ceil(expiresAt) };
      const result = await db
        .insertInto(table)
        .values(row)
        .onConflict((conflict) => conflict.doNothing())
        .executeTakeFirst();
      // The primary key makes exactly one of concurrent inserts succeed.
      return result?.numInsertedOrUpdatedRows === 1n;
    },
    deleteExpired,
  };
}
