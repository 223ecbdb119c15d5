import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { respondWith, startOutbox, type TestOutbox } from '../../../contract-tests/fixtures/notifications/outbox.ts';
import { createQueueLag } from './delivery-queue-store.ts';

let outbox: TestOutbox;
beforeAll(async () => {
  outbox = await startOutbox();
});
afterAll(() => outbox.close());

const later = (seconds: number) => new Date(outbox.clock.now().getTime() + seconds * 1000);
/** Queue lag at a time of the database. */
const lagAt = (time: Date) => createQueueLag(outbox.db, async () => time);

test('queue lag: the lag of an unclaimed delivery starts at its due time, except for failing endpoints', async () => {
  const overdueIn = (seconds: number) => lagAt(later(seconds)).deliveries();
  expect(await overdueIn(60)).toBe(0);

  const failing = await outbox.app('https://broken.example/hook');
  await outbox.event(failing.appId);
  await outbox.worker(respondWith(500)).drain();
  await outbox.event(failing.appId);
  expect(await overdueIn(60)).toBe(0);

  const { appId } = await outbox.app();
  await outbox.event(appId);
  outbox.clock.advance(1000);
  await outbox.event(appId);
  // Test sends have a worker of their own and do not count.
  expect(await overdueIn(60)).toBe(0);
  const environment = (test: boolean) => outbox.db.updateTable('notifications.deliveries').set({ test }).execute();
  await environment(false);
  expect(await overdueIn(60)).toBe(61);
  await environment(true);
  await outbox.worker(respondWith(200)).drain();
  expect(await overdueIn(0)).toBe(0);
});

test('queue lag: the lag of an unclaimed push starts at its due time', async () => {
  const { appId } = await outbox.app();
  const due = outbox.clock.now();
  expect(await lagAt(due).pushes()).toBe(0);
  await outbox.db
    .insertInto('notifications.notifications')
    .values({
      app_id: appId,
      id: 'ntf_overdue',
      session_address: 'person',
      test: false,
      body_hash: '',
      body: 'Ready!',
      accepted_at: due,
      state: 'queued',
      start_param: null,
      outcome: null,
      leased_by: null,
      tries: 0,
      due_at: due,
    })
    .execute();
  expect(await lagAt(later(-0.001)).pushes()).toBe(0);
  expect(await lagAt(later(60)).pushes()).toBe(60);
});

test('queue lag: ages follow the clock of the database, not that of the process', async () => {
  const { rows } = await sql<{ due: Date }>`
    update notifications.notifications set due_at = clock_timestamp() - interval '90 seconds'
    where id = 'ntf_overdue' returning due_at as due`.execute(outbox.db);
  expect(rows).toHaveLength(1);
  // The clock of this test, which stands for that of the process, is in another year.
  const seconds = await createQueueLag(outbox.db).pushes();
  expect(seconds).toBeGreaterThanOrEqual(90);
  expect(seconds).toBeLessThan(150);
});
