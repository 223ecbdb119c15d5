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
