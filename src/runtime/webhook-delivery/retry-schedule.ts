/** Maximum number of attempts of one delivery. */
export const maxAttempts = 8;

const baseMs = 5_000;
const capMs = 300_000;
/** Largest fraction of a pause that jitter subtracts. */
const jitter = 0.2;

/**
 * Returns the pause after a failed attempt: 5, 10, 20, 40, 80, 160, 300 seconds, shortened by up to a fifth so that
 * deliveries that failed together are not retried together. A longer pause that the receiver asks for replaces it, up to
 * the longest pause of the schedule.
 *
 * @param attempt number of the failed attempt, from 1
 * @param random from 0 to below 1
 * @param requestedMs pause that the receiver asks for, milliseconds
 * @returns milliseconds; undefined after the last attempt
 */
export function pauseAfter(attempt: number, random: number, requestedMs = 0): number | undefined {
  if (attempt >= maxAttempts) return undefined;
  const bound = Math.min(baseMs * 2 ** (attempt - 1), capMs);
  return Math.max(Math.round(bound * (1 - jitter * random)), Math.min(requestedMs, capMs));
}

/** An endpoint is reported as failing to its owners when all attempts failed for this time, milliseconds. */
export const reportFailingAfterMs = 60 * 60 * 1000;
/** An endpoint is paused when all attempts failed for this time, milliseconds. */
export const pauseEndpointAfterMs = 5 * 24 * 60 * 60 * 1000;
/** A series of failures ends after this time without an attempt, milliseconds. */
export const failureSeriesGapMs = 24 * 60 * 60 * 1000;
