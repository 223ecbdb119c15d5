import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readResults } from './recorded-results.ts';
import { performancePage, resultsFile } from './write-performance.ts';

const written = (name: string) => readFileSync(join(import.meta.dirname, '../../docs', name), 'utf8');

test('bench: docs/performance.md matches docs/performance.json; npm run bench -- --page writes it', () => {
  const results = readResults(resultsFile);
  expect(written('performance.md')).toBe(performancePage(results));
});
