import { setTimeout as delay } from 'node:timers/promises';

/** Milliseconds between two groups of requests. */
const groupInterval = 5;

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
  const pending: Promise<number>[] = [];
  const timed = async (index: number) => {
    const due = started + (1000 * index) / perSecond;
    await work(index);
    return performance.now() - due;
  };
  while (pending.length < count) {
    const due = Math.min(count, 1 + Math.floor(((performance.now() - started) * perSecond) / 1000));
    while (pending.length < due) pending.push(timed(pending.length));
    if (pending.length < count) await delay(groupInterval);
  }
  return Promise.all(pending);
}
