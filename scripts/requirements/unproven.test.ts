import { expect, test } from 'vitest';
import { requirements } from '../../contract-tests/areas/requirements/all.ts';
import { readTitles } from './read-titles.ts';
import { unproven } from './unproven.ts';

test('requirements: every requirement of the interface document has a test', () => {
  expect(unproven(requirements, readTitles())).toEqual([]);
});

test('requirements: an entry with a missing title, or without a title, is reported', () => {
  const rows = [
    { says: 'one', provenBy: ['a test'] },
    { says: 'two', provenBy: ['a lost test'] },
    { says: 'three', provenBy: [] },
    { says: 'four', provenBy: [], because: 'it is about clients' },
  ];
  const found = unproven([{ section: 'A', rows }], new Set(['a test']));
  expect(found.map(({ says }) => says)).toEqual(['two', 'three']);
});
