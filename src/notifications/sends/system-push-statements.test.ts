import { randomUUID } from 'node:crypto';
import { pino } from 'pino';
import { expect, test } from 'vitest';
import { startOutbox } from '../../../contract-tests/fixtures/notifications/outbox.ts';
import { recordStatements } from '../../../contract-tests/fixtures/runtime/statement-plans.ts';
import { systemApp, notificationId } from './notification.ts';
import { accepted } from './test-scenario.ts';
import { createEventBus } from '../push/event-bus.ts';
import { recordReceipt } from '../push/devices.ts';
import { createPushDispatcher } from '../push/push-dispatcher.ts';
import type { ClaimedPush } from '../push/push-store.ts';
import { streamTransport } from '../push/push-transport.ts';
import { createNotificationsStores, type NotificationsStores } from '../stores.ts';
import { useStarted } from '../../../contract-tests/fixtures/use-started.ts';

// An approval waits for its push, so that these statements are part of what an approval costs.
const outbox = useStarted(startOutbox);

/** Runs work with stores whose statements are counted. */
async function statementsOf(work: (store: NotificationsStores) => Promise<unknown>): Promise<number> {
  const { plugin, executed } = recordStatements();
  const { db, clock } = outbox;
  const now = clock.now;
  await work(
    createNotificationsStores(db.withPlugin(plugin), {
      now,
      newId: randomUUID,
      traceparent: () => null,
      databaseTime: async () => now(),
    }),
  );
  return executed.length;
}

/** A push of an app, not yet accepted, to a person who allows it and has a page open. */
async function newPush(appId: string) {
  const sessionAddress = randomUUID();
  await outbox.store.consents.set({ appId, sessionAddress, status: 'granted' });
  const device = { id: randomUUID(), sessionAddress, transport: 'stream', subscription: undefined } as const;
  await outbox.store.devices.create({ ...device, createdAt: outbox.clock.now() }, 1);
  return {
    appId,
    notificationId: notificationId(randomUUID(), 'real', appId),
    sessionAddress,
    body: 'An agent asks for your approval.',
    startParam: undefined,
    bodyHash: randomUUID(),
    idempotency: undefined,
    scenario: undefined,
  };
}

async function push(appId: string) {
  const sent = await newPush(appId);
  const { sends, systemPushes } = outbox.store;
  const { notificationId: id } = accepted(await (appId === systemApp.id ? systemPushes : sends).accept(sent));
  return { sessionAddress: sent.sessionAddress, notificationId: id };
}

const dispatcherOf = (store: Pick<NotificationsStores, 'pushes' | 'devices'>) =>
  createPushDispatcher({
    ...store,
    transports: { 'web-push': streamTransport, stream: streamTransport, apns: streamTransport, fcm: streamTransport },
    eventBus: createEventBus(),
    now: outbox.clock.now,
    newId: randomUUID,
    log: pino({ level: 'silent' }),
    continueTrace: (_parent, work) => work(),
  });

const rowOf = ({ notificationId: id }: { readonly notificationId: string }) =>
  outbox.db
    .selectFrom('notifications.notifications')
    .select(['state', 'leased_by as leasedBy', 'tries'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();

test('push of the platform: one that is found on its way to an open page is four statements', async () => {
  const sent = await push(systemApp.id);
  const count = await statementsOf(async (store) => expect(await dispatcherOf(store).drain()).toBe(1));
  // What is due, the claim, the devices, the next check; then what is due again.
  expect(count).toBe(5);
  expect(await rowOf(sent)).toMatchObject({ state: 'offered', leasedBy: null });
});

test('push of the platform: one that this process takes is four statements, with its acceptance and its receipt', async () => {
  const sent = await newPush(systemApp.id);
  let stranger: unknown;
  const count = await statementsOf(async (store) => {
    const dispatcher = dispatcherOf({ ...store, pushes: { ...store.pushes, dueApps: async () => [] } });
    expect(dispatcher.lease(systemApp.id)).toBeUndefined();
    dispatcher.start();
    await dispatcher.drain();
    const { claimed } = accepted(await store.systemPushes.accept(sent, dispatcher.lease(systemApp.id)));
    expect(claimed).toMatchObject({
      title: 'Platform',
      body: sent.body,
      sessionAddress: sent.sessionAddress,
      tries: 1,
    });
    if (claimed) dispatcher.take(claimed);
    await dispatcher.stop();
    expect(dispatcher.lease(systemApp.id)).toBeUndefined();
    expect(await rowOf(sent)).toEqual({ state: 'offered', leasedBy: null, tries: 1 });
    const receipt = { ...sent, status: 'delivered' } as const;
    expect(await store.pushes.recordReceipt(receipt)).toMatchObject({ conflict: undefined });
    stranger = await store.pushes.recordReceipt({ ...receipt, sessionAddress: randomUUID() });
  });
  // The last two look for a push of the stranger.
  expect(count).toBe(4 + 2);
  expect(stranger).toBeUndefined();
  expect(await rowOf(sent)).toMatchObject({ state: 'settled' });
});

test('push of the platform: one whose process ended before it handed it over is claimed when the lease ends', async () => {
  const sent = await newPush(systemApp.id);
  const ended = dispatcherOf(outbox.store);
  ended.start();
  await ended.drain();
  const lease = ended.lease(systemApp.id);
  await ended.stop();
  accepted(await outbox.store.systemPushes.accept(sent, lease));
  const other = dispatcherOf(outbox.store);
  outbox.clock.advance(29_999);
  expect(await other.drain()).toBe(0);
  outbox.clock.advance(1);
  expect(await other.drain()).toBe(1);
  expect(await rowOf(sent)).toEqual({ state: 'offered', leasedBy: null, tries: 2 });
});

test('push of the platform: at most 128 of one app are taken at a time', async () => {
  const sent = await newPush(systemApp.id);
  let release = (): void => undefined;
  const held = new Promise<void>((resolve) => (release = resolve));
  const { devices, pushes } = outbox.store;
  const dispatcher = dispatcherOf({
    pushes,
    devices: { ...devices, reachable: (recipient) => held.then(() => devices.reachable(recipient)) },
  });
  dispatcher.start();
  await dispatcher.drain();
  const { sessionAddress, body } = sent;
  const claimed: ClaimedPush = {
    appId: systemApp.id,
    notificationId: '',
    title: 'Platform',
    body,
    startParam: null,
    sentAt: outbox.clock.now(),
    sessionAddress,
    state: 'queued',
    tries: 1,
    traceparent: null,
    allowed: true,
    handovers: {},
  };
  let taken = 0;
  for (; taken <= 128 && dispatcher.lease(systemApp.id); taken++)
    dispatcher.take({ ...claimed, notificationId: `ntf_${taken}` });
  expect(taken).toBe(128);
  expect(dispatcher.lease(randomUUID())).toBeDefined();
  release();
  await dispatcher.stop();
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

test('receipt of a push: that of an app wakes the workers of webhooks, and that of the platform does not', async () => {
  const woken = async (appId: string): Promise<number> => {
    const sent = await push(appId);
    const eventBus = createEventBus();
    let wakes = 0;
    eventBus.on('deliveries', undefined, () => (wakes += 1));
    await recordReceipt({ store: outbox.store, eventBus }, { ...sent, status: 'delivered' });
    return wakes;
  };
  expect(await woken((await outbox.app()).appId)).toBe(1);
  expect(await woken(systemApp.id)).toBe(0);
});
