import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { SsoDatabase } from '../database.ts';
import { deleteFound } from '../../runtime/database/delete-found.ts';

interface RevocationRange {
  /** First index of the range. */
  readonly from: number;
  /** Number of indexes. */
  readonly length: number;
  /** Revocations at or before this time are left out. */
  readonly after: Date;
}

/** Marked indexes of a range, in ascending order. */
interface RevokedIndexes {
  readonly indexes: readonly number[];
  /** Rises when the database was restored or another server took over. */
  readonly epoch: number;
  /** Order of reads: what a read with a smaller number saw, this one saw too; equal numbers do not say. Below 2^53. */
  readonly seq: number;
}

export type SessionRevocationStore = ReturnType<typeof createSessionRevocationStore>;

/**
 * Marks the sessions of the query `ended` in the status lists; no mark is ever taken back. What ends a session marks it in its own
 * statement: where rows are spread, marks are on the coordinator, which no trigger of a session reaches.
 */
export const marked = (ended: RawBuilder<unknown>, at: Date): RawBuilder<unknown> => sql`
  insert into sso.session_revocations (status_index, revoked_at)
  select status_index, ${at}::timestamptz from ${ended} on conflict (status_index) do nothing returning status_index`;

/** Reads and deletes the marks. */
export function createSessionRevocationStore(db: Kysely<SsoDatabase>) {
  return {
    /** Lists the indexes of the sessions in a range that were revoked lately, with the order of the read. */
    async list({ from, length, after }: RevocationRange): Promise<RevokedIndexes> {
      // Every list reads all marks again, so that one which was committed late is in the next list. All marks are on one
      // server, and this is one snapshot: every transaction below its xmin has ended, so a later xmin has seen every mark of
      // an earlier one.
      const { rows } = await sql<{ epoch: number | null; server: string; counter: number; indexes: number[] }>`
        with marks as (
          select array_agg(status_index order by status_index) as indexes from sso.session_revocations
          where revoked_at > ${after} and status_index >= ${from} and status_index < ${from + length}
        )
        select server, (select epoch from sso.status_list_epochs where status_list_epochs.server = timeline.server) as epoch,
          pg_snapshot_xmin(pg_current_snapshot())::text::bigint as counter,
          coalesce(marks.indexes, '{}') as indexes
        from (select sso.server_timeline() as server) as timeline, marks`.execute(db);
      const [read] = rows;
      if (!read) throw new Error('A query without a table returned no row.');
      const epoch = read.epoch ?? (await startEpoch(db, read.server));
      return { indexes: read.indexes.map(Number), epoch, seq: epoch * 2 ** 32 + read.counter };
    },

    /** Returns the index that was reserved last. */
    async lastIndex(): Promise<number> {
      const { rows } = await sql<{ last: number }>`select last_value as last from sso.status_indexes`.execute(db);
      return rows[0]?.last ?? 0;
    },

    deleteExpired: (before: Date, limit: number): Promise<number> =>
      deleteFound(db, {
        table: 'sso.session_revocations',
        key: ['status_index'],
        condition: sql`revoked_at < ${before}`,
        limit,
      }),
  };
}

/** Numbers the present server and timeline; of concurrent calls, all return the same number. */
async function startEpoch(db: Kysely<SsoDatabase>, server: string): Promise<number> {
  await db
    .insertInto('sso.status_list_epochs')
    .values({ server })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const { epoch } = await db
    .selectFrom('sso.status_list_epochs')
    .select('epoch')
    .where('server', '=', server)
    .executeTakeFirstOrThrow();
  return epoch;
}
