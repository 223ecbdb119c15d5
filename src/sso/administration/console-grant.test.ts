import { expect, test } from 'vitest';
import { consoleKeyExpiry, generateConsoleKey, isConsoleKey } from './administrator.ts';

const confirmed = new Date('2026-03-01T09:30:00.000Z');

test.each([
  ['600 seconds after the confirmation', '2026-03-02T00:00:00.000Z', '2026-03-01T09:40:00.000Z'],
  ['with the grant, when that is earlier', '2026-03-01T09:35:00.000Z', '2026-03-01T09:35:00.000Z'],
])('console: a key expires %s', (_when, grantEnd, expected) => {
  expect(consoleKeyExpiry(confirmed, new Date(grantEnd)).toISOString()).toBe(expected);
});

test('console: keys have 256 random bits after their prefix, and no other text is one', () => {
  const key = generateConsoleKey((length) => new Uint8Array(length).fill(255));
  expect(key).toBe(`con_${'_'.repeat(42)}8`);
  expect(isConsoleKey(key)).toBe(true);
  for (const other of ['', 'con_', key.slice(0, -1), `${key}x`, key.replace('con_', 'adm_')])
    expect(isConsoleKey(other)).toBe(false);
});
