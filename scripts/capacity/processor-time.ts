import { readdirSync, readFileSync } from 'node:fs';
import { sql } from 'kysely';
import type { Database } from '../../src/runtime/database.ts';
import { cpuTimeOf, cpuTimeOfChildren } from '../bench/cpu-time.ts';

/** Processor time of all processes of a local PostgreSQL server so far, microseconds. */
export async function databaseTime(database: Database): Promise<number> {
  const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(database.db);
  const server = parentOf(rows[0]?.pid ?? NaN);
  const processes = readdirSync('/proc')
    .map(Number)
    .filter((pid) => Number.isInteger(pid) && parentOf(pid) === server);
  // The processes of closed connections are gone, but their time counts.
  return cpuTimeOf(...processes) + cpuTimeOfChildren(server);
}

/** Fourth field of /proc/pid/stat (proc(5)); NaN for a process that has ended. */
function parentOf(pid: number): number {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]);
  } catch {
    return NaN;
  }
}
