import { readdirSync, readFileSync } from 'node:fs';

/** Microseconds in a clock tick of /proc (USER_HZ, 100 on every Linux that Node supports). */
const tick = 10_000;

/** Fields after the program name in /proc/pid/stat (proc(5)); the name can contain spaces. */
const places = { parent: 1, utime: 11, stime: 12, cutime: 13, cstime: 14 } as const;
const own = ['utime', 'stime'] as const;
const ofEnded = ['cutime', 'cstime'] as const;

/** Returns the processor time of a process with all its threads so far, microseconds; NaN without /proc. */
export function cpuTimeOf(pid: number): number {
  return timeOf(statOf(pid), own);
}

/** Returns the processor time of ended child processes, microseconds; by default those of this process. */
export function cpuTimeOfChildren(pid: number = process.pid): number {
  return timeOf(statOf(pid), ofEnded);
}

/**
 * Returns the processor time of a process and its descendants with all their threads so far, microseconds; NaN without /proc.
 * Ended descendants count, so that the difference of two calls is what was used between them.
 */
export function cpuTimeOfTree(root: number): number {
  return processTree(root).reduce((sum, pid) => {
    const stat = statOf(pid);
    // A descendant that ended after it was listed counts at its parent.
    return stat === undefined && pid !== root ? sum : sum + timeOf(stat, own) + timeOf(stat, ofEnded);
  }, 0);
}

/** Returns a process and its descendants, parents first. */
export function processTree(root: number): readonly number[] {
  const parents = new Map(listNumbers('/proc').map((pid) => [pid, Number(statOf(pid)?.[places.parent])]));
  const tree = [root];
  // The loop reaches the processes that it adds.
  for (const member of tree) for (const [pid, parent] of parents) if (parent === member) tree.push(pid);
  return tree;
}

/** Returns the parent of a process; NaN for one that has ended. */
export function parentOf(pid: number): number {
  return Number(statOf(pid)?.[places.parent] ?? NaN);
}

/** Returns the resident memory of a process, bytes; NaN without /proc. */
export function memoryOf(pid: number): number {
  return 1024 * Number(/^VmRSS:\s+(\d+) kB$/m.exec(read(`/proc/${pid}/status`))?.[1] ?? NaN);
}

type Stat = readonly string[] | undefined;

function timeOf(stat: Stat, names: readonly (keyof typeof places)[]): number {
  return names.reduce((sum, name) => sum + tick * Number(stat?.[places[name]] ?? NaN), 0);
}

function statOf(pid: number): Stat {
  const stat = read(`/proc/${pid}/stat`);
  return stat === '' ? undefined : stat.slice(stat.lastIndexOf(')') + 2).split(' ');
}

function listNumbers(directory: string): readonly number[] {
  try {
    return readdirSync(directory).map(Number).filter(Number.isInteger);
  } catch {
    return [];
  }
}

function read(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}
