import { globSync } from 'node:fs';
import { expect, test } from 'vitest';
import { evenSample, isMutated, mutatedAreas, resultsOf, scoreOf } from './run-stryker.ts';

test('mutants: a report is read as killed and surviving changes, without those that do not run', () => {
  const mutant = (status: string) => ({
    status,
    mutatorName: 'BlockStatement',
    replacement: '{\n}',
    location: { start: { line: 7 } },
  });
  const statuses = ['Killed', 'Timeout', 'Survived', 'NoCoverage', 'CompileError', 'RuntimeError', 'Ignored'];
  const results = resultsOf({ files: { 'src/protocol/dpop-proof.ts': { mutants: statuses.map(mutant) } } });
  expect(results.map(({ killed }) => killed)).toEqual([true, true, false, false]);
  expect(results[2]).toEqual({
    file: 'src/protocol/dpop-proof.ts',
    line: 7,
    change: 'BlockStatement: { }',
    killed: false,
  });
});

test('mutant scores: are the share of noticed changes in percent', () => {
  const [killed, survived] = [{ killed: true }, { killed: false }];
  expect(scoreOf([killed, killed, survived, killed])).toEqual({ killed: 3, total: 4, score: 75 });
  expect(scoreOf([])).toEqual({ killed: 0, total: 0, score: 100 });
});

test('mutant samples: are spread evenly over the list, and are the whole list when it is shorter', () => {
  expect(evenSample([1, 2, 3, 4, 5, 6], 3)).toEqual([1, 3, 5]);
  expect(evenSample([1, 2, 3, 4, 5], 2)).toEqual([1, 3]);
  expect(evenSample([1, 2], 5)).toEqual([1, 2]);
  expect(evenSample([1, 2], Infinity)).toEqual([1, 2]);
});

test('mutated code: the handlers and rules of a feature, but neither its SQL nor its tests', () => {
  const files = mutatedAreas.flatMap(({ pattern }) => globSync(pattern)).filter(isMutated);
  for (const rule of ['src/protocol/dpop-proof.ts', 'src/sso/owners/passkeys.ts', 'src/sso/tokens/reach.ts'])
    expect(files).toContain(rule);
  for (const area of ['sso', 'forum', 'backend', 'notifications'])
    expect(files.some((file) => file.startsWith(`src/${area}/`))).toBe(true);
  expect(files.filter((file) => /[-/]stores?\b|migrations|tables|\.test\.ts$|\/service\.ts$/.test(file))).toEqual([]);
});
