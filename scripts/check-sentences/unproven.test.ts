import { expect, test } from 'vitest';
import { sentences } from '../../contract-tests/areas/sentences/all.ts';
import { readTitles } from './read-titles.ts';
import { tableRows, titlesIn, unproven } from './unproven.ts';

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

test('titles are read in each kind of quotes, rows without heads and rules', () => {
  expect(titlesIn(`test('it\\'s one', f); test("two", f); test(\`three\`, f)`)).toEqual(["it's one", 'two', 'three']);
  expect(tableRows('| Head | B |\n|---|---|\n| a | b |\n| c | |\n\ntext')).toEqual(['a | b', 'c']);
});
