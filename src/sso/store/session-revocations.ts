import { type Kysely, sql } from 'kysely';
import type { SsoDatabase } from '../database.ts';

export interface RevocationRange {
  /** First index of the range. */
  readonly from: number;
  /** Number of indexes. */
  readonly length: number;
  /** Revocations at or before this time are left out. */
  readonly after: Date;
}

export type SessionRevocationStore = ReturnType<typeof createSessionRevocationStore>;

/** Reads the revocations that triggers record whenever a session ends. */
export function createSessionRevocationStore(db: Kysely<SsoDatabase>) {
  return {
    /** Lists the indexes of the sessions in a range that were revoked lately, in ascending order. */
    async list({ from, length, after }: RevocationRange): Promise<readonly number[]> {
      const rows = await db
        .selectFrom('sso.session_revocations')
        .select('status_index as index')
        .where('revoked_at', '>', after)
        .where('status_index', '>=', from)
        .where('status_index', '<', from + length)
        .orderBy('status_index')
        .execute();
      return rows.map(({ index }) => index);
    },

    /** Returns the index that was reserved last. */
    async lastIndex(): Promise<number> {
      const { rows } = await sql<{ last: number }>`select last_value as last from sso.status_indexes`.execute(db);
      return rows[0]?.last ?? 0;
    },

    async deleteExpired(before: Date, limit: number): Promise<number> {
      const { numAffectedRows } = await sql`
        delete from sso.session_revocations where status_index in (
          select status_index from sso.session_revocations where revoked_at < ${before} limit ${limit}
        )`.execute(db);
      return Number(numAffectedRows ?? 0n);
    },
  };
}
