import { expect, test } from 'vitest';
import { foundText } from './search.ts';

test('documentation search: the text below the query has the number of matches, or says that there are none', () => {
  expect(foundText('xyz', 0, 0)).toBe('Nothing found for “xyz”. Try fewer or shorter words.');
  expect([foundText('a', 1, 1), foundText('a', 7, 7), foundText('a', 90, 60)]).toEqual([
    '1 match',
    '7 matches',
    '90 matches, the first 60 are shown',
  ]);
});
