import { expect, test } from 'vitest';
import { createPollPace } from './poll-pace.ts';

const at = (seconds: number) => new Date(Date.UTC(2026, 2, 1) + seconds * 1000);

test('sso: Retry-After doubles for polls that are too fast, up to 60 s, and is 5 s otherwise', () => {
  let now = at(0);
  const pace = createPollPace(() => now);
  const waits = Array.from({ length: 6 }, () => pace.nextWait('hash'));
  expect(waits).toEqual([5, 10, 20, 40, 60, 60]);
  now = at(3);
  expect([pace.nextWait('hash'), pace.nextWait('another')]).toEqual([5, 5]);
});
