import { setTimeout as delay } from 'node:timers/promises';

/** Milliseconds between two groups of requests. */
const tick = 5;

/**
 * Starts work at a constant rate, whether or not earlier work has ended: an overloaded server shows as latency, not as lower load.
 *
 * @returns the milliseconds from the time each was due until its end
 */
export async function atConstantRate(
  { perSecond, count }: { readonly perSecond: number; readonly count: number },
  work: (index: number) => Promise<void>,
): Promise<readonly number[]> {
  const started = performance.now();
  const underway: Promise<number>[] = [];
  const timed = async (index: number) => {
    const due = started + (1000 * index) / perSecond;
    await work(index);
    return performance.now() - due;
  };
  while (underway.length < count) {
    const due = Math.min(count, 1 + Math.floor(((performance.now() - started) * perSecond) / 1000));
    while (underway.length < due) underway.push(timed(underway.length));
    if (underway.length < count) await delay(tick);
  }
  return Promise.all(underway);
}
