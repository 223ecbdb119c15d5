import autocannon from 'autocannon';
import { cpuTimeOf } from './cpu-time.ts';
import { profiling } from './profile.ts';
import type { Bar, Finding } from './measurement.ts';
import { median, ratioOf } from './rounds.ts';

export interface Request {
  readonly method?: 'GET' | 'POST' | 'PUT';
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

export interface Load {
  /** Process id of the server. */
  readonly url: string;
  readonly pid: number;
  /** Total number of requests. */
  readonly count: number;
  readonly request: (index: number) => Request;
  readonly connections?: number;
  /** Expected status of every response; default 200. */
  readonly status?: number;
}

/** Result of a load. */
export interface Taken {
  readonly perSecond: number;
  /** 99th percentile of the latency, milliseconds. */
  readonly p99: number;
  /** Processor time per request, microseconds. */
  readonly cpu: number;
}

/** Sends requests over persistent connections, one at a time per connection, and measures the server. */
export async function load({ url, pid, count, request, connections = 32, status = 200 }: Load): Promise<Taken> {
  let next = 0;
  const statuses = new Map<number, number>();
  // autocannon checks its clock only once a second.
  const time = { first: NaN, last: NaN };
  await profiling(pid, 'start');
  const before = cpuTimeOf(pid);
  const result = await autocannon({
    url,
    connections: Math.min(connections, count),
    amount: count,
    timeout: 60,
    requests: [
      {
        setupRequest: (given) => {
          if (next === 0) time.first = performance.now();
          return { ...given, method: 'GET', ...request(next++) };
        },
        onResponse: (received) => {
          time.last = performance.now();
          statuses.set(received, (statuses.get(received) ?? 0) + 1);
        },
      },
    ],
  });
  const cpu = (cpuTimeOf(pid) - before) / count;
  await profiling(pid, 'stop');
  if (statuses.get(status) !== count || result.errors > 0) {
    const got = [...statuses].map(([code, times]) => `${times} × ${code}`).join(', ');
    throw new Error(
      `${url}${request(0).path}: of ${count} requests ${got}, and ${result.errors} without a response; expected ${status}.`,
    );
  }
  return { perSecond: (1000 * count) / (time.last - time.first), p99: result.latency.p99, cpu };
}

/** Compares requests per second with a peer. */
export function compareLoads(
  what: string,
  ours: readonly Taken[],
  peer: readonly Taken[],
  bar: Bar,
  note?: string,
): Finding {
  const rate = (taken: readonly Taken[]) =>
    `${Math.round(median(taken.map(({ perSecond }) => perSecond)))}/s, ${microseconds(taken)}`;
  return {
    what,
    ours: rate(ours),
    peer: rate(peer),
    ratio: ratioOf(
      ours.map(({ perSecond }) => perSecond),
      peer.map(({ perSecond }) => perSecond),
    ),
    bar,
    cpu: ratioOf(
      ours.map(({ cpu }) => cpu),
      peer.map(({ cpu }) => cpu),
    ),
    note,
  };
}

/** Formats processor time per request. */
export function microseconds(taken: readonly Taken[]): string {
  return `${Math.round(median(taken.map(({ cpu }) => cpu)))} µs`;
}

/** Compares the processor time per request with a peer. */
export function compareProcessorTime(
  what: string,
  ours: readonly Taken[],
  peer: readonly Taken[],
  bar: Bar,
  note?: string,
): Finding {
  const cpu = ratioOf(
    ours.map((one) => one.cpu),
    peer.map((one) => one.cpu),
  );
  const time = (taken: readonly Taken[]) => `${microseconds(taken)} of CPU time`;
  return { what, ours: time(ours), peer: time(peer), ratio: cpu, bar, cpu, note };
}
