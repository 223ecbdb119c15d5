import { expect, test } from 'vitest';
import { resultsOf } from './run-stryker.ts';

test('mutants: a report is read as killed and surviving changes, without those that do not run', () => {
  const mutant = (status: string) => ({
    status,
    mutatorName: 'BlockStatement',
    replacement: '{\n}',
    location: { start: { line: 7 } },
  });
  const statuses = ['Killed', 'Timeout', 'Survived', 'NoCoverage', 'CompileError', 'RuntimeError', 'Ignored'];
  const results = resultsOf({ files: { 'src/protocol/htu.ts': { mutants: statuses.map(mutant) } } });
  expect(results.map(({ killed }) => killed)).toEqual([true, true, false, false]);
  expect(results[2]).toEqual({ file: 'src/protocol/htu.ts', line: 7, change: 'BlockStatement: { }', killed: false });
});
