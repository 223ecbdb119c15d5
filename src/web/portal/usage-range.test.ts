import fc from 'fast-check';
import { expect, test } from 'vitest';
import { axisTicks, axisTop, usageDays, usageTotals } from './usage-range.ts';

test('usage: a day without notifications is a day of the chart, over the end of a month', () => {
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

test('usage: the axis is divided at whole numbers', () => {
  expect([1, 2, 5, 10, 20, 500].map(axisTicks)).toEqual([
    [0, 1],
    [0, 1, 2],
    [0, 1, 2, 3, 4, 5],
    [0, 2, 4, 6, 8, 10],
    [0, 4, 8, 12, 16, 20],
    [0, 100, 200, 300, 400, 500],
  ]);
});

test('usage: the axis ends at a round number, never below the highest bar and never ten times above', () => {
  expect([0, 1, 3, 7, 12, 51, 1000].map(axisTop)).toEqual([1, 1, 5, 10, 20, 100, 1000]);
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 1e9 }), (highest) => {
      const top = axisTop(highest);
      return top >= highest && top < highest * 10;
    }),
  );
});
