import { readdirSync, readFileSync } from 'node:fs';
import { sql } from 'kysely';
import type { Database } from '../../src/runtime/database.ts';
import { cpuTimeOf, cpuTimeOfChildren } from '../bench/cpu-time.ts';

/** Microseconds that a PostgreSQL server on this machine has spent so far, in all its processes. */
export async function databaseTime(database: Database): Promise<number> {
  const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(database.db);
  const server = parentOf(rows[0]?.pid ?? NaN);
  const processes = readdirSync('/proc')
    .map(Number)
    .filter((pid) => Number.isInteger(pid) && parentOf(pid) === server);
  // A connection that ended takes its process along, but not its time.
  return cpuTimeOf(...processes) + cpuTimeOfChildren(server);
}

/** The fourth field of proc(5), /proc/pid/stat; NaN for a process that has ended. */
function parentOf(pid: number): number {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]);
  } catch {
    return NaN;
  }
}
