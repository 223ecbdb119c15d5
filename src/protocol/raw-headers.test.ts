import { expect, test } from 'vitest';
import { headerPairs, headerValues } from './raw-headers.ts';

test('raw headers: repeated headers are kept, and names compare case-insensitively', () => {
  const pairs = headerPairs(['Host', 'a', 'DPoP', '1', 'dpop', '2', 'X', '']);
  expect(pairs).toEqual([
    ['Host', 'a'],
    ['DPoP', '1'],
    ['dpop', '2'],
    ['X', ''],
  ]);
  expect(headerValues(pairs, 'dpop')).toEqual(['1', '2']);
  expect(headerValues(pairs, 'x')).toEqual(['']);
  expect(headerValues(pairs, 'y')).toEqual([]);
});

test('raw headers: a name without a value is left out', () => {
  expect(headerPairs(['Host', 'a', 'DPoP'])).toEqual([['Host', 'a']]);
});

test('raw headers: the headers of a fetch request are accepted', () => {
  const { headers } = new Request('https://a', {
    headers: [
      ['DPoP', '1'],
      ['DPoP', '2'],
    ],
  });
  expect(headerValues(headers, 'dpop')).toEqual(['1, 2']);
});
