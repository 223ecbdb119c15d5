import { sql } from 'kysely';
import type { Database } from './database.ts';

/**
 * Measures the lag of a replica in seconds: 0 when it has replayed everything that the primary has written (an idle
 * primary causes no lag), otherwise the age of the last replayed transaction. Infinity when the replica does not respond.
 */
export async function replicaLag(primary: Database, replica: Database): Promise<number> {
  const written = await sql<{ lsn: string }>`select pg_current_wal_lsn()::text as lsn`.execute(primary.db);
  const { lsn } = written.rows[0] ?? { lsn: '0/0' };
  try {
    const { rows } = await sql<{ seconds: number | null }>`
      select case when pg_last_wal_replay_lsn() >= ${lsn}::pg_lsn then 0
        else extract(epoch from clock_timestamp() - pg_last_xact_replay_timestamp())::float8 end as seconds`.execute(
      replica.db,
    );
    return rows[0]?.seconds ?? 0;
  } catch {
    return Infinity;
  }
}
