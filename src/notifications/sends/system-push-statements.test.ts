import { randomUUID } from 'node:crypto';
import type { KyselyPlugin } from 'kysely';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startOutbox, type TestOutbox } from '../../../contract-tests/fixtures/notifications/outbox.ts';
import { systemApp } from '../apps/system-app.ts';
import { createEventBus } from '../push/event-bus.ts';
import { createReceipt } from '../push/devices.ts';
import { createPushDispatcher } from '../push/push-dispatcher.ts';
import { streamTransport } from '../push/push-transport.ts';
import { createNotificationsStores, type NotificationsStores } from '../stores.ts';
import { notificationId } from './notification.ts';
import { accepted } from './test-scenario.ts';

// An approval waits for its push, so that these statements are part of what an approval costs.
let outbox: TestOutbox;
beforeAll(async () => {
  outbox = await startOutbox();
});
afterAll(() => outbox.close());

/** Runs work with stores whose statements are counted. */
async function statementsOf(work: (store: NotificationsStores) => Promise<unknown>): Promise<number> {
  let count = 0;
  const counter: KyselyPlugin = {
    transformQuery: ({ node }) => {
      count += 1;
      return node;
    },
    transformResult: async ({ result }) => result,
  };
  const { db, clock } = outbox;
  const now = clock.now;
  await work(
    createNotificationsStores(db.withPlugin(counter), {
      now,
      newId: randomUUID,
      traceparent: () => null,
      databaseTime: async () => now(),
    }),
  );
  return count;
}

/** A push of an app to a person who allows it. */
async function push(appId: string) {
  const sessionAddress = randomUUID();
  await outbox.store.consents.set({ appId, sessionAddress, status: 'granted' });
  const sent = {
    appId,
    notificationId: notificationId(randomUUID(), 'real'),
    sessionAddress,
    body: 'An agent asks for your approval.',
    startParam: undefined,
    bodyHash: randomUUID(),
    idempotency: undefined,
    scenario: undefined,
  };
  const { sends, systemPushes } = outbox.store;
  const { notificationId: id } = accepted(await (appId === systemApp.id ? systemPushes : sends).accept(sent));
  return { sessionAddress, notificationId: id };
}

test('push of the platform: its way to an open page is four statements', async () => {
  const { sessionAddress, notificationId: id } = await push(systemApp.id);
  const device = { id: randomUUID(), sessionAddress, transport: 'stream', subscription: undefined } as const;
  await outbox.store.devices.create({ ...device, createdAt: outbox.clock.now() }, 1);
  const count = await statementsOf(async (store) => {
    const dispatcher = createPushDispatcher({
      ...store,
      transports: { 'web-push': streamTransport, stream: streamTransport, apns: streamTransport, fcm: streamTransport },
      eventBus: createEventBus(),
      now: outbox.clock.now,
      newId: randomUUID,
      log: pino({ level: 'silent' }),
      continueTrace: (_parent, work) => work(),
    });
    expect(await dispatcher.drain()).toBe(1);
  });
  // What is due, the claim, the devices, the next check; then what is due again.
  expect(count).toBe(5);
  const { state } = await outbox.db
    .selectFrom('notifications.notifications')
    .select('state')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  expect(state).toBe('offered');
});

test('push of the platform: its receipt is two statements, and one that is repeated or late is answered as before', async () => {
  const receipt = { ...(await push(systemApp.id)), status: 'delivered' } as const;
  const record = (store: NotificationsStores) => store.pushes.recordReceipt(receipt);
  expect(await statementsOf(record)).toBe(2);
  const settled = { appId: systemApp.id, conflict: undefined };
  expect(await record(outbox.store)).toEqual(settled);
  expect(await outbox.store.pushes.recordReceipt({ ...receipt, status: 'clicked' })).toEqual(settled);
  expect(await outbox.store.pushes.recordReceipt({ ...receipt, sessionAddress: randomUUID() })).toBeUndefined();

  const dropped = await push(systemApp.id);
  await outbox.store.pushes.recordOutcome({ appId: systemApp.id, ...dropped }, 'dropped_device_unreachable');
  expect(await outbox.store.pushes.recordReceipt({ ...dropped, status: 'delivered' })).toEqual({
    appId: systemApp.id,
    conflict: 'dropped_device_unreachable',
  });
});

test('createReceipt: that of an app wakes the workers of webhooks, and that of the platform does not', async () => {
  const woken = async (appId: string): Promise<number> => {
    const { sessionAddress, notificationId: id } = await push(appId);
    const eventBus = createEventBus();
    let wakes = 0;
    eventBus.on('deliveries', undefined, () => (wakes += 1));
    const request: unknown = {
      path: { notificationId: id },
      body: { status: 'delivered' },
      caller: { sub: sessionAddress },
      store: outbox.store,
      eventBus,
      respond: (status: number) => ({ status }),
    };
    await createReceipt(request as Parameters<typeof createReceipt>[0]);
    return wakes;
  };
  expect(await woken((await outbox.app()).appId)).toBe(1);
  expect(await woken(systemApp.id)).toBe(0);
});
