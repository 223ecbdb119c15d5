import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Finding } from './findings.ts';
import {
  comparable,
  historyFile,
  kindOf,
  mergedSections,
  performancePage,
  readResults,
  regressionsAgainst,
  resultsFile,
  unexplained,
  writeResults,
} from './page.ts';

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

const machine = (processor: string) =>
  [
    ['Processor', processor],
    ['System', 'linux 6.18 x64'],
    ['Load average of the last 15 minutes', '0.1'],
  ] as const;

test('bench: results are compared with those of the same kind of machine only, the first of them', () => {
  const directory = mkdtempSync(join(tmpdir(), 'bench-'));
  const file = (name: string, processor: string) => {
    writeResults(join(directory, name), { ...recorded(spread(1, 1)), facts: machine(processor) });
    return join(directory, name);
  };
  const files = [file('other.json', '4 × Other'), file('first.json', '2 × Same'), file('second.json', '2 × Same')];
  const same = machine('2 × Same');
  expect(comparable(files, same)).toEqual({ recorded: readResults(join(directory, 'first.json')) });
  expect(comparable([...files.slice(0, 1), join(directory, 'missing.json')], same)).toEqual({
    reason: expect.stringMatching(
      /no results of this kind of machine \(2 × Same, linux 6\.18 x64\).*other\.json: 4 × Other/,
    ),
  });
  rmSync(directory, { recursive: true });
});

test('bench: a directory of results has one file for each kind of machine', () => {
  expect(kindOf(machine('2 × Any(R) Processor'))).toBe('2 × Any(R) Processor, linux 6.18 x64');
  expect(historyFile('history', machine('2 × Any(R) Processor'))).toBe(
    join('history', '2-any-r-processor-linux-6.18-x64.json'),
  );
  expect(historyFile('history', machine('4 × Any(R) Processor'))).not.toBe(
    historyFile('history', machine('2 × Any(R) Processor')),
  );
});

test('bench: a row that misses its target needs a remark, unless it is not judged', () => {
  const row = (finding: Partial<Finding>) => {
    const [{ findings, ...section } = { findings: [] }] = sections('GET /route; peer: any', undefined);
    return unexplained([
      { name: 'p1', title: '', ...section, findings: findings.map((one) => ({ ...one, ...finding })) },
    ]);
  };
  const missed = { ratio: spread(2, 2) };
  expect(row({})).toEqual([]);
  expect(row(missed)).toEqual(['P1 GET /route']);
  expect(row({ ...missed, note: ' ' })).toEqual(['P1 GET /route']);
  expect(row({ ...missed, note: 'One signature takes most of it.' })).toEqual([]);
  expect(row({ ...missed, unjudged: true })).toEqual([]);
  expect(row({ ratio: spread(NaN, NaN) })).toEqual(['P1 GET /route']);
});

test('bench: every recorded row that misses its target has a remark', () => {
  expect(unexplained(readResults(resultsFile).sections)).toEqual([]);
});

const written = (name: string) => readFileSync(join(import.meta.dirname, '../../docs', name), 'utf8');

test('bench: docs/performance.md matches docs/performance.json; npm run bench -- --page writes it', () => {
  const results = readResults(resultsFile);
  expect(written('performance.md')).toBe(performancePage(results));
});

test('bench: a run of some measurements keeps the others, and names their machine when it is another one', () => {
  const first = { name: 'p1', title: 'First', findings: [] };
  const second = { name: 'p2', title: 'Second', findings: [] };
  const earlier = { ...recorded(spread(1, 1)), facts: machine('2 × Other'), sections: [first, second] };
  const measured = { sections: [{ ...second, title: 'Again' }], order: ['p1', 'p2'] };
  const elsewhere = mergedSections(earlier, { ...measured, facts: machine('2 × Same') });
  expect(elsewhere).toEqual([
    { ...first, measuredOn: '2 × Other, linux 6.18 x64' },
    { ...second, title: 'Again' },
  ]);
  expect(performancePage({ ...earlier, sections: elsewhere })).toContain(
    '## P1: First\n\nMeasured on another machine: 2 × Other, linux 6.18 x64.\n',
  );
  const back = mergedSections(
    { ...earlier, facts: machine('2 × Same'), sections: elsewhere },
    { ...measured, facts: machine('2 × Other') },
  );
  expect(back[0]).toEqual(first);
});
