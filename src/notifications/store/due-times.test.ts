import { afterAll, beforeAll, expect, test } from 'vitest';
import { startOutbox, type TestOutbox } from '../../../contract-tests/fixtures/notifications/outbox.ts';
import { readDatabaseTime } from '../../runtime/database-time.ts';

let outbox: TestOutbox;
beforeAll(async () => {
  outbox = await startOutbox();
  const databaseTime = await readDatabaseTime(outbox.db);
  outbox.clock.advance(databaseTime.getTime() + 3_600_000 - outbox.clock.now().getTime());
});
afterAll(() => outbox.close());

test('due times: an event from a machine whose clock is an hour ahead is due at once, also when sent again or resumed', async () => {
  const { appId } = await outbox.app();
  const expectDue = async () => {
    const [delivery] = await outbox.deliveries(appId);
    const databaseTime = await readDatabaseTime(outbox.db);
    expect(delivery?.dueAt?.getTime()).toBeLessThanOrEqual(databaseTime.getTime());
    return delivery?.id ?? '';
  };
  const settle = () =>
    outbox.db
      .updateTable('notifications.deliveries')
      .set({ state: 'dropped', due_at: null, dropped_reason: 'attempts_exhausted' })
      .execute();

  await outbox.event(appId);
  const deliveryId = await expectDue();
  await settle();
  expect(await outbox.store.deliveries.redeliver({ appId, deliveryId })).toBe('requeued');
  await expectDue();
  await settle();
  await outbox.store.recovery.recover({ appId, since: new Date(0), status: undefined, limit: 10 });
  await expectDue();
  await outbox.db.updateTable('notifications.deliveries').set({ due_at: null }).execute();
  await outbox.db.updateTable('notifications.webhooks').set({ paused_at: outbox.clock.now() }).execute();
  await outbox.store.webhooks.resume(appId, outbox.clock.now());
  await expectDue();
});
