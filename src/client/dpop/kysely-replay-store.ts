import type { ReplayStore } from '../../protocol/dpop-request.ts';
import { replayMargin } from '../../protocol/replay-margin.ts';
import { replayId } from './replay-id.ts';

/** Any Kysely instance: this package needs no version of it. */
export interface KyselyInstance {
  readonly insertInto: (table: never) => unknown;
  readonly deleteFrom: (table: never) => unknown;
}

/** What is used of it. */
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
  /** Deletes what expired five minutes before now. Run it every few minutes. @param now milliseconds since 1970 */
  deleteExpired(now?: number): Promise<void>;
}

/**
 * Remembers used proofs in a table, for all processes over one database (PostgreSQL, SQLite):
 * `create table used_proofs (id text primary key, expires_at bigint not null)`.
 *
 * @param table Default `used_proofs`; a schema may stand before it.
 */
export function createKyselyReplayStore(kysely: KyselyInstance, table = 'used_proofs'): KyselyReplayStore {
  // Kysely's types know the tables of the application, and this one may not be among them.
  const db = kysely as unknown as ReplayDatabase;
  return {
    once: async (jkt, jti, expiresAt) => {
      const row = { id: replayId(jkt, jti), expires_at: Math.ceil(expiresAt) };
      const result = await db
        .insertInto(table)
        .values(row)
        .onConflict((conflict) => conflict.doNothing())
        .executeTakeFirst();
      // The primary key decides: of any number of inserts at once, one row is new.
      return result?.numInsertedOrUpdatedRows === 1n;
    },
    deleteExpired: async (now = Date.now()) => {
      await db
        .deleteFrom(table)
        .where('expires_at', '<', Math.floor(now / 1000) - replayMargin)
        .execute();
    },
  };
}
