import { expect, test } from 'vitest';
import { attemptsPerMinute, createAttemptLimits } from './attempt-limits.ts';

const ip = '192.0.2.1';

function limitsAt() {
  const clock = { now: new Date('2026-03-01T09:30:00.000Z') };
  const advance = (seconds: number) => (clock.now = new Date(clock.now.getTime() + seconds * 1000));
  return { ...createAttemptLimits(() => clock.now), advance };
}

test('sso limits: the attempt over the limit is 429 with the remaining seconds, then the window resets', () => {
  const limits = limitsAt();
  for (let attempt = 0; attempt < attemptsPerMinute.authorize; attempt += 1) limits.consume('authorize', ip);
  limits.advance(18.5);
  expect(() => limits.consume('authorize', ip)).toThrow(
    expect.objectContaining({ status: 429, code: 'temporarily_unavailable', headers: { 'retry-after': '42' } }),
  );
  limits.advance(41.5);
  expect(() => limits.consume('authorize', ip)).not.toThrow();
});

test('sso limits: addresses and kinds of attempts have separate counts', () => {
  const limits = limitsAt();
  for (let attempt = 0; attempt < attemptsPerMinute.refusedAdminKey; attempt += 1) {
    limits.check('refusedAdminKey', ip);
    limits.tryConsume('refusedAdminKey', ip);
  }
  expect(() => limits.check('refusedAdminKey', ip)).toThrow(expect.objectContaining({ status: 429 }));
  expect(limits.tryConsume('refusedAdminKey', ip)).toBe(false);
  expect(() => limits.check('refusedAdminKey', '192.0.2.2')).not.toThrow();
  expect(limits.tryConsume('recordedRefusal', ip)).toBe(true);
});

test('sso limits: check does not count', () => {
  const limits = limitsAt();
  for (let look = 0; look < 1000; look += 1) limits.check('refusedAdminKey', ip);
  expect(limits.tryConsume('refusedAdminKey', ip)).toBe(true);
});
