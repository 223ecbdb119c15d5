import { expect, test } from 'vitest';
import { applyMutant, mutantsOf } from './mutations.ts';

const mutated = (source: string) => mutantsOf(source, 'a.ts').map((mutant) => applyMutant(source, mutant));

test.each([
  ['x === 1;', ['', 'x !== 1;', 'x === (1 + 1);']],
  ['x < y;', ['', 'x <= y;']],
  ['const z = a && b;', ['const z = a || b;']],
  ['const z = !a;', ['const z = a;']],
  ['const z = a ? b : c;', ['const z = true ? b : c;', 'const z = false ? b : c;']],
  ["const z = 'code';", ["const z = 'mutated';"]],
  ["const z = 'a text for people';", []],
  ['const z = await f();', ['const z = (f());']],
  ['const z = true;', ['const z = false;']],
])('mutants: %j has its mutants', (source, expected) => {
  expect(mutated(source).map((text) => text.replace(/^;$/, ''))).toEqual(expected);
});

test('mutants: statements are dropped and functions return at once', () => {
  const source = 'function f() { a(); throw b; }';
  expect(mutated(source)).toEqual([
    'function f() { return undefined as never; }',
    'function f() { ; throw b; }',
    'function f() { a(); ; }',
  ]);
});

test('mutants: types and imports have none', () => {
  expect(mutated("import a from 'b'; interface A { x: 1 | 'c' } type B = true; export { c } from 'd';")).toEqual([]);
});

test('mutants: each has its line', () => {
  expect(mutantsOf('const a = 1;\n\nconst b = true;', 'a.ts').map(({ line }) => line)).toEqual([1, 3]);
});
