import { expect, test } from 'vitest';
import { pino } from 'pino';
import { createProcessMetrics } from './metrics.ts';
import { every, pruneInBatches, startPruning } from './prune.ts';

/** A timer that fires when told. */
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

test('runs never overlap: the next one is due only after the last has ended', async () => {
  const timer = manualTimer();
  let finish = () => {};
  const work = every(1, () => new Promise<void>((done) => (finish = done)), timer);
  timer.fire();
  expect(timer.pending()).toBe(0);
  finish();
  await Promise.resolve();
  await new Promise(setImmediate);
  expect(timer.pending()).toBe(1);
  await work.stop();
  expect(timer.pending()).toBe(0);
});

test('a run that fails is reported and does not end the series', async () => {
  const timer = manualTimer();
  const errors: unknown[] = [];
  const work = every(1, () => Promise.reject(new Error('no')), { ...timer, onError: (error) => errors.push(error) });
  timer.fire();
  await new Promise(setImmediate);
  expect([errors.length, timer.pending()]).toEqual([1, 1]);
  await work.stop();
});

test('stopping waits for the run under way', async () => {
  const timer = manualTimer();
  let ended = false;
  let finish = () => {};
  const work = every(1, () => new Promise<void>((done) => (finish = done)).then(() => void (ended = true)), timer);
  timer.fire();
  const stopping = work.stop();
  finish();
  await stopping;
  expect([ended, timer.pending()]).toEqual([true, 0]);
});

test('pruning goes on until a batch is not full', async () => {
  const rows = [1000, 1000, 7];
  expect(await pruneInBatches(async () => rows.shift() ?? 0)).toBe(2007);
  expect(rows).toEqual([]);
});

test('rounds of pruning are counted by how they went', async () => {
  const timer = manualTimer();
  const metrics = createProcessMetrics(() => ({ total: 0, idle: 0, waiting: 0 })).service('forum');
  let fails = false;
  const prune = async () => {
    if (fails) throw new Error('no');
    return 0;
  };
  const pruning = startPruning([prune], { log: pino({ level: 'silent' }), metrics, schedule: timer.schedule });
  timer.fire();
  await new Promise(setImmediate);
  fails = true;
  timer.fire();
  await new Promise(setImmediate);
  const { text } = await metrics.read();
  expect(text).toContain('pruning_duration_seconds_count{service="forum",outcome="succeeded"} 1');
  expect(text).toContain('pruning_duration_seconds_count{service="forum",outcome="failed"} 1');
  await pruning.stop();
});
