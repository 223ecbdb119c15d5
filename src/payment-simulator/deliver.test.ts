import { expect, test } from 'vitest';
import { deliver, DeliveryFailedError, DeliveryRefusedError } from './deliver.ts';

const request = { url: 'http://backend.test/api/webhooks/payment', body: new Uint8Array([123, 125]), headers: {} };

type StubResponse = readonly [status: number, headers?: Readonly<Record<string, string>>];

/** Receiver that returns these responses in order and repeats the last one; status 0 is a connection error. */
function receiver(...responses: readonly StubResponse[]) {
  const waits: number[] = [];
  let received = 0;
  const parts = {
    fetch: async () => {
      const [status, headers] = responses[Math.min(received++, responses.length - 1)] ?? [0];
      if (status === 0) throw new TypeError('fetch failed', { cause: new Error('connect ECONNREFUSED') });
      return new Response(status === 204 ? null : 'reason', { status, ...(headers && { headers }) });
    },
    sleep: async (ms: number) => void waits.push(ms),
    random: () => 1,
  };
  return { parts, waits, received: () => received };
}

test.each([200, 202, 204])('sendPaymentStatus: %i ends the delivery', async (code) => {
  const { parts, received } = receiver([code]);
  expect((await deliver(request, parts)).attempts).toBe(1);
  expect(received()).toBe(1);
});

test.each([400, 404, 413, 499])('sendPaymentStatus: %i rejects the delivery permanently', async (code) => {
  const { parts, received } = receiver([code]);
  await expect(deliver(request, parts)).rejects.toMatchObject({ name: DeliveryRefusedError.name, status: code });
  expect(received()).toBe(1);
});

test.each([401, 408, 429, 500, 503, 302, 0])(
  'sendPaymentStatus: %i is followed by another attempt (0: no response)',
  async (code) => {
    const { parts } = receiver([code], [code], [200]);
    expect((await deliver(request, parts)).attempts).toBe(3);
  },
);

test('sendPaymentStatus: the number of attempts is limited, and delays double', async () => {
  const { parts, waits, received } = receiver([503]);
  await expect(deliver(request, parts)).rejects.toThrow(DeliveryFailedError);
  expect(received()).toBe(6);
  expect(waits).toEqual([500, 1000, 2000, 4000, 8000]);
});

test('sendPaymentStatus: Retry-After extends the delay up to 30 seconds', async () => {
  const { parts, waits } = receiver(
    [503, { 'retry-after': '7' }],
    [429, { 'retry-after': '86400' }],
    [503, { 'retry-after': 'Fri, 01 Jan 2027 00:00:00 GMT' }],
    [200],
  );
  await deliver(request, parts);
  expect(waits).toEqual([7000, 30_000, 2000]);
});
