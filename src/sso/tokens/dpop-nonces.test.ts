import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { createDpopNonces } from './dpop-nonces.ts';

const at = (seconds: number) => new Date(Date.UTC(2026, 2, 1) + seconds * 1000);

test('RFC 9449 §8: a nonce is accepted in its period and the next, by every process with the same key', () => {
  let now = at(0);
  const key = randomBytes(32);
  const here = createDpopNonces(key, () => now);
  const there = createDpopNonces(key, () => now);
  const nonce = here.current();
  now = at(299);
  expect(there.current()).toBe(nonce);
  now = at(599);
  expect([there.current() === nonce, there.accepted().includes(nonce)]).toEqual([false, true]);
  now = at(600);
  expect(there.accepted()).not.toContain(nonce);
  expect(createDpopNonces(randomBytes(32), () => now).accepted()).not.toContain(here.current());
});
