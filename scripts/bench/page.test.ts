import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Finding } from './findings.ts';
import { performancePage, readResults, regressionsAgainst, resultsFile } from './page.ts';

const spread = (low: number, median: number) => ({ low, median, high: 2 * median });
const sections = (what: string, cpu: Finding['cpu']) => [
  {
    name: 'p1',
    title: 'A request',
    findings: [{ what, ours: '', peer: '', ratio: spread(1, 1), target: { atMost: 1 }, cpu }],
  },
];
const recorded = (cpu: Finding['cpu']) => ({
  options: { rounds: 4, warmUpRounds: 4, share: 1, scale: 1 },
  facts: [],
  sections: sections('GET /route; peer: an old one', cpu),
});
const regressions = (before: Finding['cpu'], now: Finding['cpu']) =>
  regressionsAgainst(recorded(before), sections('GET /route; peer: a new one', now));

test('bench: 15 % more processor time than recorded is no regression, and more is one', () => {
  expect(regressions(spread(0.3, 0.4), spread(0.45, 0.6))).toEqual([]);
  expect(regressions(spread(0.3, 0.4), spread(0.47, 0.6))).toEqual([{ what: 'P1 GET /route', before: 0.4, now: 0.47 }]);
});

test('bench: a measurement without a recorded processor time is no regression', () => {
  expect(regressions(undefined, spread(9, 9))).toEqual([]);
  expect(regressions(spread(1, 1), undefined)).toEqual([]);
});

const written = (name: string) => readFileSync(join(import.meta.dirname, '../../docs', name), 'utf8');

test('bench: docs/performance.md matches docs/performance.json; npm run bench -- --page writes it', () => {
  const results = readResults(resultsFile);
  expect(written('performance.md')).toBe(performancePage(results));
});
