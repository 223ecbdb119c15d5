import { expect, test } from 'vitest';
import { sentences } from '../../contract-tests/areas/sentences/all.ts';
import { readTitles } from './read-titles.ts';
import { unproven } from './unproven.ts';

test('every row and sentence of the interface document has a test', () => {
  expect(unproven(sentences, readTitles())).toEqual([]);
});

test('a title that no test has, and no title at all, are found', () => {
  const rows = [
    { says: 'one', provenBy: ['a test'] },
    { says: 'two', provenBy: ['a lost test'] },
    { says: 'three', provenBy: [] },
    { says: 'four', provenBy: [], because: 'it speaks of others' },
  ];
  const found = unproven([{ section: 'A', rows }], new Set(['a test']));
  expect(found.map(({ says }) => says)).toEqual(['two', 'three']);
});
