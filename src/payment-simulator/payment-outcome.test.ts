import { expect, test } from 'vitest';
import { type InvoiceStatement, paymentWebhooks, type Scenario } from './payment-outcome.ts';

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
