import { createHash } from 'node:crypto';
import { type Kysely, sql } from 'kysely';
import type { ReplayStore } from '../protocol/dpop-request.ts';

export interface PrunableStore {
  /** Deletes up to `limit` rows that expired before a moment. @returns how many it deleted. */
  prune(before: Date, limit: number): Promise<number>;
}

/** Proofs in one statement: more would only make each of them wait longer. */
const largestBatch = 256;
/** Statements under way at once: the rest of the connection pool is for other work. */
const mostInFlight = 4;
/** Proofs that wait for a statement before new ones are refused: the database does not keep up. */
const mostWaiting = 10_000;
/** Seconds that a proof is kept beyond its time, so that a process whose clock went wrong opens no gap for others. */
const clockMargin = 300;

/**
 * Accepts every proof once, across all processes on one database (RFC 9449 §11.1).
 *
 * Proofs that arrive in one turn of the event loop go into one statement. Of equal proofs in a batch the first is
 * the candidate; the primary key decides among batches and processes. A batch that fails refuses all its proofs,
 * and is not tried again: it may have been stored, and then nobody could tell the owner from the thief.
 */
export function createReplayStore(db: Kysely<unknown>, table: string): ReplayStore & PrunableStore {
  let waiting = new Map<string, Candidate>();
  let scheduled = false;
  let inFlight = 0;

  const schedule = () => {
    if (scheduled || waiting.size === 0 || inFlight >= mostInFlight) return;
    scheduled = true;
    setImmediate(() => {
      scheduled = false;
      while (waiting.size > 0) {
        if (inFlight >= mostInFlight) return;
        void send(takeBatch());
      }
    });
  };

  const takeBatch = (): Candidate[] => {
    const all = [...waiting.values()];
    const batch = all.slice(0, largestBatch);
    waiting = new Map(all.slice(largestBatch).map((candidate) => [candidate.id, candidate]));
    return batch;
  };

  const send = async (batch: Candidate[]): Promise<void> => {
    inFlight++;
    try {
      const stored = await insert(db, table, batch);
      for (const { id, resolve } of batch) resolve(stored.has(id));
    } catch (error) {
      for (const { reject } of batch) reject(error);
    } finally {
      inFlight--;
      schedule();
    }
  };

  return {
    async once(jkt, jti, expiresAt) {
      const id = proofId(jkt, jti);
      if (waiting.has(id)) return false;
      if (waiting.size >= mostWaiting) throw tooManyWaiting();
      return new Promise<boolean>((resolve, reject) => {
        waiting.set(id, { id, jkt, expiresAt, resolve, reject });
        schedule();
      });
    },
    prune: (before, limit) => prune(db, table, before.getTime() / 1000 - clockMargin, limit),
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
  readonly resolve: (first: boolean) => void;
  readonly reject: (reason: unknown) => void;
}

/** A jti is any text that a client chose; its digest is short, and tells nothing about others' proofs. */
function proofId(jkt: string, jti: string): string {
  return createHash('sha256').update(`${jkt}\0${jti}`).digest('base64url');
}

/** @returns the identifiers of those that were not there before */
async function insert(db: Kysely<unknown>, table: string, batch: Candidate[]): Promise<ReadonlySet<string>> {
  // Every process takes the rows in the same order, so that two of them cannot wait for each other.
  batch.sort((a, b) => (a.jkt + a.id < b.jkt + b.id ? -1 : 1));
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

/** With the SQLSTATE of a server that has no room left: the request may succeed later. */
function tooManyWaiting(): Error {
  return Object.assign(new Error('Too many proofs wait to be stored.'), { code: '53300' });
}
