import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { duplicateNames } from './duplicate-names.ts';
import { exportedNames } from './exported-names.ts';

const root = new URL('../../', import.meta.url);

/**
 * Handlers are named after their operationId, which is unique in one contract only. Migrations share one shape. `.node.ts` and
 * `.compact.ts` files are variants of the file beside them.
 */
const exempt = /^src\/[^/]+\/(operations|migrations)\/|\.(node|compact)\.ts$|\.(test|type-test)\.tsx?$/;

test('exported names: declarations of every kind are listed, re-exports are not', () => {
  const source = `
    export const a = 1, { b, c: [d] } = x;
    export function e() {}
    export interface F {}
    export type G = 1;
    export class H {}
    const hidden = 1;
    export { I } from './i.ts';
    export { hidden as J };
  `;
  expect(exportedNames('x.ts', source).map(({ name }) => name)).toEqual(['a', 'b', 'd', 'e', 'F', 'G', 'H']);
});

test('duplicate names: a name in two files is found with both places, a name twice in one file is not', () => {
  const files = [
    { path: 'a.ts', names: exportedNames('a.ts', 'export const page = 1;\nexport type page = 1;') },
    { path: 'b.ts', names: exportedNames('b.ts', '\nexport function page() {}') },
    { path: 'c.ts', names: exportedNames('c.ts', 'export const other = 1;') },
  ];
  expect(duplicateNames(files)).toEqual([{ name: 'page', places: ['a.ts:1', 'b.ts:2'] }]);
});

test('exported names are unique across src, cli and scripts', () => {
  const paths = globSync('{src,cli,scripts}/**/*.{ts,tsx}', { cwd: root }).filter((path) => !exempt.test(path));
  expect(paths.length).toBeGreaterThan(500);
  const files = paths.map((path) => ({ path, names: exportedNames(path, readFileSync(new URL(path, root), 'utf8')) }));
  expect(duplicateNames(files)).toEqual([]);
});
