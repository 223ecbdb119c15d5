import type { RoundResult } from './load.ts';

/** Target of a ratio. */
export type RatioTarget = { readonly atLeast: number } | { readonly atMost: number };

/** One row of the table: a result of the platform and one of a peer, measured at the same time. */
export interface Finding {
  readonly what: string;
  /** Formatted results of the platform and the peer. */
  readonly ours: string;
  readonly peer: string;
  /** Platform divided by peer: median, minimum and maximum over the rounds. */
  readonly ratio: Spread;
  readonly target: RatioTarget;
  /** Processor time of the platform divided by the peer's; hardly affected by other work on the machine. */
  readonly cpu?: Spread | undefined;
  /** Not compared with the target, because this machine lacks the peer or processors; `peer` or `note` says so. */
  readonly unjudged?: boolean;
  /** Remark for the reader. */
  readonly note?: string | undefined;
}

export function meetsTarget({ ratio: { median }, target }: Finding): boolean {
  return 'atLeast' in target ? median >= target.atLeast : median <= target.atMost;
}

/** Values of the rounds. */
export interface Spread {
  readonly median: number;
  readonly low: number;
  readonly high: number;
}

/** How often contenders run. */
export interface Rounds {
  /** Number of measured rounds. */
  readonly rounds: number;
  /** Number of rounds before them, for just-in-time compilers. */
  readonly warmUpRounds: number;
}

/** One round of a contender; it may leave out what a warm-up does not need. */
type Contender<Result> = (isWarmUp: boolean) => Promise<Result>;

/** Runs contenders alternately, so that other load of the machine affects all of them. @returns their results by round */
export async function runRounds<Contenders extends Readonly<Record<string, Contender<unknown>>>>(
  { rounds, warmUpRounds }: Rounds,
  contenders: Contenders,
): Promise<Results<Contenders>> {
  const entries = Object.entries(contenders);
  const results = new Map(entries.map(([name]): [string, unknown[]] => [name, []]));
  for (let round = -warmUpRounds; round < rounds; round++) {
    // Every second round is in reverse, so that no contender always follows the same one.
    const order = round % 2 === 0 ? entries : entries.toReversed();
    for (const [name, work] of order) {
      const result = await work(round < 0);
      if (round >= 0) results.get(name)?.push(result);
    }
  }
  return Object.fromEntries(results) as Results<Contenders>;
}

/** Results of each contender; of one that was left out, none. */
type Results<Contenders> = {
  readonly [Name in keyof Contenders]: Result<NonNullable<Contenders[Name]>>[];
};
type Result<Work> = Work extends Contender<infer RoundResult> ? RoundResult : never;

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length / 2;
  return Number.isInteger(middle)
    ? ((sorted[middle - 1] ?? NaN) + (sorted[middle] ?? NaN)) / 2
    : (sorted[Math.floor(middle)] ?? NaN);
}

/** Ratio per round, so that other load in a round affects both sides. */
export function ratioOf(ours: readonly number[], peer: readonly number[]): Spread {
  return spreadOf(ours.map((value, round) => value / (peer[round] ?? NaN)));
}

export function spreadOf(values: readonly number[]): Spread {
  return { median: median(values), low: Math.min(...values), high: Math.max(...values) };
}

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
