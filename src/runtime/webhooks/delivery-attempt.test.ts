import { expect, test } from 'vitest';
import { assert, double, integer, property } from 'fast-check';
import type { OutboundRequest, OutboundResponse } from '../outbound/outbound-http.ts';
import { attemptDelivery, maxAttempts, pauseAfter, retryAfterMs } from './delivery-attempt.ts';

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
