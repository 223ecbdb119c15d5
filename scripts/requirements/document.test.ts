import { expect, test } from 'vitest';
import { differences, proseSentences, tableRows } from './document.ts';

const document = `# Notes

An introduction of the document.

## Fields

**Note**

| Field | Type |
|---|---|
| text | string |
| at | |

**A note**: it is \`kept\` for a year; then it is gone. Limits:
1. Ten notes a day.
`;

test('document reader: rows come without table heads, prose without headings, list marks and introductions of lists', () => {
  expect(tableRows(document)).toEqual(['text | string', 'at']);
  expect(proseSentences(document)).toEqual(['it is kept for a year;', 'then it is gone.', 'Ten notes a day.']);
});

test('document comparison: a missing requirement and a requirement in other words are reported', () => {
  const says = ['text | string', 'A note: it is kept for a year; then it is gone.', 'Ten notes a day.'];
  expect(differences([...says, 'at'], document)).toEqual({ missing: [], reworded: [] });
  expect(differences(['text | text', ...says.slice(1, 2), 'Nine notes a day.'], document)).toEqual({
    missing: ['text | string', 'at', 'Ten notes a day.'],
    reworded: ['text | text', 'Nine notes a day.'],
  });
});
