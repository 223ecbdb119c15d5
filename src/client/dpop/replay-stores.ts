import { sha256Base64url } from '#sha256';
import { replayMargin, type ReplayStore } from '../../protocol/dpop-request.ts';

export interface MemoryReplayStoreOptions {
  /** Maximum number of proofs; a full store throws until some expire. Default 400,000, about 1,000 requests per second. */
  readonly capacity?: number | undefined;
  /** Milliseconds since 1970. Default: the system's clock. */
  readonly now?: (() => number) | undefined;
}

/** Stores used proofs in memory. For a single process only: two processes would each accept a proof once. */
export function createMemoryReplayStore({
  capacity = 400_000,
  now = Date.now,
}: MemoryReplayStoreOptions = {}): ReplayStore {
  const expiries = new Map<string, number>();
  const deleteExpired = () => {
    const before = now() / 1000 - replayMargin;
    for (const [id, expiresAt] of expiries) if (expiresAt < before) expiries.delete(id);
  };
  return {
    once: async (jkt, jti, expiresAt) => {
      const id = replayId(jkt, jti);
      if (expiries.has(id)) return false;
      if (expiries.size >= capacity) deleteExpired();
      if (expiries.size >= capacity)
        throw new Error(`The replay store is full with ${capacity} proofs: raise its capacity or use a shared store.`);
      expiries.set(id, expiresAt);
      return true;
    },
  };
}

export interface RedisReplayStoreOptions {
  /**
   * Sends one command: `(args) => client.sendCommand([...args])` for node-redis,
   * `([name, ...rest]) => client.call(name, ...rest)` for ioredis.
   */
  readonly command: (args: readonly [string, ...string[]]) => Promise<unknown>;
  /** Prefix of every key. Default `dpop:`. */
  readonly prefix?: string | undefined;
}

/** Stores used proofs in Redis 6.2 or later (or Valkey) for all processes; entries expire automatically. */
export function createRedisReplayStore({ command, prefix = 'dpop:' }: RedisReplayStoreOptions): ReplayStore {
  return {
    once: async (jkt, jti, expiresAt) => {
      const reply = await command(storeOnce(prefix + replayId(jkt, jti), expiresAt));
      return reply === storedNow;
    },
  };
}

/** The command that stores a key until a proof expired everywhere, unless it is stored already. */
export const storeOnce = (key: string, expiresAt: number): readonly [string, ...string[]] => [
  'SET',
  key,
  '1',
  'NX',
  'EXAT',
  String(Math.ceil(expiresAt) + replayMargin),
];

/** Its reply for a new key; nil for an existing one. */
export const storedNow = 'OK';

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

/** Returns a digest of (jkt, jti) of 43 characters, since clients choose any jti. */
export function replayId(jkt: string, jti: string): string {
  return sha256Base64url(`${jkt}\0${jti}`);
}
