import { afterAll, beforeAll, expect, test } from 'vitest';
import { respondWith, startOutbox, type TestOutbox } from '../../../contract-tests/fixtures/notifications/outbox.ts';
import { createQueueLag } from './queue-lag.ts';

let outbox: TestOutbox;
beforeAll(async () => {
  outbox = await startOutbox();
});
afterAll(() => outbox.close());

test('queue lag: an unclaimed delivery counts from its due time, except for failing endpoints', async () => {
  const { deliveries } = createQueueLag(outbox.db);
  const later = (seconds: number) => new Date(outbox.clock.now().getTime() + seconds * 1000);
  expect(await deliveries(later(60))).toBeUndefined();

  const failing = await outbox.app('https://broken.example/hook');
  await outbox.event(failing.appId);
  await outbox.worker(respondWith(500)).drain();
  await outbox.event(failing.appId);
  expect(await deliveries(later(60))).toBeUndefined();

  const { appId } = await outbox.app();
  const due = outbox.clock.now();
  await outbox.event(appId);
  outbox.clock.advance(1000);
  await outbox.event(appId);
  // Rehearsals have a worker of their own and do not count.
  expect(await deliveries(later(60))).toBeUndefined();
  const environment = (test: boolean) => outbox.db.updateTable('notifications.deliveries').set({ test }).execute();
  await environment(false);
  expect(await deliveries(later(60))).toEqual(due);
  await environment(true);
  await outbox.worker(respondWith(200)).drain();
  expect(await deliveries(later(0))).toBeUndefined();
});

test('queue lag: an unclaimed push counts from its due time', async () => {
  const { pushes } = createQueueLag(outbox.db);
  const { appId } = await outbox.app();
  const due = outbox.clock.now();
  expect(await pushes(due)).toBeUndefined();
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
  expect(await pushes(new Date(due.getTime() - 1))).toBeUndefined();
  expect(await pushes(new Date(due.getTime() + 60_000))).toEqual(due);
});
