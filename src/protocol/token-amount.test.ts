import { expect, test } from 'vitest';
import { amountText, parseAmount } from './token-amount.ts';

test.each([
  ['990000', 'USDC', '0.99 USDC'],
  ['1', 'USDC', '0.000001 USDC'],
  ['1000000', 'USDC', '1 USDC'],
  ['12345678901234567890', 'PLATFORM', '12345678901.23456789 PLATFORM'],
  ['5', 'EURX', '5 of the smallest unit of EURX'],
  ['5', 'TOSTRING', '5 of the smallest unit of TOSTRING'],
])('token amount: %s of %s is %s', (amount, token, text) => {
  expect(amountText(amount, token)).toBe(text);
});

test.each([
  ['0.99', 'USDC', '990000'],
  ['1,5', 'USDC', '1500000'],
  [' 20 ', 'USDC', '20000000'],
  ['5', 'EURX', '5'],
  ['0', 'USDC', undefined],
  ['0.0000001', 'USDC', undefined],
  ['1.5', 'EURX', undefined],
  ['-1', 'USDC', undefined],
  ['1e3', 'USDC', undefined],
])('token amount: a person who types %s of %s means %s', (text, token, amount) => {
  expect(parseAmount(text, token)).toBe(amount);
});
