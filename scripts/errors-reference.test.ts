import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import { errorsReference } from './errors-reference.ts';

const root = resolve(import.meta.dirname, '..');

test('docs/errors.md: it matches the contracts; npm run docs:errors writes it', () => {
  expect(readFileSync(resolve(root, 'docs', 'errors.md'), 'utf8')).toBe(errorsReference(root));
});

test('docs/errors.md: it lists the codes of the interface document', () => {
  const page = errorsReference(root);
  for (const row of [
    '| 400 | `1002`',
    '| 404 | `1005`',
    '| 409 | `1003`',
    '| 409 | `invalid_grant`',
    '| 401 | `jkt_mismatch`',
  ]) {
    expect(page).toContain(row);
  }
});

/** Every code that a response of an area lists, also those without an example. */
const listedCodes = (area: string): string[] =>
  [...readFileSync(resolve(root, 'generated', area, 'spec.json'), 'utf8').matchAll(/"x-error-codes": \[([^\]]*)\]/g)]
    .flatMap(([, codes = '']) => codes.split(',\n').map((code) => code.trim().replaceAll('"', '')))
    .filter((code) => !code.includes('*'));

test.each(['sso', 'forum', 'backend', 'notifications'])(
  'docs/errors.md: it lists every error code of %s, which the catalogue of the area can make',
  (area) => {
    const codes = new Set(listedCodes(area));
    expect(codes.size).toBeGreaterThan(9);
    const page = errorsReference(root);
    expect([...codes].filter((code) => !page.includes(`| \`${code}\` |`))).toEqual([]);
  },
);

test('docs/errors.md: it lists the errors of requests that belong to no operation', () => {
  const page = errorsReference(root);
  for (const row of [
    '| 404 | `not_found`',
    '| 405 | `method_not_allowed`',
    '| 431 | `headers_too_large`',
    '| 405 | `405`',
  ])
    expect(page).toContain(row);
});

test('docs/errors.md: every error has a message or says what to do', () => {
  expect(errorsReference(root).match(/^\| \d{3} \| `[^`]*` \|\s*\|.*$/gm)).toBeNull();
});
