import { expect, test } from 'vitest';
import { placesText, reportChanges } from './report.ts';

const contract = (version: string, ...paths: string[]) => ({
  info: { title: 'Notes', version },
  paths: Object.fromEntries(paths.map((path) => [path, { get: { operationId: path.slice(1), responses: {} } }])),
});

test('a break that the version does not announce is counted, and the report names what and where', () => {
  const report = reportChanges('notes', contract('1.0.0', '/a', '/b'), contract('1.0.0', '/b', '/c'));
  expect(report.unannounced).toBe(1);
  expect(report.lines).toEqual([
    'notes 1.0.0: 1 breaking, 1 other changes',
    '  BREAKING  the operation is gone',
    '                GET /a',
    '            the operation is new',
    '                GET /c',
  ]);
});

test('a break that the version announces is none to mend', () => {
  const { unannounced, lines } = reportChanges('notes', contract('1.0.0', '/a', '/b'), contract('2.0.0', '/b'));
  expect([unannounced, lines[0]]).toEqual([
    0,
    'notes 1.0.0 → 2.0.0: 1 breaking, announced by the version, 0 other changes',
  ]);
  expect(reportChanges('notes', undefined, contract('1.0.0')).lines).toEqual(['notes: a new contract']);
});

test('many places are counted', () => {
  expect(placesText(['a', 'b', 'c', 'd', 'e'])).toBe('a, b, c, d, e');
  expect(placesText(['a', 'b', 'c', 'd', 'e', 'f'])).toBe('a, b, c, d and 2 more');
});
