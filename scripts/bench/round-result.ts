import { cpuTimeOfTree } from './cpu-time.ts';
import { percentile } from './rounds.ts';

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
}

/** What a load reports of itself. */
export interface LoadTiming {
  /** Milliseconds. */
  readonly elapsed: number;
  readonly p99: number;
}

/** Measures what a number of requests cost a server. */
export async function measureServer(
  { pid, databaseTime = () => NaN }: MeasuredServer,
  count: number,
  send: () => Promise<LoadTiming>,
): Promise<RoundResult> {
  const before = { server: cpuTimeOfTree(pid), database: databaseTime() };
  const { elapsed, p99 } = await send();
  const cpu = (cpuTimeOfTree(pid) - before.server) / count;
  const databaseCpu = (databaseTime() - before.database) / count;
  return { perSecond: (1000 * count) / elapsed, p99, cpu, databaseCpu };
}

/** Returns the value below which 99 of a hundred lie. */
export function p99Of(values: readonly number[]): number {
  return percentile(values, 0.99);
}
