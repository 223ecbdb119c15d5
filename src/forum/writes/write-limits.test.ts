import { expect, test } from 'vitest';
import { secondsUntilWrite, writeBudget, type WriteLimits } from './write-limits.ts';

const limits: WriteLimits = { posts: 10, comments: 60, votes: 300, newOwnerShare: 0.1, duplicates: 'refuse' };
const start = new Date('2026-03-01T00:00:00Z');
const after = (milliseconds: number) => new Date(start.getTime() + milliseconds);
const hour = 3_600_000;

test.each([
  ['posts', 1, 10],
  ['communities', 1, 10],
  ['comments', 6, 60],
  ['reports', 6, 60],
  ['votes', 30, 300],
] as const)('forum budgets: an owner has %s by the share of a new owner for exactly a day', (kind, asNew, later) => {
  expect(writeBudget(limits, kind, start, after(24 * hour - 1))).toBe(asNew);
  expect(writeBudget(limits, kind, start, after(24 * hour))).toBe(later);
});

test('forum budgets: the smallest share leaves a new owner one write', () => {
  expect(writeBudget({ ...limits, newOwnerShare: 0 }, 'posts', start, start)).toBe(1);
});

test('forum budgets: a write is possible again exactly an hour after the oldest counted one', () => {
  const full = { count: 10, oldest: start };
  expect(secondsUntilWrite(10, [full], after(hour - 1))).toBe(1);
  expect(secondsUntilWrite(10, [full], after(hour - 1001))).toBe(2);
  expect(secondsUntilWrite(10, [{ count: 9, oldest: start }], after(1))).toBeUndefined();
  expect(secondsUntilWrite(10, [{ count: 0, oldest: null }], after(1))).toBeUndefined();
});

test('forum budgets: of owner and key the one that waits longer decides', () => {
  const past = [
    { count: 10, oldest: start },
    { count: 10, oldest: after(60_000) },
  ];
  expect(secondsUntilWrite(10, past, after(hour - 60_000))).toBe(120);
});
