import { array, assert, constantFrom, integer, oneof, property, uuid } from 'fast-check';
import { expect, test } from 'vitest';
import { decideSend, type PastSend, remainingSends } from './send-limits.ts';
import { notificationId, parseSince, systemApp } from './notification.ts';

const hour = 3_600_000;
const day = 24 * hour;
const start = Date.UTC(2026, 2, 1, 9, 30);
const at = (ms: number): Date => new Date(start + ms);
const sends = (...times: readonly number[]): PastSend[] =>
  times.map((ms) => ({ acceptedAt: at(ms), bodyHash: `text of ${ms}` }));

test.each([
  ['the first send is allowed', [], 0, true],
  ['a second send one millisecond before an hour is refused', [0], hour - 1, false],
  ['a second send after exactly one hour is allowed', [0], hour, true],
  ['the third of a day is allowed', [0, hour], 2 * hour, true],
  ['the fourth of a day is refused', [0, hour, 2 * hour], 3 * hour, false],
  ['the fourth is refused one millisecond before the first is a day old', [0, hour, 2 * hour], day - 1, false],
  ['the fourth is allowed when the first is exactly a day old', [0, hour, 2 * hour], day, true],
])('notifications send limits: 1 per hour and 3 per day, rolling: %s [E90]', (_, past, now, allowed) => {
  expect(decideSend(sends(...past), 'new', at(now)).allowed).toBe(allowed);
});

test.each([
  [[0], 0, 3600],
  [[0], 1, 3600],
  [[0], hour - 1, 1],
  [[0, hour, 2 * hour], 2 * hour + 1, 22 * 3600],
  // Both limits apply: the later release counts.
  [[0, hour, day - 1000], day - 500, 3600],
])(
  'notifications send limits: retryAfterSeconds is the later of both releases, rounded up to at least 1 s: sends %j, now %d',
  (past, now, seconds) => {
    expect(decideSend(sends(...past), 'new', at(now))).toMatchObject({ reason: 'rate', retryAfterSeconds: seconds });
  },
);

test('notifications send limits: an identical body within 24 hours is a duplicate, regardless of the rate [E91]', () => {
  expect(decideSend(sends(0), 'text of 0', at(1))).toEqual({ allowed: false, reason: 'duplicate' });
  expect(decideSend(sends(0), 'text of 0', at(day - 1))).toEqual({ allowed: false, reason: 'duplicate' });
  expect(decideSend(sends(0), 'text of 0', at(day))).toEqual({ allowed: true });
});

test.each([
  [[0], 0, '"hour";r=0;t=3600, "day";r=2;t=86400'],
  [[0, hour], hour, '"hour";r=0;t=3600, "day";r=1;t=82800'],
  [[0, hour, 2 * hour], 2 * hour, '"hour";r=0;t=3600, "day";r=0;t=79200'],
  // The first send is a day old and no longer counts.
  [[0, day - 500, day + hour], day + hour, '"hour";r=0;t=3600, "day";r=1;t=82800'],
])('notifications send limits: what is left after the sends %j: %s', (past, now, left) => {
  expect(remainingSends(sends(...past), at(now))).toBe(left);
});

/** Attempts sends after each gap. @returns the times of the accepted ones */
function acceptedOf(gaps: readonly number[]): number[] {
  const accepted: number[] = [];
  let now = 0;
  for (const gap of gaps) {
    now += gap;
    if (decideSend(sends(...accepted), 'new', at(now)).allowed) accepted.push(now);
  }
  return accepted;
}

const gaps = array(oneof(integer({ min: 0, max: 3 * hour }), constantFrom(0, 1, hour - 1, hour)), {
  maxLength: 60,
});

test('notifications send limits: no hour has two accepted sends, and no 24 hours have four', () => {
  assert(
    property(gaps, (list) => {
      const accepted = acceptedOf(list);
      for (const [index, time] of accepted.entries()) {
        expect(accepted.slice(index).filter((later) => later - time < hour).length).toBeLessThanOrEqual(1);
        expect(accepted.slice(index).filter((later) => later - time < day).length).toBeLessThanOrEqual(3);
      }
    }),
  );
});

test('notifications send limits: a send is allowed after exactly retryAfterSeconds, and not a second earlier', () => {
  assert(
    property(gaps, (list) => {
      const past = sends(...acceptedOf(list));
      const now = at(list.reduce((sum, gap) => sum + gap, 0));
      const decision = decideSend(past, 'new', now);
      if (decision.allowed || decision.reason !== 'rate') return;
      const after = (seconds: number) => decideSend(past, 'new', new Date(now.getTime() + seconds * 1000)).allowed;
      expect(decision.retryAfterSeconds).toBeGreaterThanOrEqual(1);
      expect(after(decision.retryAfterSeconds)).toBe(true);
      expect(after(decision.retryAfterSeconds - 1)).toBe(false);
    }),
  );
});

test('ULID specification: the largest value is 7ZZZ…Z', () => {
  const [largest, nil] = ['ffffffff-ffff-ffff-ffff-ffffffffffff', '00000000-0000-0000-0000-000000000000'];
  expect(notificationId(largest, 'real', largest)).toBe('ntf_7ZZZZZZZZZZZZZZZZZZZZZZZZZ');
  expect(notificationId(nil, 'test', nil)).toBe(`ntf_test_${'0'.repeat(26)}`);
});

const ofPlatform = (id: string): string => `${id.slice(0, -5)}${systemApp.id.slice(-5)}`;

test('ULID specification: ULIDs sort like their UUIDs', () => {
  assert(
    property(uuid(), uuid(), (first, second) => {
      // Those of one app end alike.
      const left = ofPlatform(first);
      const right = ofPlatform(second);
      const [a, b] = [notificationId(left, 'real', systemApp.id), notificationId(right, 'real', systemApp.id)];
      expect(a).toMatch(/^ntf_[0-9A-HJKMNP-TV-Z]{26}$/);
      expect(a < b).toBe(left < right);
    }),
  );
});

test.each([
  ['2026-03-01T09:00:00.000Z', '2026-03-01T09:00:00.000Z'],
  ['2026-03-01T10:00:00+01:00', '2026-03-01T09:00:00.000Z'],
  ['0000-01-01T00:00:00Z', '1970-01-01T00:00:00.000Z'],
])('notifications since: %s is read as %s', (since, time) => {
  expect(parseSince(since).toISOString()).toBe(time);
});

test('notifications since: a leap second is refused', () => {
  expect(() => parseSince('2016-12-31T23:59:60Z')).toThrow('since is not a time that can be compared');
});
