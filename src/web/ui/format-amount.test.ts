import { expect, test } from 'vitest';
import { formatAmount } from './format-amount.ts';

test.each([
  ['990000', 'USDC', '0.99'],
  ['3990000', 'USDC', '3.99'],
  ['10000000000', 'PLATFORM', '10'],
  ['1', 'PLATFORM', '0.000000001'],
  ['0', 'USDC', '0'],
] as const)('amounts: %s smallest units of %s are %s', (amount, token, text) => {
  expect(formatAmount(amount, token)).toBe(text);
});
