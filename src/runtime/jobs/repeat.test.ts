import { expect, test } from 'vitest';
import { pino } from 'pino';
import { manualTimer } from '../../../contract-tests/fixtures/runtime/manual-timer.ts';
import { repeat } from './repeat.ts';
import { deleteInBatches, startDeletingExpired } from './delete-expired.ts';
import { createProcessMetrics } from '../observe/metrics.ts';

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
