import type { Spread } from './rounds.ts';
import type { Workbench } from './workbench.ts';

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

/** A measurement with its name on the command line: p1, p2 … */
export interface Measurement {
  readonly title: string;
  readonly run: (bench: Workbench) => Promise<readonly Finding[]>;
}

export function meetsTarget({ ratio: { median }, target }: Finding): boolean {
  return 'atLeast' in target ? median >= target.atLeast : median <= target.atMost;
}
