import { hash } from 'node:crypto';
import { CompiledQuery, type Kysely, sql } from 'kysely';
import { replayMargin, type ReplayStore } from '../../protocol/dpop-request.ts';
import { createBatchWriter } from '../database/batch-writer.ts';
import type { ExpiringStore } from '../jobs/delete-expired.ts';
import { deleteFound } from '../database/delete-found.ts';
import { defaultProofMaxAge } from '../../protocol/proof-jwt.ts';
import { defaultClockSkew } from '../../protocol/signed-jwt.ts';

/**
 * Creates a store that accepts every proof once across all processes of a database (RFC 9449 §11.1).
 *
 * Of equal proofs in a batch the first is accepted; between batches and processes the primary key decides. A batch that
 * fails rejects all its proofs. After the loss of a node each is tried alone, and one that is stored then was stored by the
 * batch or before: it is refused with the failure of the batch.
 *
 * @param usedProofs stores the proofs instead, when there is such a server
 */
export function createReplayStore(
  db: Kysely<unknown>,
  table: string,
  usedProofs?: UsedProofs,
): ReplayStore & ExpiringStore {
  const insert = createInsert(db, table);
  const accept = createBatchWriter(async (batch: readonly Candidate[], failure?: unknown) => {
    const stored = await insert(batch);
    // `delete` is true for the first of equal proofs only.
    const first = batch.map(({ id }) => stored.delete(id));
    if (failure !== undefined && first.includes(false)) throw failure;
    return first;
  });
  const database: ReplayStore = { once: (jkt, jti, expiresAt) => accept({ id: proofId(jkt, jti), jkt, expiresAt }) };
  const store = usedProofs ? createSharedReplayStore(usedProofs, { prefix: `${table}:`, database }) : database;
  return {
    ...store,
    deleteExpired: (now, limit) =>
      deleteFound(db, {
        table,
        key: ['jkt', 'jti_hash'],
        condition: sql`expires_at < ${new Date(now.getTime() - replayMargin * 1000)}`,
        limit,
      }),
  };
}

/**
 * Creates the table of a replay store, for the migrations of areas. The table is logged, because a crash must not lose
 * proofs. Its primary key starts with the distribution column.
 */
export async function createReplayTable(db: Kysely<unknown>, table: string): Promise<void> {
  await sql`
    create table ${sql.table(table)} (
      jkt text not null,
      jti_hash text not null,
      expires_at timestamptz not null,
      primary key (jkt, jti_hash)
    )`.execute(db);
  const name = `${table.split('.').at(-1)}_expires_at`;
  await sql`create index ${sql.id(name)} on ${sql.table(table)} (expires_at)`.execute(db);
}

interface Candidate {
  readonly id: string;
  readonly jkt: string;
  readonly expiresAt: number;
}

/** Hashes a proof's identifier: a jti is client-chosen text of any length. */
function proofId(jkt: string, jti: string): string {
  return hash('sha256', `${jkt}\0${jti}`, 'base64url');
}

/**
 * Creates the statement that inserts a batch. Its text depends on the size of the batch only, so that it is compiled once for
 * each: compiling it every time would cost a fifth of the statement.
 *
 * @returns a function that resolves with the identifiers of the inserted proofs
 */
function createInsert(db: Kysely<unknown>, table: string): (candidates: readonly Candidate[]) => Promise<Set<string>> {
  const texts = new Map<number, string>();
  const textOf = (size: number): string => {
    const row = sql`(${''}, ${''}, ${''})`;
    const text =
      texts.get(size) ??
      sql`
        insert into ${sql.table(table)} (jkt, jti_hash, expires_at)
        values ${sql.join(Array.from({ length: size }, () => row))}
        on conflict do nothing
        returning jti_hash`.compile(db).sql;
    texts.set(size, text);
    return text;
  };
  return async (candidates) => {
    // All processes insert rows in the same order, so that they cannot deadlock.
    const batch = candidates.toSorted((a, b) => (a.jkt + a.id < b.jkt + b.id ? -1 : 1));
    const parameters = batch.flatMap(({ jkt, id, expiresAt }) => [jkt, id, new Date(expiresAt * 1000).toISOString()]);
    const { rows } = await db.executeQuery<{ jti_hash: string }>(CompiledQuery.raw(textOf(batch.length), parameters));
    return new Set(rows.map(({ jti_hash }) => jti_hash));
  };
}

/** Used proofs of all areas and processes, in servers that may forget them. */
export interface UsedProofs {
  /**
   * Stores a proof under a prefix.
   *
   * @returns whether it is its first use, and Unix seconds since which its server has every such proof that it accepted
   * @throws Error when the server does not respond, or must not be relied on
   */
  readonly use: (
    prefix: string,
    ...proof: Parameters<ReplayStore['once']>
  ) => Promise<{ readonly isFirst: boolean; readonly since: number }>;
  /** Milliseconds. */
  readonly now: () => number;
}

/** Seconds that the clocks of two processes may differ. */
const clockTolerance = 2;

/**
 * Creates a store that accepts every proof once although the server may forget.
 *
 * Proofs that were created before the server was complete are refused. Of the later ones only those of a clock that is ahead
 * can have been used before then, and the database has these. It has everything of the first minutes too, so that processes
 * with and without the server can run side by side meanwhile.
 *
 * @param database store of the service in its database
 */
export function createSharedReplayStore(
  { use, now }: UsedProofs,
  { prefix, database }: { readonly prefix: string; readonly database: ReplayStore },
): ReplayStore {
  return {
    once: async (jkt, jti, expiresAt) => {
      const createdAt = expiresAt - defaultProofMaxAge - defaultClockSkew;
      const { isFirst, since } = await use(prefix, jkt, jti, expiresAt);
      if (!isFirst || createdAt <= since + clockTolerance) return false;
      const at = now() / 1000;
      if (createdAt <= at && at > since + replayMargin) return true;
      return database.once(jkt, jti, expiresAt);
    },
  };
}
