import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { comparisonCode } from './comparison.ts';

test('sso: comparison codes match the contract and use every letter', () => {
  const codes = Array.from({ length: 400 }, () => comparisonCode(randomBytes));
  for (const code of codes) expect(code).toMatch(/^[BCDFGHJKLMNPQRSTVWXZ]{3}-[BCDFGHJKLMNPQRSTVWXZ]{3}$/);
  expect(new Set(codes.join('').replaceAll('-', '')).size).toBe(20);
});
