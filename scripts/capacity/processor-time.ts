import { sql } from 'kysely';
import type { Database } from '../../src/runtime/database.ts';
import { cpuTimeOfTree, parentOf } from '../bench/cpu-time.ts';

/** Processor time of all processes of a local PostgreSQL server so far, microseconds. */
export async function databaseTime(database: Database): Promise<number> {
  const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(database.db);
  return cpuTimeOfTree(parentOf(rows[0]?.pid ?? NaN));
}
