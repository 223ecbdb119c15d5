import { createHash } from 'node:crypto';
import { type Kysely, sql } from 'kysely';
import type { ReplayStore } from '../protocol/dpop-request.ts';
import { replayMargin } from '../protocol/replay-margin.ts';
import { createBatchWriter } from './batch-writer.ts';
import type { ExpiringStore } from './delete-expired.ts';

/**
 * Accepts every proof once, across all processes on one database (RFC 9449 §11.1).
 *
 * Of equal proofs in a batch the first is the candidate; the primary key decides among batches and processes. A batch
 * that fails refuses all its proofs, and is not tried again: it may have been stored, and then nobody could tell the
 * owner from the thief.
 */
export function createReplayStore(db: Kysely<unknown>, table: string): ReplayStore & ExpiringStore {
  const accept = createBatchWriter(async (batch: readonly Candidate[]) => {
    const stored = await insert(db, table, batch);
    // The first of equal ones takes it away from the others.
    return batch.map(({ id }) => stored.delete(id));
  });
  return {
    once: (jkt, jti, expiresAt) => accept({ id: proofId(jkt, jti), jkt, expiresAt }),
    deleteExpired: (before, limit) => prune(db, table, before.getTime() / 1000 - replayMargin, limit),
  };
}

/**
 * The table of a replay store; areas call this in their migrations. Logged: a crash must not forget proofs. Its key
 * starts with what it would shard by.
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

/** A jti is any text that a client chose; its digest is short, and tells nothing about others' proofs. */
function proofId(jkt: string, jti: string): string {
  return createHash('sha256').update(`${jkt}\0${jti}`).digest('base64url');
}

/** @returns the identifiers of those that were not there before */
async function insert(db: Kysely<unknown>, table: string, candidates: readonly Candidate[]): Promise<Set<string>> {
  // Every process takes the rows in the same order, so that two of them cannot wait for each other.
  const batch = candidates.toSorted((a, b) => (a.jkt + a.id < b.jkt + b.id ? -1 : 1));
  const { rows } = await sql<{ jti_hash: string }>`
    insert into ${sql.table(table)} (jkt, jti_hash, expires_at)
    select jkt, jti_hash, to_timestamp(expires_at)
    from unnest(
      ${batch.map(({ jkt }) => jkt)}::text[],
      ${batch.map(({ id }) => id)}::text[],
      ${batch.map(({ expiresAt }) => expiresAt)}::float8[]
    ) as proofs (jkt, jti_hash, expires_at)
    on conflict do nothing
    returning jti_hash`.execute(db);
  return new Set(rows.map(({ jti_hash }) => jti_hash));
}

async function prune(db: Kysely<unknown>, table: string, before: number, limit: number): Promise<number> {
  // Locked rows are another process's: it is pruning them.
  const { numAffectedRows } = await sql`
    delete from ${sql.table(table)} where (jkt, jti_hash) in (
      select jkt, jti_hash from ${sql.table(table)} where expires_at < to_timestamp(${before}::float8)
      order by expires_at limit ${limit} for update skip locked
    )`.execute(db);
  return Number(numAffectedRows ?? 0);
}
