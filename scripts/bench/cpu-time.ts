import { readFileSync } from 'node:fs';

/** Microseconds in a clock tick of /proc (USER_HZ, 100 on every Linux that Node supports). */
const tick = 10_000;

/** Returns the processor time of processes with all threads so far, microseconds; NaN without /proc. */
export function cpuTimeOf(...pids: readonly number[]): number {
  return pids.reduce((sum, pid) => sum + field(pid, 'utime') + field(pid, 'stime'), 0);
}

/** Returns the processor time of ended child processes, microseconds; by default those of this process. */
export function cpuTimeOfChildren(pid: number = process.pid): number {
  return field(pid, 'cutime') + field(pid, 'cstime');
}

/** Returns the resident memory of a process, bytes; NaN without /proc. */
export function memoryOf(pid: number): number {
  return 1024 * Number(/^VmRSS:\s+(\d+) kB$/m.exec(read(`/proc/${pid}/status`))?.[1] ?? NaN);
}

/** Field positions after the program name in /proc/pid/stat (proc(5)); the name can contain spaces. */
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
