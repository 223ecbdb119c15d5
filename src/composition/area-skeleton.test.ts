import { existsSync } from 'node:fs';
import { expect, test } from 'vitest';
import { areas } from '../typed-contract/areas.ts';

/** Files of every area, see CONTRIBUTING.md; a list names alternatives. */
const skeleton = [
  'service.ts',
  'context.ts',
  'handler.ts',
  ['security.ts', 'caller/security.ts'],
  ['errors.ts', 'errors/sso-errors.ts'],
  'settings.ts',
  'database.ts',
  'operations.ts',
  'migrations/index.ts',
];

test.each(areas)('area %s: it has the files that all areas have', (area) => {
  const missing = skeleton.filter(
    (names) => ![names].flat().some((name) => existsSync(new URL(`../${area}/${name}`, import.meta.url))),
  );
  expect(missing).toEqual([]);
});
