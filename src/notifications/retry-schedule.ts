/** Attempts of one delivery before it is dropped. */
export const maxAttempts = 8;

const baseMs = 5_000;
const capMs = 300_000;
/** The largest part of a pause that jitter takes away. */
const jitter = 0.2;

/**
 * The pause after a failed attempt: 5, 10, 20, 40, 80, 160, 300 seconds, shortened by up to a fifth so that receivers
 * which failed together are not called again together.
 *
 * @param attempt the one that failed, from 1
 * @param random from 0 to below 1
 * @returns milliseconds; undefined when there is no further attempt
 */
export function pauseAfter(attempt: number, random: number): number | undefined {
  if (attempt >= maxAttempts) return undefined;
  const bound = Math.min(baseMs * 2 ** (attempt - 1), capMs);
  return Math.round(bound * (1 - jitter * random));
}

/** An endpoint that only fails for so long is paused. */
export const pauseEndpointAfterMs = 5 * 24 * 60 * 60 * 1000;
/** Nobody knows how it would have answered meanwhile: after so long without a failure, failing begins anew. */
export const failingLapsesMs = 24 * 60 * 60 * 1000;
