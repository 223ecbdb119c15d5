import { readFileSync } from 'node:fs';

/** Microseconds in a clock tick of /proc (USER_HZ, 100 on every Linux that Node supports). */
const tick = 10_000;

/** Microseconds that processes, with all their threads, have spent on the processor so far; NaN without /proc. */
export function cpuTimeOf(...pids: readonly number[]): number {
  return pids.reduce((sum, pid) => sum + field(pid, 'utime') + field(pid, 'stime'), 0);
}

/** Microseconds of all children of a process, by default of this one, that have ended. */
export function cpuTimeOfChildren(pid: number = process.pid): number {
  return field(pid, 'cutime') + field(pid, 'cstime');
}

/** Bytes that a process holds in memory; NaN without /proc. */
export function memoryOf(pid: number): number {
  return 1024 * Number(/^VmRSS:\s+(\d+) kB$/m.exec(read(`/proc/${pid}/status`))?.[1] ?? NaN);
}

/** Places after the name of the program, which may hold anything (proc(5), /proc/pid/stat). */
const places = { utime: 11, stime: 12, cutime: 13, cstime: 14 } as const;

function field(pid: number, name: keyof typeof places): number {
  const stat = read(`/proc/${pid}/stat`);
  return tick * Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[places[name]] ?? NaN);
}

function read(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}
