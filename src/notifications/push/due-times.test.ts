import { randomUUID } from 'node:crypto';
import { pino } from 'pino';
import { beforeAll, expect, test } from 'vitest';
import { startOutbox } from '../../../contract-tests/fixtures/notifications/outbox.ts';
import { readDatabaseTime } from '../../runtime/database/database-clock.ts';
import { createEventBus } from './event-bus.ts';
import { createPushDispatcher } from './push-dispatcher.ts';
import { pushLifetimeMs, type PushTransport, streamTransport } from './push-transport.ts';
import { useStarted } from '../../../contract-tests/fixtures/use-started.ts';

const outbox = useStarted(startOutbox);
beforeAll(async () => {
  const databaseTime = await readDatabaseTime(outbox.db);
  outbox.clock.advance(databaseTime.getTime() + 3_600_000 - outbox.clock.now().getTime());
});

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

test('due times: a push from a machine whose clock is an hour ahead is due at once, and its lease ends by the clock of the database', async () => {
  const { appId } = await outbox.app();
  const sessionAddress = randomUUID();
  await outbox.store.consents.set({ appId, sessionAddress, status: 'granted' });
  await outbox.store.devices.create(
    {
      id: randomUUID(),
      sessionAddress,
      transport: 'web-push',
      createdAt: outbox.clock.now(),
      subscription: { endpointHash: randomUUID(), sealed: 'sealed', publicKey: undefined },
    },
    50,
  );
  const id = await outbox.send(appId, sessionAddress);
  /** Milliseconds until a time of the push, by the clock of the database. */
  const until = async (column: 'due_at' | 'leased_until') => {
    const row = await outbox.db
      .selectFrom('notifications.notifications')
      .select(`${column} as time`)
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    return (row.time?.getTime() ?? 0) - (await readDatabaseTime(outbox.db)).getTime();
  };
  expect(await until('due_at')).toBeLessThanOrEqual(0);

  // Dispatchers of a machine whose clock is an hour ahead; the first one fails to hand the push over.
  let leftMs = 0;
  const other = dispatcher(async () => 'accepted');
  const first = dispatcher(async () => {
    leftMs = await until('leased_until');
    expect(await other.drain()).toBe(0);
    return 'failed';
  });
  expect(await first.drain()).toBe(1);
  expect(leftMs).toBeGreaterThan(0);
  expect(leftMs).toBeLessThanOrEqual(30_000);
  expect(await other.drain()).toBe(0);
  const retryInMs = await until('due_at');
  expect(retryInMs).toBeGreaterThan(0);
  expect(retryInMs).toBeLessThanOrEqual(5_000);
});

function dispatcher(handOver: PushTransport['handOver']) {
  return createPushDispatcher({
    ...outbox.store,
    pushes: { ...outbox.store.pushes, time: () => readDatabaseTime(outbox.db) },
    transports: {
      'web-push': { handOver, receiptDeadline: ({ sentAt }) => new Date(sentAt.getTime() + pushLifetimeMs) },
      stream: streamTransport,
      apns: streamTransport,
      fcm: streamTransport,
    },
    eventBus: createEventBus(),
    now: outbox.clock.now,
    newId: randomUUID,
    log: pino({ level: 'silent' }),
    continueTrace: (_parent, work) => work(),
  });
}
