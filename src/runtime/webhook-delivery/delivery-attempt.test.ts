import { expect, test } from 'vitest';
import type { OutboundRequest, OutboundResponse } from '../outbound-http.ts';
import { attemptDelivery } from './delivery-attempt.ts';

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
