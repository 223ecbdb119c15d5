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
  for (let attempt = 0; attempt < attemptsPerMinute.createRecovery; attempt += 1)
    expect(limits.tryConsume('createRecovery', ip)).toBe(true);
  expect(limits.tryConsume('createRecovery', ip)).toBe(false);
  expect(limits.tryConsume('createRecovery', '192.0.2.2')).toBe(true);
  expect(limits.tryConsume('createDeviceLink', ip)).toBe(true);
  expect(limits.tryConsume('createRecovery', ip, 'about something else')).toBe(true);
});

test('sso limits: a /56 and a /48 of IPv6 have four and sixteen times the budget of a /64', () => {
  const limits = limitsAt();
  const most = attemptsPerMinute.createRecovery;
  const attempt = (network: number) => limits.tryConsume('createRecovery', `2001:db8:1:${network.toString(16)}::1`);
  const allowedIn = (networks: readonly number[]) =>
    networks.flatMap((one) => Array.from({ length: most + 5 }, () => attempt(one))).filter(Boolean).length;
  expect(allowedIn([0])).toBe(most);
  expect(allowedIn([1, 2, 3, 4, 5])).toBe(3 * most);
  expect(allowedIn(Array.from({ length: 20 }, (_, index) => 0x100 * (index + 1)))).toBe(12 * most);
});
