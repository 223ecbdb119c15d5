import { expect, test } from 'vitest';
import { deliver, DeliveryFailedError, DeliveryRefusedError } from './deliver.ts';

const request = { url: 'http://backend.test/api/webhooks/payment', body: new Uint8Array([123, 125]), headers: {} };

/** A receiver that gives these answers in turn, the last one for ever; an error is no answer at all. */
function receiver(...answers: readonly (Response | Error)[]) {
  const waits: number[] = [];
  let asked = 0;
  const parts = {
    fetch: async () => {
      const answer = answers[Math.min(asked++, answers.length - 1)];
      if (answer instanceof Error) throw answer;
      return answer?.clone() ?? Response.error();
    },
    sleep: async (ms: number) => void waits.push(ms),
    random: () => 1,
  };
  return { parts, waits, asked: () => asked };
}

const status = (code: number, headers: Record<string, string> = {}) =>
  new Response(code === 204 ? null : 'said why', { status: code, headers });

test.each([200, 202, 204])('sendPaymentStatus: %i ends the delivery', async (code) => {
  const { parts, asked } = receiver(status(code));
  expect((await deliver(request, parts)).attempts).toBe(1);
  expect(asked()).toBe(1);
});

test.each([400, 401, 404, 413, 499])('sendPaymentStatus: %i says that it can never be accepted', async (code) => {
  const { parts, asked } = receiver(status(code));
  await expect(deliver(request, parts)).rejects.toMatchObject({ name: DeliveryRefusedError.name, status: code });
  expect(asked()).toBe(1);
});

test.each([status(408), status(429), status(500), status(503), status(302), new TypeError('fetch failed')])(
  'sendPaymentStatus: after %o there is another attempt',
  async (answer) => {
    const { parts } = receiver(answer, answer, status(200));
    expect((await deliver(request, parts)).attempts).toBe(3);
  },
);

test('sendPaymentStatus: attempts are bounded, and each is later than the one before', async () => {
  const { parts, waits, asked } = receiver(status(503));
  await expect(deliver(request, parts)).rejects.toThrow(DeliveryFailedError);
  expect(asked()).toBe(6);
  expect(waits).toEqual([500, 1000, 2000, 4000, 8000]);
});

test('sendPaymentStatus: Retry-After is waited for, but not for ever', async () => {
  const { parts, waits } = receiver(
    status(503, { 'retry-after': '7' }),
    status(429, { 'retry-after': '86400' }),
    status(503, { 'retry-after': 'Fri, 01 Jan 2027 00:00:00 GMT' }),
    status(200),
  );
  await deliver(request, parts);
  expect(waits).toEqual([7000, 30_000, 2000]);
});
