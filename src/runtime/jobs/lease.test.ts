import { expect, test } from 'vitest';
import { claimRows } from './lease.ts';

/** A queue whose rows another worker leases between both steps, as many times as given. */
function contendedQueue(rows: readonly string[], losses: number) {
  const free = new Set(rows);
  let finds = 0;
  return {
    finds: () => finds,
    find: async () => [...free].slice(0, 2),
    lease: async (found: readonly string[]) => {
      finds += 1;
      const claimed = finds <= losses ? [] : found.filter((row) => free.has(row));
      for (const row of found) free.delete(row);
      return claimed;
    },
  };
}

test('claims: rows that another worker leases first are left to it, and others are found', async () => {
  const queue = contendedQueue(['a', 'b', 'c', 'd', 'e'], 1);
  expect(await claimRows(queue.find, queue.lease)).toEqual(['c', 'd']);
});

test('claims: a worker that always comes second stops, as nothing is left or after three tries', async () => {
  const few = contendedQueue(['a', 'b'], 9);
  expect(await claimRows(few.find, few.lease)).toEqual([]);
  expect(few.finds()).toBe(1);
  const many = contendedQueue(['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'], 9);
  expect(await claimRows(many.find, many.lease)).toEqual([]);
  expect(many.finds()).toBe(3);
});
