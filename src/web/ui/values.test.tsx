import { render } from '@testing-library/react';
import { expect, test } from 'vitest';
import { formatAmount, formatDecimal, Time } from './values.tsx';

test('times: seconds are shown only where they matter, and the exact time stays in the markup', () => {
  const at = '2026-03-01T09:30:15.250Z';
  const format = (timeStyle: 'short' | 'medium') =>
    new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle }).format(new Date(at));
  const { container } = render(
    <>
      <Time at={at} />
      <Time at={at} to="second" />
    </>,
  );
  const shown = [...container.querySelectorAll('time')];
  expect(shown.map(({ textContent }) => textContent)).toEqual([format('short'), format('medium')]);
  expect(shown.map(({ dateTime }) => dateTime)).toEqual([at, at]);
});

test.each([
  ['990000', 'USDC', '0.99'],
  ['3990000', 'USDC', '3.99'],
  ['10000000000', 'PLATFORM', '10'],
  ['1', 'PLATFORM', '0.000000001'],
  ['0', 'USDC', '0'],
] as const)('amounts: %s smallest units of %s are %s', (amount, token, text) => {
  expect(formatAmount(amount, token)).toBe(text);
});

test.each([
  ['de', '1234.50', '1.234,5'],
  ['en-GB', '90071992547409930.123456789', '90,071,992,547,409,930.123456789'],
  ['ja', '0.99', '0.99'],
])('amounts: in %s %s is written %s, exactly', (locale, amount, text) => {
  expect(formatDecimal(amount, locale)).toBe(text);
});

test('amounts: a price that is no decimal number stays as it is', () => {
  expect(formatDecimal('free', 'de')).toBe('free');
});
