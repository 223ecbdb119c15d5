import { hash } from 'node:crypto';
import { type Kysely, sql } from 'kysely';
import { replayMargin, type ReplayStore } from '../../protocol/dpop-request.ts';
import { createBatchWriter } from '../database/batch-writer.ts';
import { createSharedReplayStore, type UsedProofs } from './shared-replay-store.ts';
import type { ExpiringStore } from '../jobs/delete-expired.ts';
import { deleteFound } from '../database/delete-found.ts';

/**
 * Creates a store that accepts every proof once across all processes of a database (RFC 9449 §11.1).
 *
 * Of equal proofs in a batch the first is accepted; between batches and processes the primary key decides. A batch that
 * fails rejects all its proofs and is not retried: it may have been stored, so that a retry would accept a replay.
 *
 * @param usedProofs stores the proofs instead, when there is such a server
 */
export function createReplayStore(
  db: Kysely<unknown>,
  table: string,
  usedProofs?: UsedProofs,
): ReplayStore & ExpiringStore {
  const accept = createBatchWriter(async (batch: readonly Candidate[]) => {
    const stored = await insert(db, table, batch);
    // `delete` is true for the first of equal proofs only.
    return batch.map(({ id }) => stored.delete(id));
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

/** @returns the identifiers of the inserted proofs */
async function insert(db: Kysely<unknown>, table: string, candidates: readonly Candidate[]): Promise<Set<string>> {
  // All processes insert rows in the same order, so that they cannot deadlock.
  const batch = candidates.toSorted((a, b) => (a.jkt + a.id < b.jkt + b.id ? -1 : 1));
  const { rows } = await sql<{ jti_hash: string }>`
    insert into ${sql.table(table)} (jkt, jti_hash, expires_at)
    values ${sql.join(batch.map(({ jkt, id, expiresAt }) => sql`(${jkt}, ${id}, ${new Date(expiresAt * 1000)})`))}
    on conflict do nothing
    returning jti_hash`.execute(db);
  return new Set(rows.map(({ jti_hash }) => jti_hash));
}
