import type { Bar, Finding, Spread } from './measurement.ts';
import { median, ratioOf } from './rounds.ts';
import type { Taken } from './taken.ts';

/** Results of both servers in one row of the table. */
export interface Compared {
  readonly what: string;
  readonly ours: readonly Taken[];
  readonly peer: readonly Taken[];
  readonly bar: Bar;
  readonly note?: string | undefined;
}

/** Compares requests per second with a peer. */
export function compareRates({ ours, peer, ...row }: Compared): Finding {
  const rate = (taken: readonly Taken[]) =>
    `${Math.round(median(taken.map(({ perSecond }) => perSecond)))}/s, ${processorTime(taken)}`;
  const ratio = ratioOf(
    ours.map(({ perSecond }) => perSecond),
    peer.map(({ perSecond }) => perSecond),
  );
  return { ...row, ours: rate(ours), peer: rate(peer), ratio, cpu: cpuRatio(ours, peer) };
}

/** Compares the processor time per request with a peer. */
export function compareProcessorTime({ ours, peer, ...row }: Compared): Finding {
  const cpu = cpuRatio(ours, peer);
  return { ...row, ours: processorTime(ours), peer: processorTime(peer), ratio: cpu, cpu };
}

/** Compares the slowest of a hundred requests with a peer. */
export function compareSlowest({ ours, peer, ...row }: Compared): Finding {
  const p99 = (taken: readonly Taken[]) => taken.map((one) => one.p99);
  const shown = (taken: readonly Taken[]) => `${median(p99(taken)).toFixed(1)} ms`;
  return { ...row, ours: shown(ours), peer: shown(peer), ratio: ratioOf(p99(ours), p99(peer)) };
}

/** Ratio of the processor time per request. */
export function cpuRatio(ours: readonly Taken[], peer: readonly Taken[]): Spread {
  const cpu = (taken: readonly Taken[]) => taken.map((one) => one.cpu);
  return ratioOf(cpu(ours), cpu(peer));
}

/** Formats the processor time per request in relation to that of a peer. */
export const shareOf = (taken: readonly Taken[], peer: readonly Taken[]): string =>
  cpuRatio(taken, peer).median.toFixed(2);

/** Formats processor time per request, that of PostgreSQL apart. */
export function processorTime(taken: readonly Taken[]): string {
  const micros = (values: readonly number[]) => `${Math.round(median(values))} µs`;
  const database = taken.map(({ databaseCpu }) => databaseCpu).filter((value) => !Number.isNaN(value));
  const own = micros(taken.map(({ cpu }) => cpu));
  return database.length === 0 ? own : `${own} + ${micros(database)} in PostgreSQL`;
}

/** A row whose peer cannot run on this machine. */
export function notMeasured(what: string, bar: Bar, reason = 'not measured'): Finding {
  return { what, ours: '–', peer: reason, ratio: { median: NaN, low: NaN, high: NaN }, bar, skipped: true };
}
