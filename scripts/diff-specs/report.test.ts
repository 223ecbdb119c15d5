import { expect, test } from 'vitest';
import { operationsText, reportChanges } from './report.ts';

const contract = (version: string, ...paths: string[]) => ({
  info: { title: 'Notes', version },
  paths: Object.fromEntries(paths.map((path) => [path, { get: { operationId: path.slice(1), responses: {} } }])),
});

test('diff:specs: an unannounced breaking change is counted, with its description and operations', () => {
  const report = reportChanges('notes', contract('1.0.0', '/a', '/b'), contract('1.0.0', '/b', '/c'));
  expect(report.unannounced).toBe(1);
  expect(report.lines).toEqual([
    'notes 1.0.0: 1 breaking, 1 other changes',
    '  BREAKING  the operation was removed',
    '                GET /a',
    '            the operation is new',
    '                GET /c',
  ]);
});

test('diff:specs: an announced breaking change is not counted as unannounced', () => {
  const { unannounced, lines } = reportChanges('notes', contract('1.0.0', '/a', '/b'), contract('2.0.0', '/b'));
  expect([unannounced, lines[0]]).toEqual([
    0,
    'notes 1.0.0 → 2.0.0: 1 breaking, announced by the version, 0 other changes',
  ]);
  expect(reportChanges('notes', undefined, contract('1.0.0')).lines).toEqual(['notes: a new contract']);
});

test('diff:specs: a line names four operations and counts the others', () => {
  expect(operationsText(['a', 'b', 'c', 'd', 'e'])).toBe('a, b, c, d, e');
  expect(operationsText(['a', 'b', 'c', 'd', 'e', 'f'])).toBe('a, b, c, d and 2 more');
});
