import { setImmediate } from 'node:timers/promises';
import { pino } from 'pino';
import { expect, test } from 'vitest';
import { createDeliveryWorker, createDeliveryResultWriter } from './delivery-worker.ts';
import type { LeasedWebhook, EndpointNotice, WebhookResult } from './delivery-store.ts';

const due = (index: number): LeasedWebhook => ({
  endpointId: 'endpoint',
  id: String(index),
  attempt: 1,
  abandonedAt: null,
  url: 'https://hooks.example/status',
  failing: false,
  traceparent: null,
});

/** A worker of one fast endpoint in memory, whose attempts end on demand; `beforeRound` delays a search for due deliveries. */
function startWorker(beforeRound: (round: number) => Promise<void>) {
  const events = Array.from({ length: 2000 }, (_, index) => due(index));
  const ends: (() => void)[] = [];
  const claims: number[] = [];
  const counts = { rounds: 0, attempts: 0, written: 0 };
  const worker = createDeliveryWorker<LeasedWebhook>({
    store: {
      time: async () => new Date(0),
      dueEndpoints: async () => {
        counts.rounds += 1;
        await beforeRound(counts.rounds);
        return events.length > 0 ? [{ endpointId: 'endpoint', failing: false }] : [];
      },
      claim: async ({ capacities }) => {
        const claimed = events.splice(0, capacities[0]?.capacity ?? 0);
        claims.push(claimed.length);
        return claimed;
      },
      release: async () => undefined,
      record: async (results) => {
        counts.written += results.length;
        return [];
      },
    },
    // The first two attempts show that the endpoint is fast.
    post: async () => {
      counts.attempts += 1;
      if (counts.attempts > 2) await new Promise<void>((resolve) => void ends.push(resolve));
      return { status: 200, body: new Uint8Array() };
    },
    sign: async () => ({ body: '', headers: {} }),
    userAgent: 'test',
    now: () => new Date(0),
    random: () => 0,
    newId: () => 'claim',
    log: pino({ level: 'silent' }),
    measure: () => undefined,
    continueTrace: (_traceparent, work) => work(),
  });
  worker.start();
  /** Ends attempts, and waits until so many results are written in all. */
  const endUntilWritten = async (written: number) => {
    for (let ended = counts.written; ended < written;) {
      const end = ends.shift();
      if (end !== undefined) ended += 1;
      end?.();
      await setImmediate();
    }
    await expect.poll(() => counts.written).toBe(written);
  };
  const stop = async () => {
    const stopped = worker.stop();
    while (ends.length > 0) {
      ends.shift()?.();
      await setImmediate();
    }
    await stopped;
  };
  return { claims, counts, endUntilWritten, stop };
}

test('webhook worker: capacity that the current round uses causes no further round', async () => {
  const waiting = Promise.withResolvers<void>();
  const { claims, counts, endUntilWritten, stop } = startWorker((round) =>
    round === 3 ? waiting.promise : Promise.resolve(),
  );
  await expect.poll(() => claims).toEqual([2, 512]);
  // The third round begins when half of the deliveries are written, and finds more of them written when it claims.
  await endUntilWritten(2 + 256);
  await expect.poll(() => counts.rounds).toBe(3);
  await endUntilWritten(2 + 300);
  waiting.resolve();
  await expect.poll(() => claims.length).toBe(3);
  for (let turn = 0; turn < 10; turn++) await setImmediate();
  expect(counts.rounds).toBe(3);
  await stop();
});

const result: WebhookResult = {
  endpointId: 'endpoint',
  deliveryId: 'delivery',
  worker: 'worker',
  startedAt: new Date(0),
  finishedAt: new Date(0),
  latencyMs: 0,
  request: null,
  status: 200,
  answer: '',
  error: null,
  succeeded: true,
  gone: false,
  failing: false,
  retryAt: undefined,
};

/** Creates a writer whose database returns these results in order. */
function writer(record: (results: readonly WebhookResult[]) => Promise<EndpointNotice[]>) {
  let time = 0;
  const now = () => new Date(time);
  const { write } = createDeliveryResultWriter({ store: { record }, now, log: pino({ level: 'silent' }) });
  const leaseEndsAt = new Date(30_000);
  return {
    advance: (ms: number) => void (time += ms),
    write: (deliveryId: string) => write({ ...result, deliveryId }, leaseEndsAt),
  };
}

test('webhook results: a result is retried while the database is unreachable', async () => {
  let failures = 2;
  const written: string[] = [];
  const { write } = writer(async (results) => {
    if (failures-- > 0) throw new Error('the database is away');
    written.push(...results.map(({ deliveryId }) => deliveryId));
    return [];
  });
  await Promise.all([write('one'), write('two')]);
  expect(written.sort()).toEqual(['one', 'two']);
});

test('webhook results: retries of a result stop when its lease ends', async () => {
  let tries = 0;
  const { advance, write } = writer(async () => {
    advance(15_000);
    tries += 1;
    throw new Error('the database is away');
  });
  await expect(write('one')).rejects.toThrow('the database is away');
  expect(tries).toBe(2);
});

test('webhook results: results that arrive during a transaction share the next one', async () => {
  const batches: number[] = [];
  let release = () => {};
  const first = new Promise<void>((resolve) => {
    release = resolve;
  });
  const { write } = writer(async (results) => {
    batches.push(results.length);
    if (batches.length === 1) await first;
    return [];
  });
  const one = write('one');
  await expect.poll(() => batches).toEqual([1]);
  const more = Array.from({ length: 250 }, (_, index) => write(String(index)));
  release();
  await Promise.all([one, ...more]);
  expect(batches).toEqual([1, 200, 50]);
});
