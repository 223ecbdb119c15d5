import type { Workbench } from './workbench.ts';

/** What a ratio has to be. */
export type Bar = { readonly atLeast: number } | { readonly atMost: number };

/** One line of the table: a figure of ours beside one of a peer, taken in the same minutes. */
export interface Finding {
  readonly what: string;
  /** Ours and the peer's, as people read them. */
  readonly ours: string;
  readonly peer: string;
  /** Ours divided by the peer's: the median over the rounds, the lowest and the highest. */
  readonly ratio: Spread;
  readonly bar: Bar;
  /** Time on the processor of ours divided by the peer's, which other work on the machine hardly changes. */
  readonly cpu?: Spread | undefined;
  /** What a reader must know to judge it. */
  readonly note?: string | undefined;
}

export interface Spread {
  readonly median: number;
  readonly low: number;
  readonly high: number;
}

/** A family of findings with a name on the command line: p1, p2 … */
export interface Measurement {
  readonly title: string;
  readonly run: (bench: Workbench) => Promise<readonly Finding[]>;
}

export function holds({ ratio: { median }, bar }: Finding): boolean {
  return 'atLeast' in bar ? median >= bar.atLeast : median <= bar.atMost;
}
