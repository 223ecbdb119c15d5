import { expect, test } from 'vitest';
import { type InvoiceStatement, paymentOutcome } from './payment-outcome.ts';

const statement: InvoiceStatement = {
  invoice: 'inv-4b2f6a1e-93c7-4d58-8e0a-1f6b7c2d9e34',
  id: '019ca98e-49f4-7a60-b7c8-d9e0f1a2b3c4',
  recipient: '28p7y5GYc4maVvnEn4QF6Rp8CLNitLeAzCP6P5xoHftC',
  amount: '990000',
  token: 'USDC',
  network: 'solana',
  item: { title: '100 coins', iconUrl: 'http://localhost:4003/icons/coins.svg', quantity: 100 },
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

test('payer: a successful payment is finalized and has a hash', () => {
  expect(paymentOutcome(statement, 'paid', 'hash')).toEqual({ ...paid, status: 'finalized', txHash: 'hash' });
});

test('payer: a failed payment has no txHash', () => {
  expect(paymentOutcome(statement, 'paid:failed', 'hash')).toEqual({ ...paid, status: 'failed' });
});

test('payer: a cancelled payment sends no webhook', () => {
  expect(paymentOutcome(statement, 'cancelled', 'hash')).toBeUndefined();
});

test('payer: test is true for a test product, and absent for a real one', () => {
  expect(paymentOutcome({ ...statement, test: 'paid' }, 'paid', 'hash')).toMatchObject({ test: true });
  expect(paymentOutcome(statement, 'paid', 'hash')).not.toHaveProperty('test');
});
