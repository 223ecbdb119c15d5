import fc from 'fast-check';
import { expect, test } from 'vitest';
import { axisTicks, statusesOf, usageDays, usageTotals } from './usage-page.tsx';

test('usage: days without notifications are included, across the end of a month', () => {
  const days = usageDays('2026-02-27', '2026-03-02', [
    { date: '2026-02-28', status: 'queued', count: 12 },
    { date: '2026-02-28', status: 'delivered', count: 11 },
    { date: '2026-03-02', status: 'queued', count: 3 },
  ]);
  expect(days).toEqual([
    { date: '2026-02-27', counts: {} },
    { date: '2026-02-28', counts: { queued: 12, delivered: 11 } },
    { date: '2026-03-01', counts: {} },
    { date: '2026-03-02', counts: { queued: 3 } },
  ]);
  expect(usageTotals(days).get('queued')).toBe(15);
});

test('usage: an unknown status of a newer service is shown after the known ones', () => {
  const counts = ['seen', 'clicked', 'muted'].map((status) => ({ date: '2026-03-01', status, count: 1 }));
  expect(statusesOf(usageTotals(usageDays('2026-03-01', '2026-03-01', counts)))).toEqual([
    'queued',
    'delivered',
    'clicked',
    'suppressed_user_in_app',
    'dropped_permission_revoked',
    'dropped_device_unreachable',
    'muted',
    'seen',
  ]);
});

test('usage: the axis has at most five whole, round steps and ends at or just above the highest bar', () => {
  expect([0, 1, 3, 7, 12, 225, 1000].map(axisTicks)).toEqual([
    [0, 1],
    [0, 1],
    [0, 1, 2, 3],
    [0, 2, 4, 6, 8],
    [0, 5, 10, 15],
    [0, 50, 100, 150, 200, 250],
    [0, 200, 400, 600, 800, 1000],
  ]);
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 1e9 }), (highest) => {
      const ticks = axisTicks(highest);
      const [step = 0, top = 0] = [ticks[1], ticks.at(-1)];
      expect(ticks.length).toBeLessThanOrEqual(6);
      expect(ticks.every(Number.isInteger)).toBe(true);
      expect(top).toBeGreaterThanOrEqual(highest);
      expect(top - step).toBeLessThan(highest);
    }),
  );
});
