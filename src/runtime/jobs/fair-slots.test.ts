import { expect, test } from 'vitest';
import { createFairSlots } from './fair-slots.ts';

/** Work that ends when the test says so. */
function heldWork() {
  const started: string[] = [];
  const ends = new Map<string, () => void>();
  return {
    started,
    work: (name: string) => () =>
      new Promise<string>((resolve) => {
        started.push(name);
        ends.set(name, () => resolve(name));
      }),
    end: async (name: string) => {
      ends.get(name)?.();
      await new Promise((resolve) => setImmediate(resolve));
    },
  };
}

test('fair slots: a group that floods waits for itself, and another one gets the next free slot', async () => {
  const { run } = createFairSlots({ slots: 2, perGroup: 2, waiting: 10 });
  const { started, work, end } = heldWork();
  for (const name of ['flood 1', 'flood 2', 'flood 3', 'flood 4']) void run('flood', work(name));
  void run('other', work('other 1'));
  await end('flood 1');
  await end('flood 2');
  await end('other 1');
  expect(started).toEqual(['flood 1', 'flood 2', 'flood 3', 'other 1', 'flood 4']);
});

test('fair slots: a group never has more than its share, even when slots are free', async () => {
  const { run } = createFairSlots({ slots: 10, perGroup: 2, waiting: 10 });
  const { started, work, end } = heldWork();
  for (const name of ['1', '2', '3']) void run('one', work(name));
  expect(started).toEqual(['1', '2']);
  void run('other', work('4'));
  expect(started).toEqual(['1', '2', '4']);
  await end('1');
  expect(started).toEqual(['1', '2', '4', '3']);
});

test('fair slots: what waits too long in line is refused, for its group only', () => {
  const { run } = createFairSlots({ slots: 1, perGroup: 1, waiting: 1 });
  const { work } = heldWork();
  const results = ['1', '2', '3'].map((name) => run('flood', work(name)));
  expect(results[2]).toBeUndefined();
  expect(run('other', work('4'))).toBeDefined();
});

test('fair slots: work that fails gives its slot back, and its error to the caller', async () => {
  const { run } = createFairSlots({ slots: 1, perGroup: 1, waiting: 1 });
  await expect(run('one', () => Promise.reject(new Error('refused')))).rejects.toThrow('refused');
  expect(await run('one', async () => 'done')).toBe('done');
});

test('fair slots: of 300 groups that flood at once, each gets a turn before any gets its third', async () => {
  const { run } = createFairSlots({ slots: 8, perGroup: 1, waiting: 20 });
  const turns: string[] = [];
  const groups = Array.from({ length: 300 }, (_, index) => String(index));
  const all = groups.flatMap((group) =>
    Array.from({ length: 4 }, () =>
      run(group, async () => {
        turns.push(group);
        await new Promise((resolve) => setImmediate(resolve));
      }),
    ),
  );
  await Promise.all(all.map(async (one) => one));
  const third = turns.findIndex((group, index) => turns.slice(0, index).filter((one) => one === group).length === 2);
  expect(new Set(turns.slice(0, third)).size).toBe(300);
});
