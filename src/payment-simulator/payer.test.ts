import { expect, test } from 'vitest';
import { type InvoiceStatement, paymentWebhooks, type Scenario } from './payer.ts';
import { deliver, DeliveryFailedError, DeliveryRefusedError } from './deliver.ts';

const statement: InvoiceStatement = {
  invoice: 'inv-4b2f6a1e-93c7-4d58-8e0a-1f6b7c2d9e34',
  id: '019ca98e-49f4-7a60-b7c8-d9e0f1a2b3c4',
  recipient: '28p7y5GYc4maVvnEn4QF6Rp8CLNitLeAzCP6P5xoHftC',
  amount: '990000',
  token: 'USDC',
  network: 'solana',
  item: { title: '100 coins', iconUrl: 'http://localhost:4003/icons/coins.svg', quantity: 100 },
  expiresAt: '2026-03-02T13:20:08.500Z',
  status: 'pending',
};
const paid = {
  invoice: statement.invoice,
  recipient: statement.recipient,
  amount: '990000',
  decimals: 6,
  token: 'USDC',
  network: 'solana',
};

const webhooks = (scenario: Scenario, change: Partial<InvoiceStatement> = {}, tokenName?: string) =>
  paymentWebhooks({ ...statement, ...change }, { scenario, tokenName });
const txHash = expect.stringMatching(/^[1-9A-HJ-NP-Za-km-z]{80,90}$/);

test('payer: a successful payment is finalized, and a repetition has the same transaction hash', () => {
  expect(webhooks('paid')).toEqual([{ ...paid, status: 'finalized', txHash }]);
  expect(webhooks('paid')).toEqual(webhooks('paid'));
});

test('payer: a failed payment has no txHash', () => {
  expect(webhooks('paid:failed')).toEqual([{ ...paid, status: 'failed' }]);
});

test('payer: a cancelled payment sends no webhook', () => {
  expect(webhooks('cancelled')).toEqual([]);
});

test('payer: a refund follows the payment and has another transaction hash', () => {
  const sent = webhooks('paid:refunded');
  expect(sent).toEqual([
    { ...paid, status: 'finalized', txHash },
    { ...paid, status: 'refunded', txHash },
  ]);
  expect(sent[0]?.txHash).not.toBe(sent[1]?.txHash);
});

test('payer: the scenario failed:paid reports failed, then finalized', () => {
  expect(webhooks('failed:paid').map(({ status }) => status)).toEqual(['failed', 'finalized']);
});

test('payer: tokenName replaces the name of the token in the webhook', () => {
  expect(webhooks('paid', {}, 'native')).toMatchObject([{ token: 'native' }]);
});

test('payer: test is true for a test product, and absent for a real one', () => {
  expect(webhooks('paid', { test: 'paid' })).toMatchObject([{ test: true }]);
  expect(webhooks('paid')[0]).not.toHaveProperty('test');
});

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
