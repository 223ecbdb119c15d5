import { expect, test } from 'vitest';
import { pino } from 'pino';
import { repeat } from './repeat.ts';
import { deleteInBatches, startDeletingExpired } from './delete-expired.ts';
import { createProcessMetrics } from '../observe/metrics.ts';
import { claimRows } from './lease.ts';
import { createFairQueue, createFairSlots } from './fair-queue.ts';

/** Creates a `schedule` whose tasks run when the test calls `fire`. */
function manualTimer() {
  const due: (() => void)[] = [];
  return {
    schedule: (task: () => void) => {
      due.push(task);
      return { cancel: () => due.splice(due.indexOf(task), 1) };
    },
    fire: () => due.shift()?.(),
    pending: () => due.length,
  };
}

test('repeat: the next run is scheduled only after the previous one has ended', async () => {
  const timer = manualTimer();
  let finish = () => {};
  const work = repeat(1, () => new Promise<void>((done) => (finish = done)), timer);
  timer.fire();
  expect(timer.pending()).toBe(0);
  finish();
  await Promise.resolve();
  await new Promise(setImmediate);
  expect(timer.pending()).toBe(1);
  await work.stop();
  expect(timer.pending()).toBe(0);
});

test('repeat: a run that fails is reported and does not end the repetition', async () => {
  const timer = manualTimer();
  const errors: unknown[] = [];
  const work = repeat(1, () => Promise.reject(new Error('no')), { ...timer, onError: (error) => errors.push(error) });
  timer.fire();
  await new Promise(setImmediate);
  expect([errors.length, timer.pending()]).toEqual([1, 1]);
  await work.stop();
});

test('repeat: stop waits for the current run', async () => {
  const timer = manualTimer();
  let ended = false;
  let finish = () => {};
  const work = repeat(1, () => new Promise<void>((done) => (finish = done)).then(() => void (ended = true)), timer);
  timer.fire();
  const stopping = work.stop();
  finish();
  await stopping;
  expect([ended, timer.pending()]).toEqual([true, 0]);
});

test('delete expired: batches run until one is not full', async () => {
  const rows = [1000, 1000, 7];
  expect(await deleteInBatches(async () => rows.shift() ?? 0)).toBe(2007);
  expect(rows).toEqual([]);
});

test('delete expired: rounds are counted by their outcome', async () => {
  const timer = manualTimer();
  const metrics = createProcessMetrics(() => ({ total: 0, idle: 0, waiting: 0 })).service('forum');
  let fails = false;
  const deletion = async () => {
    if (fails) throw new Error('no');
    return 0;
  };
  const deleting = startDeletingExpired([deletion], {
    log: pino({ level: 'silent' }),
    metrics,
    schedule: timer.schedule,
  });
  timer.fire();
  await new Promise(setImmediate);
  fails = true;
  timer.fire();
  await new Promise(setImmediate);
  const { text } = await metrics.read();
  expect(text).toContain('expired_rows_deletion_duration_seconds_count{service="forum",outcome="succeeded"} 1');
  expect(text).toContain('expired_rows_deletion_duration_seconds_count{service="forum",outcome="failed"} 1');
  await deleting.stop();
});

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

test('fair queue: each round continues after the last served group and wraps around', async () => {
  const due = ['d', 'a', 'c', 'b'].map((appId) => ({ appId }));
  const { serve } = createFairQueue(({ appId }: { readonly appId: string }) => appId);
  const served: string[] = [];
  for (let round = 0; round < 3; round++) {
    let left = 3;
    const claim = async (apps: readonly { readonly appId: string }[], limit: number) => {
      const claimed = apps.slice(0, limit);
      left -= claimed.length;
      served.push(...claimed.map(({ appId }) => appId));
      return claimed;
    };
    expect(await serve(due, { capacity: () => left, claim })).toBe(3);
  }
  expect(served.join('')).toBe('abcdabcda');
});

test('fair queue: capacity that becomes free during a claim serves the groups that follow, not those of the next claim', async () => {
  const due = Array.from({ length: 300 }, (_, index) => ({ appId: String(index).padStart(3, '0') }));
  const { serve } = createFairQueue(({ appId }: { readonly appId: string }) => appId);
  const served: string[] = [];
  const claim = async (apps: readonly { readonly appId: string }[], limit: number) => {
    const claimed = apps.slice(0, limit);
    served.push(...claimed.map(({ appId }) => appId));
    return claimed;
  };
  while (served.length < 300) await serve(due, { capacity: () => 30, claim });
  expect(served).toEqual(due.map(({ appId }) => appId));
});

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
