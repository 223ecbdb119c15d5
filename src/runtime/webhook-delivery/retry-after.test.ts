import { expect, test } from 'vitest';
import { retryAfterMs } from './retry-after.ts';

const now = new Date('2026-10-21T07:28:00Z');

test.each([
  ['120', 120_000],
  ['0', 0],
  ['Wed, 21 Oct 2026 07:29:30 GMT', 90_000],
  ['Wed, 21 Oct 2026 07:27:00 GMT', 0],
  ['soon', 0],
  ['-5', 0],
  ['1.5', 0],
  ['9'.repeat(400), 0],
  [undefined, 0],
])('RFC 9110 §10.2.3: Retry-After %s asks for a pause of %d ms', (value, pause) => {
  expect(retryAfterMs(value, now)).toBe(pause);
});
