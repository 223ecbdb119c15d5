import { pino } from 'pino';
import { expect, test } from 'vitest';
import { manualTimer } from '../../contract-tests/fixtures/runtime/manual-timer.ts';
import { deleteInBatches, startDeletingExpired } from './delete-expired.ts';
import { createProcessMetrics } from './metrics.ts';

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
