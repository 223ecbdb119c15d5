import { expect, test } from 'vitest';
import { deliver, DeliveryFailedError, DeliveryRefusedError } from './deliver.ts';

const request = { url: 'http://backend.test/api/webhooks/payment', body: new Uint8Array([123, 125]), headers: {} };

type Given = readonly [status: number, headers?: Readonly<Record<string, string>>];

/** A receiver that gives these responses in turn, the last one for ever; status 0 is no response at all. */
function receiver(...responses: readonly Given[]) {
  const waits: number[] = [];
  let asked = 0;
  const parts = {
    fetch: async () => {
      const [status, headers] = responses[Math.min(asked++, responses.length - 1)] ?? [0];
      if (status === 0) throw new TypeError('fetch failed', { cause: new Error('connect ECONNREFUSED') });
      return new Response(status === 204 ? null : 'said why', { status, ...(headers && { headers }) });
    },
    sleep: async (ms: number) => void waits.push(ms),
    random: () => 1,
  };
  return { parts, waits, asked: () => asked };
}

test.each([200, 202, 204])('sendPaymentStatus: %i ends the delivery', async (code) => {
  const { parts, asked } = receiver([code]);
  expect((await deliver(request, parts)).attempts).toBe(1);
  expect(asked()).toBe(1);
});

test.each([400, 401, 404, 413, 499])('sendPaymentStatus: %i says that it can never be accepted', async (code) => {
  const { parts, asked } = receiver([code]);
  await expect(deliver(request, parts)).rejects.toMatchObject({ name: DeliveryRefusedError.name, status: code });
  expect(asked()).toBe(1);
});

test.each([408, 429, 500, 503, 302, 0])(
  'sendPaymentStatus: after %i there is another attempt (0: no response at all)',
  async (code) => {
    const { parts } = receiver([code], [code], [200]);
    expect((await deliver(request, parts)).attempts).toBe(3);
  },
);

test('sendPaymentStatus: attempts are bounded, and each is later than the one before', async () => {
  const { parts, waits, asked } = receiver([503]);
  await expect(deliver(request, parts)).rejects.toThrow(DeliveryFailedError);
  expect(asked()).toBe(6);
  expect(waits).toEqual([500, 1000, 2000, 4000, 8000]);
});

test('sendPaymentStatus: Retry-After is waited for, but not for ever', async () => {
  const { parts, waits } = receiver(
    [503, { 'retry-after': '7' }],
    [429, { 'retry-after': '86400' }],
    [503, { 'retry-after': 'Fri, 01 Jan 2027 00:00:00 GMT' }],
    [200],
  );
  await deliver(request, parts);
  expect(waits).toEqual([7000, 30_000, 2000]);
});
