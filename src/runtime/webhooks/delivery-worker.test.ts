import { setImmediate } from 'node:timers/promises';
import { pino } from 'pino';
import { expect, test } from 'vitest';
import { assert, double, integer, property } from 'fast-check';
import { createDeliveryWorker, createDeliveryResultWriter } from './delivery-worker.ts';
import type { LeasedWebhook, EndpointNotice, WebhookResult } from './delivery-store.ts';
import type { OutboundRequest, OutboundResponse } from '../outbound/outbound-http.ts';
import { attemptDelivery, maxAttempts, pauseAfter, retryAfterMs } from './delivery-attempt.ts';

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
  const counts = { rounds: 0, attempts: 0, written: 0, released: 0 };
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
      release: async (deliveries) => void (counts.released += deliveries.length),
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
  return { worker, ends, claims, counts, endUntilWritten, stop };
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

test('webhook worker: an attempt that ends while a stop waits for the current round starts no other', async () => {
  const waiting = Promise.withResolvers<void>();
  const { worker, ends, claims, counts, endUntilWritten } = startWorker((round) =>
    round === 3 ? waiting.promise : Promise.resolve(),
  );
  await expect.poll(() => claims).toEqual([2, 512]);
  await endUntilWritten(2 + 256);
  await expect.poll(() => counts.rounds).toBe(3);
  const { attempts } = counts;
  const stopped = worker.stop();
  while (ends.length > 0) {
    ends.shift()?.();
    for (let turn = 0; turn < 10; turn++) await setImmediate();
  }
  expect(counts.attempts).toBe(attempts);
  waiting.resolve();
  await stopped;
  expect(counts.released).toBe(claims.reduce((sum, claimed) => sum + claimed) - attempts);
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

const delivery = {
  endpointId: 'endpoint',
  id: 'delivery',
  attempt: 1,
  abandonedAt: null,
  url: 'https://hooks.example/status',
  failing: false,
  traceparent: null,
};

const start = Date.UTC(2026, 6, 1);

/** Attempts the delivery at an endpoint that takes 10 s. The clock of the database is an hour ahead. */
async function attemptAt(response: OutboundResponse) {
  let time = start;
  const requests: OutboundRequest[] = [];
  const result = await attemptDelivery(delivery, {
    post: async (request) => {
      requests.push(request);
      time += 10_000;
      return response;
    },
    sign: async (_, attemptedAt) => ({ body: '{}', headers: { 'webhook-timestamp': String(attemptedAt.getTime()) } }),
    userAgent: 'platform-webhooks/1.2.3',
    now: () => new Date(time),
    databaseNow: () => new Date(time + 3_600_000),
    random: () => 0,
  });
  return { requests, result };
}

test('webhook attempt: the timeout is 10 s, 16 KiB of the response are read, and the latency is logged', async () => {
  const { requests, result } = await attemptAt({ status: null, error: 'timeout' });
  expect(requests).toMatchObject([{ timeoutMs: 10_000, maxResponseBytes: 16 * 1024 }]);
  expect(result).toMatchObject({ succeeded: false, error: 'timeout', latencyMs: 10_000 });
});

test('webhook attempt: the retry is due by the clock of the database', async () => {
  const { result } = await attemptAt({ status: null, error: 'timeout' });
  expect(result.retryAt).toEqual(new Date(start + 10_000 + 3_600_000 + 5_000));
});

test('webhook attempt: the request names its sender, and its URL and headers are logged', async () => {
  const { requests, result } = await attemptAt({ status: 200, body: new Uint8Array() });
  const headers = { 'webhook-timestamp': String(start), 'user-agent': 'platform-webhooks/1.2.3' };
  expect(requests).toMatchObject([{ headers }]);
  expect(result).toMatchObject({ request: { url: delivery.url, headers }, succeeded: true, gone: false });
});

test('webhook attempt: Retry-After of the receiver postpones the retry', async () => {
  const { result } = await attemptAt({ status: 429, body: new Uint8Array(), retryAfter: '60' });
  expect(result.retryAt).toEqual(new Date(start + 10_000 + 3_600_000 + 60_000));
});

test('webhook attempt: a response with status 410 has the result gone and is retried', async () => {
  const { result } = await attemptAt({ status: 410, body: new Uint8Array() });
  expect(result).toMatchObject({ gone: true, succeeded: false, retryAt: expect.any(Date) });
});

test('webhook retry schedule: base 5 s, doubling, capped at 5 minutes, at most 8 attempts', () => {
  const pauses = Array.from({ length: 8 }, (_, index) => pauseAfter(index + 1, 0));
  expect(pauses).toEqual([5_000, 10_000, 20_000, 40_000, 80_000, 160_000, 300_000, undefined]);
});

test('webhook retry schedule: jitter shortens a pause by at most a fifth, and pauses still grow', () => {
  assert(
    property(
      integer({ min: 1, max: maxAttempts - 1 }),
      double({ min: 0, max: 1, maxExcluded: true, noNaN: true }),
      (attempt, random) => {
        const bound = pauseAfter(attempt, 0) ?? 0;
        const pause = pauseAfter(attempt, random) ?? 0;
        expect(pause).toBeLessThanOrEqual(bound);
        expect(pause).toBeGreaterThanOrEqual(0.8 * bound);
        if (attempt > 1) expect(pause).toBeGreaterThan(pauseAfter(attempt - 1, 0) ?? 0);
      },
    ),
  );
});

test('webhook retry schedule: Retry-After of the receiver lengthens a pause up to 5 minutes', () => {
  expect(pauseAfter(1, 0, 120_000)).toBe(120_000);
  expect(pauseAfter(1, 0, 1_000)).toBe(5_000);
  expect(pauseAfter(1, 0, 86_400_000)).toBe(300_000);
  expect(pauseAfter(8, 0, 120_000)).toBeUndefined();
});

const now = new Date('2026-10-21T07:28:00Z');

test.each([
  ['120', 120_000],
  ['0', 0],
  ['Wed, 21 Oct 2026 07:29:30 GMT', 90_000],
  ['Wed, 21 Oct 2026 07:27:00 GMT', 0],
  ['soon', 0],
  ['-5', 0],
  ['1.5', 0],
  ['9'.repeat(400), 0],
  [undefined, 0],
])('RFC 9110 §10.2.3: Retry-After %s asks for a pause of %d ms', (value, pause) => {
  expect(retryAfterMs(value, now)).toBe(pause);
});
