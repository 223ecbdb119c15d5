import type { RatioTarget, Finding } from './measurement.ts';
import { median, ratioOf, type Spread } from './rounds.ts';
import type { RoundResult } from './round-result.ts';

/** Results of both servers in one row of the table. */
export interface ServerResults {
  readonly what: string;
  readonly ours: readonly RoundResult[];
  readonly peer: readonly RoundResult[];
  readonly target: RatioTarget;
  readonly note?: string | undefined;
}

/** Compares requests per second with a peer. */
export function compareRates({ ours, peer, ...row }: ServerResults): Finding {
  const rate = (results: readonly RoundResult[]) =>
    `${Math.round(median(results.map(({ perSecond }) => perSecond)))}/s, ${processorTime(results)}`;
  const ratio = ratioOf(
    ours.map(({ perSecond }) => perSecond),
    peer.map(({ perSecond }) => perSecond),
  );
  return { ...row, ours: rate(ours), peer: rate(peer), ratio, cpu: cpuRatio(ours, peer) };
}

/** Compares the processor time per request with a peer. */
export function compareProcessorTime({ ours, peer, ...row }: ServerResults): Finding {
  const cpu = cpuRatio(ours, peer);
  return { ...row, ours: processorTime(ours), peer: processorTime(peer), ratio: cpu, cpu };
}

/** Compares the slowest of a hundred requests with a peer. */
export function compareSlowest({ ours, peer, ...row }: ServerResults): Finding {
  const p99 = (results: readonly RoundResult[]) => results.map((one) => one.p99);
  const format = (results: readonly RoundResult[]) => `${median(p99(results)).toFixed(1)} ms`;
  return { ...row, ours: format(ours), peer: format(peer), ratio: ratioOf(p99(ours), p99(peer)) };
}

/** Ratio of the processor time per request. */
export function cpuRatio(ours: readonly RoundResult[], peer: readonly RoundResult[]): Spread {
  const cpu = (results: readonly RoundResult[]) => results.map((one) => one.cpu);
  return ratioOf(cpu(ours), cpu(peer));
}

/** Formats the processor time per request in relation to that of a peer. */
export const shareOf = (results: readonly RoundResult[], peer: readonly RoundResult[]): string =>
  cpuRatio(results, peer).median.toFixed(2);

/** Formats processor time per request, that of PostgreSQL apart. */
export function processorTime(results: readonly RoundResult[]): string {
  const micros = (values: readonly number[]) => `${Math.round(median(values))} µs`;
  const database = results.map(({ databaseCpu }) => databaseCpu).filter((value) => !Number.isNaN(value));
  const own = micros(results.map(({ cpu }) => cpu));
  return database.length === 0 ? own : `${own} + ${micros(database)} in PostgreSQL`;
}

/** A row whose peer cannot run on this machine. */
export function notMeasured(what: string, target: RatioTarget, reason = 'not measured'): Finding {
  return { what, ours: '–', peer: reason, ratio: { median: NaN, low: NaN, high: NaN }, target, unjudged: true };
}
