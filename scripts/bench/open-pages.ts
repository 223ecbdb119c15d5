import type { NotificationsApp } from '../../contract-tests/fixtures/notifications.ts';
import { unwrap } from '../../src/typed-contract/client.ts';
import { readEvents } from '../../src/web/host/read-events.ts';
import { type Finding, median, spreadOf } from './findings.ts';
import { p99Of } from './load.ts';

/** Kilobytes of one open stream, and milliseconds from a send until its arrival. */
const limits = { memory: 30, latency: 150 };
export const perSecond = 20;
/** Streams that are opened concurrently. */
const openConcurrency = 16;

/** A page of a person that receives pushes once its stream is open. */
export interface Page {
  readonly sub: string;
  readonly openStream: () => Promise<ReadableStream<Uint8Array>>;
}

export async function openStreams(pages: readonly Page[], onArrival: ReadonlyMap<string, () => void>): Promise<void> {
  await runConcurrently(
    pages.map((page) => async () => void readPushes(await page.openStream(), () => onArrival.get(page.sub)?.())),
  );
}

/** Runs work, {@link openConcurrency} at a time. @returns the results in the order of the work */
export async function runConcurrently<Result>(work: readonly (() => Promise<Result>)[]): Promise<readonly Result[]> {
  const results: Result[] = [];
  const left = work.entries();
  const run = async () => {
    for (const [index, one] of left) results[index] = await one();
  };
  await Promise.all(Array.from({ length: openConcurrency }, run));
  return results;
}

async function readPushes(stream: ReadableStream<Uint8Array>, onPush: () => void): Promise<void> {
  try {
    for await (const { event } of readEvents(stream)) if (event === 'push') onPush();
  } catch {
    // The service has stopped.
  }
}

export function memoryRow(open: string, kilobytes = NaN): Finding {
  return {
    what: `memory of each of ${open}; peer: the limit`,
    ours: `${kilobytes.toFixed(0)} kB`,
    peer: `${limits.memory} kB`,
    ratio: spreadOf([kilobytes / limits.memory]),
    target: { atMost: 1 },
  };
}

export function latencyRow(open: string, latencies: readonly number[] = []): Finding {
  return {
    what: `from a send until its arrival at one of ${open}, ${perSecond} a second (p99); peer: the limit`,
    ours: `${p99Of(latencies).toFixed(0)} ms (median ${median(latencies).toFixed(0)} ms)`,
    peer: `${limits.latency} ms`,
    ratio: spreadOf([p99Of(latencies) / limits.latency]),
    target: { atMost: 1 },
  };
}

/** @returns sends to one of some pages, and waits for its arrival there */
export const sender =
  (app: NotificationsApp, onArrival: Map<string, () => void>) => (pages: readonly Page[]) => async (index: number) => {
    const sessionAddress = pages[index % pages.length]?.sub ?? '';
    const arrived = new Promise<void>((resolve) => onArrival.set(sessionAddress, resolve));
    unwrap(await app.sender.sendNotification({ body: { sessionAddress, body: 'Your order is ready.' } }));
    await arrived;
  };
