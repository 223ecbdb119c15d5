import { existsSync } from 'node:fs';
import { expect, test } from 'vitest';
import { areas } from '../typed-contract/areas.ts';

/** Files of every area, see CONTRIBUTING.md. `documents.ts` exists only in areas with public documents. */
const skeleton = [
  'service.ts',
  'context.ts',
  'handler.ts',
  'security.ts',
  'errors.ts',
  'settings.ts',
  'database.ts',
  'operations.ts',
  'migrations/index.ts',
];

test.each(areas)('area %s: it has the files that all areas have', (area) => {
  const missing = skeleton.filter((name) => !existsSync(new URL(`../${area}/${name}`, import.meta.url)));
  expect(missing).toEqual([]);
});
