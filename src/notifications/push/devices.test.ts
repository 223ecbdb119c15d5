import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { array, assert, asyncProperty, constantFrom, integer, record } from 'fast-check';
import { pino } from 'pino';
import { startOutbox } from '../../../contract-tests/fixtures/notifications/outbox.ts';
import { useStarted } from '../../../contract-tests/fixtures/use-started.ts';
import { createEventBus } from './event-bus.ts';
import type { ReachableDevice } from './device-store.ts';
import { expiredRowDeletions } from '../delete-expired-store.ts';
import { createPushDispatcher } from './push-dispatcher.ts';
import { type HandoverResult, pushLifetimeMs, streamTransport } from './push-transport.ts';

const outbox = useStarted(startOutbox);

/** Creates a stream device of a person with an open connection. */
async function openPage(sessionAddress: string) {
  const { store, clock } = outbox;
  const page = { id: randomUUID(), sessionAddress, transport: 'stream', subscription: undefined } as const;
  await store.devices.create({ ...page, createdAt: clock.now() }, 50);
  const stream = { sessionAddress, deviceId: page.id, connection: randomUUID() };
  expect(await store.devices.connect(stream, clock.now())).toBe(true);
  return stream;
}

test('devices: concurrent heartbeats each learn whether their connection is current', async () => {
  const { store, clock, db } = outbox;
  const streams = [await openPage('one'), await openPage('two'), await openPage('three')] as const;
  await store.devices.connect({ ...streams[1], connection: randomUUID() }, clock.now());
  await store.devices.delete('three', streams[2].deviceId);
  clock.advance(15_000);
  const seenAt = clock.now();
  const kept = await Promise.all(streams.map((stream) => store.devices.recordHeartbeat({ ...stream, seenAt })));
  expect(kept).toEqual([true, false, false]);
  const seen = await db.selectFrom('notifications.devices').select(['session_address', 'seen_at']).execute();
  const times = Object.fromEntries(seen.map((row) => [row.session_address, row.seen_at.getTime()]));
  expect(times).toEqual({ one: seenAt.getTime(), two: seenAt.getTime() - 15_000 });
});

test("devices: a heartbeat for another person's stream changes nothing", async () => {
  const stream = await openPage('four');
  const seenAt = outbox.clock.now();
  expect(await outbox.store.devices.recordHeartbeat({ ...stream, sessionAddress: 'five', seenAt })).toBe(false);
});

const day = 24 * 3_600_000;

/** A dispatcher whose push services respond with the result of `handOver`. */
function dispatcher(handOver: (device: ReachableDevice) => HandoverResult) {
  return createPushDispatcher({
    ...outbox.store,
    transports: {
      'web-push': {
        handOver: async (_push, device) => handOver(device),
        receiptDeadline: ({ sentAt }) => new Date(sentAt.getTime() + pushLifetimeMs),
      },
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

/** Registers a device. @returns its id */
async function register(sessionAddress: string, transport: 'web-push' | 'stream', maxDevices = 50): Promise<string> {
  const subscription =
    transport === 'stream' ? undefined : { endpointHash: randomUUID(), sealed: 'sealed', publicKey: undefined };
  const registered = await outbox.store.devices.create(
    { id: randomUUID(), sessionAddress, transport, createdAt: outbox.clock.now(), subscription },
    maxDevices,
  );
  if (registered === undefined) throw new Error('There is no push key.');
  return registered.device.id;
}

async function recipient(browsers: number) {
  const { appId } = await outbox.app();
  const sessionAddress = randomUUID();
  await outbox.store.consents.set({ appId, sessionAddress, status: 'granted' });
  const devices: string[] = [];
  for (let index = 0; index < browsers; index++) devices.push(await register(sessionAddress, 'web-push'));
  const id = await outbox.send(appId, sessionAddress);
  return { appId, sessionAddress, devices, id };
}

const rowOf = (id: string) =>
  outbox.db
    .selectFrom('notifications.notifications')
    .select(['state', 'outcome', 'due_at as dueAt', 'accepted_at as sentAt'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();

test('push dispatch: a browser whose push service failed is tried again although another browser has the push', async () => {
  const { devices, id } = await recipient(2);
  const attempted: string[] = [];
  let failing = true;
  const { drain } = dispatcher((device) => {
    attempted.push(device.id);
    return device.id === devices[1] && failing ? 'failed' : 'accepted';
  });
  await drain();
  expect((await rowOf(id)).dueAt).toEqual(new Date(outbox.clock.now().getTime() + 5_000));
  failing = false;
  outbox.clock.advance(5_000);
  await drain();
  expect(attempted.toSorted()).toEqual([0, 1, 1].map((index) => String(devices[index])).toSorted());
  const { dueAt, sentAt } = await rowOf(id);
  expect(dueAt).toEqual(new Date(sentAt.getTime() + day));
});

test.each([
  [60_000, 60_000],
  [1_000, 5_000],
  [86_400_000, 300_000],
])('push dispatch: Retry-After of %d ms of a push service causes a pause of %d ms', async (retryAfterMs, pause) => {
  const { id } = await recipient(1);
  await dispatcher(() => ({ retryAfterMs })).drain();
  expect((await rowOf(id)).dueAt).toEqual(new Date(outbox.clock.now().getTime() + pause));
});

test('push dispatch: no schedule of device failures loses a push that one device could have taken', async () => {
  const behaviour = record({
    failures: integer({ min: 0, max: 20 }),
    last: constantFrom('accepted' as const, 'refused' as const, 'gone' as const),
  });
  await assert(
    asyncProperty(array(behaviour, { minLength: 1, maxLength: 4 }), async (behaviours) => {
      const { devices, id } = await recipient(behaviours.length);
      const attempts = new Map<string, number>();
      const accepted: string[] = [];
      const { drain } = dispatcher((device) => {
        const { failures, last } = behaviours[devices.indexOf(device.id)] ?? { failures: 0, last: 'refused' };
        const attempt = attempts.get(device.id) ?? 0;
        attempts.set(device.id, attempt + 1);
        if (attempt < failures) return 'failed';
        if (last === 'accepted') accepted.push(device.id);
        return last;
      });
      await drain();
      for (;;) {
        const { dueAt, sentAt } = await rowOf(id);
        if (dueAt === null || dueAt.getTime() >= sentAt.getTime() + day) break;
        outbox.clock.advance(Math.max(0, dueAt.getTime() - outbox.clock.now().getTime()));
        await drain();
      }
      const able = devices.filter((_, index) => behaviours[index]?.last === 'accepted');
      expect(accepted.toSorted()).toEqual(able.toSorted());
      expect((await rowOf(id)).outcome).toBe(able.length > 0 ? null : 'dropped_device_unreachable');
      // The push must not be due in the next case.
      await outbox.db.deleteFrom('notifications.notifications').execute();
    }),
    { numRuns: 25 },
  );
});

async function devicesOf(sessionAddress: string): Promise<readonly string[]> {
  const recipient = { sessionAddress, appId: randomUUID(), at: outbox.clock.now(), seenSince: new Date(0) };
  return (await outbox.store.devices.reachable(recipient)).devices.map(({ id }) => id);
}

test('devices: a further page replaces the page that was seen longest ago, and never a browser', async () => {
  const sessionAddress = randomUUID();
  const phone = await register(sessionAddress, 'web-push', 3);
  const pages: string[] = [];
  for (let index = 0; index < 3; index++) {
    outbox.clock.advance(1_000);
    pages.push(await register(sessionAddress, 'stream', 3));
  }
  // The first page is still open.
  outbox.clock.advance(1_000);
  const open = { sessionAddress, deviceId: pages[0] ?? '', connection: randomUUID() };
  await outbox.store.devices.connect(open, outbox.clock.now());
  outbox.clock.advance(1_000);
  const newest = await register(sessionAddress, 'stream', 3);
  const left = await devicesOf(sessionAddress);
  expect(left.toSorted()).toEqual([phone, String(pages[0]), String(pages[2]), newest].toSorted());
});

test('devices: a device that was not seen for 60 days is deleted', async () => {
  const sessionAddress = randomUUID();
  await register(sessionAddress, 'web-push');
  const expire = async () => {
    for (const deleteExpired of expiredRowDeletions(outbox.db, outbox.clock.now)) await deleteExpired(1000);
  };
  outbox.clock.advance(60 * day);
  const seen = await register(sessionAddress, 'web-push');
  await expire();
  expect(await devicesOf(sessionAddress)).toHaveLength(2);
  outbox.clock.advance(day);
  await expire();
  expect(await devicesOf(sessionAddress)).toEqual([seen]);
});

test('presence: a person inside the app on one of several devices gets no banner', async () => {
  const { appId, sessionAddress, devices, id } = await recipient(2);
  const other = await outbox.app();
  const expiresAt = new Date(outbox.clock.now().getTime() + 60_000);
  const [first, second] = devices;
  const { presence } = outbox.store;
  await presence.set({ sessionAddress, deviceId: first, appId, expiresAt });
  await presence.set({ sessionAddress, deviceId: second, appId: other.appId, expiresAt });
  await dispatcher(() => 'accepted').drain();
  expect((await rowOf(id)).outcome).toBe('suppressed_user_in_app');
  await presence.delete({ sessionAddress, deviceId: first });
  const left = await outbox.db.selectFrom('notifications.presence').select('device_id').execute();
  expect(left).toEqual([{ device_id: second }]);
});
