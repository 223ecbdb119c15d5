import { expect, test } from 'vitest';
import { createStatementNames } from './postgres-database.ts';

test('prepared statements: the same text has the same name, and another text another one', () => {
  const nameOf = createStatementNames();
  const first = nameOf('select "name" from "a" where "id" = $1', [1]);
  expect(first).toBe('statement_1');
  expect(nameOf('select "name" from "a" where "id" = $1', [2])).toBe(first);
  expect(nameOf('select "name" from "b" where "id" = $1', [1])).toBe('statement_2');
});

test.each([
  'select * from "a" where "id" = $1',
  'select "a".*, "b"."name" from "a", "b" where "a"."id" = $1',
  'update "a" set "name" = $1 returning *',
])('prepared statements: one that returns all columns is not prepared: %s', (text) => {
  expect(createStatementNames()(text, [1])).toBeUndefined();
});

test('prepared statements: count(*) returns one column, and a product is no list of columns', () => {
  const nameOf = createStatementNames();
  expect(nameOf('select count(*) from "a" where "id" = $1', [1])).toBeDefined();
  expect(nameOf('select "a" * $1 as "product"', [1])).toBeDefined();
});

test('prepared statements: a statement without parameters is not prepared, nor are more than 300', () => {
  const nameOf = createStatementNames();
  expect(nameOf('begin', [])).toBeUndefined();
  const names = Array.from({ length: 301 }, (_, index) => nameOf(`select $1 + ${index}`, [1]));
  expect(new Set(names.slice(0, 300)).size).toBe(300);
  expect(names[300]).toBeUndefined();
  expect(nameOf('select $1 + 0', [1])).toBe(names[0]);
});
