import { type Kysely, sql } from 'kysely';
import type { ReplayStore } from '../protocol/dpop-request.ts';
import { encodeBase64url } from '../protocol/base64url.ts';
import { sha256 } from '#sha256';

/** Used proofs of one area: (jkt, hash of jti), kept until the proof would be too old anyway. */
export interface ProofTable {
  jkt: string;
  jti_hash: string;
  expires_at: Date;
}

/** Most proofs in one statement. */
const maxBatch = 200;
/** Most statements under way at once. */
const maxInFlight = 4;

interface Waiting {
  readonly jkt: string;
  readonly jtiHash: string;
  readonly expiresAt: Date;
  readonly resolve: (first: boolean) => void;
  readonly reject: (error: unknown) => void;
}

/** The table that a replay store needs; called by the area's migration. Logged: a crash must not forget proofs. */
export async function createReplayTable(db: Kysely<unknown>, table: string): Promise<void> {
  await sql`
    create table ${sql.table(table)} (
      jkt text not null,
      jti_hash text not null,
      expires_at timestamptz not null,
      primary key (jkt, jti_hash)
    )`.execute(db);
  await sql`create index on ${sql.table(table)} (expires_at)`.execute(db);
}

/**
 * Accepts every proof once, across all processes on one database (RFC 9449 §11.1).
 *
 * Proofs that arrive in one turn of the event loop share one INSERT, because a round trip for each would cost
 * more than the signature check. A store that fails rejects, so nothing is accepted unseen.
 */
export function createReplayStore(db: Kysely<unknown>, table: string): ReplayStore & PrunableStore {
  let waiting: Waiting[] = [];
  let inFlight = 0;
  let scheduled = false;

  const schedule = () => {
    if (scheduled) return;
    scheduled = true;
    setImmediate(() => {
      scheduled = false;
      while (waiting.length > 0 && inFlight < maxInFlight) void send(waiting.splice(0, maxBatch));
    });
  };

  const send = async (batch: Waiting[]): Promise<void> => {
    inFlight += 1;
    try {
      const won = await insert(batch);
      for (const proof of batch) proof.resolve(won.delete(keyOf(proof)));
    } catch (error) {
      for (const proof of batch) proof.reject(error);
    } finally {
      inFlight -= 1;
      if (waiting.length > 0) schedule();
    }
  };

  const insert = async (batch: readonly Waiting[]): Promise<Set<string>> => {
    // In one order everywhere, so that two processes with overlapping batches cannot wait for each other in a circle.
    const rows = batch.toSorted((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1));
    const values = rows.map((row) => sql`(${row.jkt}, ${row.jtiHash}, ${row.expiresAt}::timestamptz)`);
    const { rows: inserted } = await sql<{ jkt: string; jti_hash: string }>`
      insert into ${sql.table(table)} (jkt, jti_hash, expires_at) values ${sql.join(values)}
      on conflict do nothing returning jkt, jti_hash`.execute(db);
    return new Set(inserted.map((row) => keyOf({ jkt: row.jkt, jtiHash: row.jti_hash })));
  };

  return {
    once: (jkt, jti, expiresAt) =>
      new Promise((resolve, reject) => {
        const jtiHash = encodeBase64url(sha256(jti));
        waiting.push({ jkt, jtiHash, expiresAt: new Date(Math.ceil(expiresAt) * 1000), resolve, reject });
        schedule();
      }),
    prune: async (before, limit) => {
      const { numAffectedRows } = await sql`
        delete from ${sql.table(table)} where (jkt, jti_hash) in (
          select jkt, jti_hash from ${sql.table(table)} where expires_at < ${before} limit ${limit}
        )`.execute(db);
      return Number(numAffectedRows ?? 0n);
    },
  };
}

export interface PrunableStore {
  /** Deletes up to `limit` rows that expired before a moment. @returns how many it deleted. */
  prune(before: Date, limit: number): Promise<number>;
}

const keyOf = ({ jkt, jtiHash }: { readonly jkt: string; readonly jtiHash: string }): string => `${jkt}.${jtiHash}`;
