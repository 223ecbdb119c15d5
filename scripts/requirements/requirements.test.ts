import { expect, test } from 'vitest';
import { differences, proseSentences, tableRows } from './requirements.ts';
import { titlesIn } from './tests.ts';

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

const titles = (source: string) => titlesIn(source, 'a.test.ts').map(({ title }) => title);

test('test titles: read from calls of test, it and describe, in each kind of quotes', () => {
  const source = `describe('a group', () => { test('it\\'s one', f); it("two", f); test.concurrent(\`three\`, f); });
    const other = 'a text'; expect(run('a call')).toBe('a value'); // test('a comment', f)`;
  expect(titles(source)).toEqual(['a group', "it's one", 'two', 'three']);
});

test('test titles: skipped tests are left out, conditional tests are not', () => {
  expect(titles("test.skip('a', f); test.todo('b'); describe.skip('c', () => test('d', f))")).toEqual([]);
  expect(titles("describe.skipIf(no)('a', () => test.runIf(yes)('b', f))")).toEqual(['a', 'b']);
});

test('test titles: a table has its title as written, and filled in with the string literals of each row', () => {
  const source = "test.each([['one', 'cell'], ['two', 2]] as const)('%s is %s', f); test.each(rows)('%s fails', f)";
  expect(titles(source)).toEqual(['%s is %s', 'one is cell', 'two is %s', '%s fails']);
  expect(titles("it.each(['a', 'b'])('letter %s', f)")).toEqual(['letter %s', 'letter a', 'letter b']);
});

test('test titles: .tsx files are read with JSX, .ts files with generic arrow functions', () => {
  expect(titlesIn("const a = <b />; test('a', f)", 'a.test.tsx')).toEqual([{ title: 'a', line: 1 }]);
  expect(titles("const times = <Result>(run: Result) => run; test('a', f)")).toEqual(['a']);
});

test('test titles: each has the line of its call', () => {
  const source = "describe('a group', () => {\n  test('one', f);\n\n  test.each(['two'])(\n    '%s', f);\n});";
  expect(titlesIn(source, 'a.test.ts')).toEqual([
    { title: 'a group', line: 1 },
    { title: 'one', line: 2 },
    { title: '%s', line: 4 },
    { title: 'two', line: 4 },
  ]);
});
