import type { MandatePeriod } from '../../../generated/sso/types.ts';

const day = 86_400_000;
/** Milliseconds; a month is 30 days. */
const lengths = { day, week: 7 * day, month: 30 * day } as const;

export interface MandateState {
  readonly limit: bigint;
  readonly period: MandatePeriod;
  /** Begin of the period that `used` counts in. */
  readonly periodStart: Date;
  readonly used: bigint;
}

/** Returns the state at a time: a period that is over restarts the count. Periods begin with the mandate, without gaps. */
export function mandateAt<State extends MandateState>(mandate: State, at: Date): State {
  if (mandate.period === 'once') return mandate;
  const length = lengths[mandate.period];
  const elapsed = Math.floor((at.getTime() - mandate.periodStart.getTime()) / length);
  if (elapsed <= 0) return mandate;
  return { ...mandate, periodStart: new Date(mandate.periodStart.getTime() + elapsed * length), used: 0n };
}

/** Returns the state after a use; undefined when the limit does not allow it. */
export function useMandate<State extends MandateState>(mandate: State, amount: bigint, at: Date): State | undefined {
  const current = mandateAt(mandate, at);
  const used = current.used + amount;
  return used <= current.limit ? { ...current, used } : undefined;
}
