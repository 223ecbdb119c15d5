import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { chart } from './chart.ts';
import { profileChart } from './profile-chart.ts';
import { readResults } from './recorded-results.ts';
import { performancePage, resultsFile } from './write-performance.ts';

const written = (name: string) => readFileSync(join(import.meta.dirname, '../../docs', name), 'utf8');

test('bench: docs/performance.md and its charts match docs/performance.json; npm run bench -- --page writes them', () => {
  const results = readResults(resultsFile);
  expect(written('performance.md')).toBe(performancePage(results));
  expect(written('performance.svg')).toBe(chart(results.sections));
  expect(written('performance-profiles.svg')).toBe(profileChart(results.sections));
});
