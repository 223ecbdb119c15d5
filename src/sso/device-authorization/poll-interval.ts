/** Seconds between polls of a device (RFC 8628 §3.2). */
export const firstInterval = 5;
/** Added when a device polls too fast (RFC 8628 §3.5). */
const increase = 5;
const longestInterval = 60;
/** Time by which a poll may come early, milliseconds: networks delay requests unequally. */
const tolerance = 500;

export interface PollState {
  /** Seconds. */
  readonly interval: number;
  readonly polledAt: Date | null;
}

/** Returns the state after a poll, and whether it came too early. */
export function pollState(
  { interval, polledAt }: PollState,
  at: Date,
): { readonly early: boolean; readonly interval: number } {
  const early = polledAt !== null && at.getTime() - polledAt.getTime() < interval * 1000 - tolerance;
  return { early, interval: early ? Math.min(interval + increase, longestInterval) : interval };
}
