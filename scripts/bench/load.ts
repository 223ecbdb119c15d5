import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import autocannon from 'autocannon';
import type { Profile } from './profile.ts';

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

/** Result of a load, per request. */
export interface RoundResult {
  readonly perSecond: number;
  /** 99th percentile of the latency, milliseconds. */
  readonly p99: number;
  /** Processor time of the server with all its processes and threads, microseconds. */
  readonly cpu: number;
  /** Processor time of PostgreSQL, microseconds; NaN when it is unknown or not used. */
  readonly databaseCpu: number;
}

/** A measured server. */
export interface MeasuredServer {
  readonly url: string;
  /** Process id; its child processes count too. */
  readonly pid: number;
  /** Returns the processor time of its PostgreSQL server so far, microseconds. */
  readonly databaseTime?: (() => number) | undefined;
  /** Profiles what is measured. */
  readonly profile?: Profile | undefined;
}

/** What a load reports of itself. */
interface LoadTiming {
  /** Milliseconds. */
  readonly elapsed: number;
  readonly p99: number;
}

/** Measures what a number of requests cost a server. */
export async function measureServer(
  { pid, databaseTime = () => NaN, profile = (work) => work() }: MeasuredServer,
  count: number,
  send: () => Promise<LoadTiming>,
): Promise<RoundResult> {
  const before = { server: cpuTimeOfTree(pid), database: databaseTime() };
  const { elapsed, p99 } = await profile(send);
  const cpu = (cpuTimeOfTree(pid) - before.server) / count;
  const databaseCpu = (databaseTime() - before.database) / count;
  return { perSecond: (1000 * count) / elapsed, p99, cpu, databaseCpu };
}

/** Returns the value below which 99 of a hundred lie. */
export function p99Of(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil(0.99 * sorted.length) - 1)] ?? NaN;
}

export interface Request {
  readonly method?: 'GET' | 'POST' | 'PUT';
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

export interface Load extends MeasuredServer {
  /** Total number of requests. */
  readonly count: number;
  readonly request: (index: number) => Request;
  readonly connections?: number;
  /** Expected status of every response; default 200. */
  readonly status?: number;
  /** Receives the body of each response. */
  readonly onBody?: (index: number, body: string) => void;
}

/** Sends requests over persistent connections, one at a time per connection, and measures the server. */
export function load(options: Load): Promise<RoundResult> {
  return measureServer(options, options.count, () => sendAll(options));
}

async function sendAll({ url, count, request, connections = 32, status = 200, onBody }: Load): Promise<LoadTiming> {
  let next = 0;
  const statuses = new Map<number, number>();
  // autocannon checks its clock only once a second.
  const time = { first: NaN, last: NaN };
  const result = await autocannon({
    url,
    connections: Math.min(connections, count),
    amount: count,
    timeout: 60,
    requests: [
      {
        setupRequest: (defaults, context) => {
          if (next === 0) time.first = performance.now();
          context['index'] = next;
          return { ...defaults, method: 'GET', ...request(next++) };
        },
        onResponse: (received, body, context) => {
          time.last = performance.now();
          statuses.set(received, (statuses.get(received) ?? 0) + 1);
          onBody?.(context['index'] ?? NaN, body);
        },
      },
    ],
  });
  if (statuses.get(status) !== count || result.errors > 0) {
    const got = [...statuses].map(([code, times]) => `${times} × ${code}`).join(', ');
    throw new Error(
      `${url}${request(0).path}: of ${count} requests ${got}, and ${result.errors} without a response; expected ${status}.`,
    );
  }
  return { elapsed: time.last - time.first, p99: result.latency.p99 };
}

/** Milliseconds between two groups of requests. */
const groupInterval = 5;

/**
 * Starts work at a constant rate, whether or not earlier work has ended: an overloaded server shows as latency, not as lower load.
 *
 * @returns the milliseconds from the time each was due until its end
 */
export async function atConstantRate(
  { perSecond, count }: { readonly perSecond: number; readonly count: number },
  work: (index: number) => Promise<void>,
): Promise<readonly number[]> {
  const started = performance.now();
  const pending: Promise<number>[] = [];
  const timed = async (index: number) => {
    const due = started + (1000 * index) / perSecond;
    await work(index);
    return performance.now() - due;
  };
  while (pending.length < count) {
    const due = Math.min(count, 1 + Math.floor(((performance.now() - started) * perSecond) / 1000));
    while (pending.length < due) pending.push(timed(pending.length));
    if (pending.length < count) await delay(groupInterval);
  }
  return Promise.all(pending);
}

/** Concurrent flows. */
export const concurrentFlows = 8;

/** Repeats a flow of several requests and measures the server per flow. */
export function repeatFlow(
  server: MeasuredServer,
  count: number,
  flow: (index: number) => Promise<unknown>,
): Promise<RoundResult> {
  return measureServer(server, count, async () => {
    const latencies: number[] = [];
    let next = 0;
    const started = performance.now();
    const work = async () => {
      while (next < count) {
        const before = performance.now();
        await flow(next++);
        latencies.push(performance.now() - before);
      }
    };
    await Promise.all(Array.from({ length: concurrentFlows }, work));
    return { elapsed: performance.now() - started, p99: p99Of(latencies) };
  });
}
