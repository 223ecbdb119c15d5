import { afterAll, beforeAll, expect, test } from 'vitest';
import { waitUntil } from '../fixtures/http.ts';
import type { NotificationsClient } from '../../generated/notifications/client.ts';
import { unwrap } from '../../src/typed-contract/client.ts';
import { createClock, hasFakeTime } from '../fixtures/clock.ts';
import { killSeed, mulberry32 } from '../fixtures/random.ts';
import { type NotificationsApp, type RunningNotifications, startNotifications } from '../fixtures/notifications.ts';
import { deletePlatformData, type RunningPlatform, startPlatform } from '../fixtures/platform.ts';
import { type Receiver, startReceiver } from '../fixtures/client/receiver.ts';

/**
 * Where libfaketime is installed, skips the lease time on the embedded engine, which has the clock of its process. Leases on
 * a PostgreSQL server follow the server's clock, so there the tests wait, and the processes run with clocks that are ahead.
 */
const clock = hasFakeTime ? createClock() : undefined;

let service: RunningNotifications;
let running: RunningPlatform;
let backend: Receiver;
let app: NotificationsApp;
/** Subjects with consent and without a device. The limit is one notification an hour to each. */
let people: string[];
beforeAll(async () => {
  service = await startNotifications({ env: clock?.env ?? {} });
  running = service.platform;
  backend = await startReceiver();
  app = await service.app(backend.url);
  const recipients = await Promise.all(Array.from({ length: 90 }, () => service.recipient(app.appId)));
  people = recipients.map(({ sub }) => sub);
});
afterAll(async () => {
  await running.stop();
  await service.issuer.close();
  await backend.close();
  await deletePlatformData(running);
});

interface Accepted {
  readonly notificationId: string;
  readonly status: string;
}

/** Sends concurrently, test sends and sends to users, until the service is killed. @returns accepted notifications */
async function sendUntilKilled(sender: NotificationsClient, accepted: Accepted[] = []): Promise<Accepted[]> {
  const own = people.splice(0, 30);
  const send = async (toPeople: boolean): Promise<void> => {
    for (;;) {
      const sub = toPeople ? own.pop() : undefined;
      const body =
        sub === undefined
          ? { sessionAddress: 'test-recipient', body: 'event', test: 'delivered' }
          : { sessionAddress: sub, body: 'event' };
      const response = await sender.sendNotification({ body }).catch(() => undefined);
      if (response?.status !== 202) return;
      const { notificationId } = unwrap(response);
      accepted.push({ notificationId, status: sub === undefined ? 'delivered' : 'dropped_device_unreachable' });
    }
  };
  await Promise.all([send(true), send(false), send(true), send(false)]);
  return accepted;
}

/** Counts received webhooks by notification and status. */
const receivedEvents = (): Map<string, number> => {
  const events = backend.received.map(({ body }): Accepted => JSON.parse(body.toString()));
  const grouped = Map.groupBy(events, ({ notificationId, status }) => `${notificationId} ${status}`);
  return new Map([...grouped].map(([event, same]) => [event, same.length]));
};

/** Expects a webhook for every notification. A killed worker's lease ends after 30 s; its deliveries are due 5 s later. */
async function expectWebhooks(sent: readonly Accepted[], seconds: number): Promise<void> {
  clock?.step(seconds);
  const events = sent.map(({ notificationId, status }) => `${notificationId} ${status}`);
  await expect
    .poll(
      () => {
        const received = receivedEvents();
        return events.filter((event) => !received.has(event));
      },
      { timeout: 90_000, interval: 100 },
    )
    .toEqual([]);
  const counts = receivedEvents();
  expect(Math.max(...events.map((event) => counts.get(event) ?? 0))).toBeLessThanOrEqual(2);
  expect(new Set(sent.map(({ status }) => status)).size).toBe(2);
}

test(`KILL_SEED=${killSeed}: notifications: a service that is killed during sends and deliveries loses no event and repeats at most one attempt`, async () => {
  const random = mulberry32(killSeed);
  const sent: Accepted[] = [];
  for (let round = 0; round < 2; round++) {
    const before = backend.received.length;
    const sending = sendUntilKilled(app.sender);
    await backend.until(before + 1 + random(40));
    await running.kill();
    sent.push(...(await sending));
    running = await startPlatform({ services: ['notifications'], after: running });
  }
  await expectWebhooks(sent, 60);
}, 240_000);

test.runIf(process.env['TEST_DATABASE_URL'])(
  'notifications: when one of two processes is killed, the other delivers all its events',
  async () => {
    const { platform, sender } = await service.another();
    const before = backend.received.length;
    const sent: Accepted[] = [];
    const sending = sendUntilKilled(sender(app.key), sent);
    await backend.until(before + 10);
    // Both kinds of sends must have been accepted before the kill.
    await waitUntil(() => new Set(sent.map(({ status }) => status)).size === 2);
    await platform.kill();
    await sending;
    await expectWebhooks(sent, 120);
  },
  240_000,
);

test.runIf(process.env['TEST_DATABASE_URL'])(
  `KILL_SEED=${killSeed}: notifications: when one of two processes is killed during a recovery, every dropped event arrives, in order`,
  async () => {
    const random = mulberry32(killSeed);
    const receiver = await startReceiver();
    const failing = await startReceiver(() => ({ status: 500 }));
    const recovered = await service.app(failing.url);
    const { appId, key, portal } = recovered;
    const second = await service.another();
    const body = { sessionAddress: 'test-recipient', body: 'event', test: 'clicked' };
    const sent = await Promise.all(
      Array.from({ length: 100 }, async () => unwrap(await recovered.sender.sendNotification({ body })).notificationId),
    );
    // Deleting the webhook drops what it did not receive.
    unwrap(await portal.deleteWebhook({ path: { appId } }));
    await failing.close();
    unwrap(await portal.setWebhook({ path: { appId }, body: { url: receiver.url } }));

    const since = new Date(Date.now() - 86_400_000).toISOString();
    const recover = async () => unwrap(await portal.recoverDeliveries({ path: { appId }, body: { since } }));
    const [first, again] = await Promise.all([recover(), recover()]);
    expect(first.recovered + again.recovered).toBe(2 * sent.length);
    // The second process takes part in the deliveries, and has leases when it is killed.
    await second.sender(key).sendNotification({ body: { ...body, test: 'dropped_device_unreachable' } });
    await receiver.until(1 + random(60));
    await second.platform.kill();

    const events = () => receiver.received.map((one): Accepted => JSON.parse(one.body.toString()));
    const expected = sent.flatMap((id) => [`${id} delivered`, `${id} clicked`]);
    await expect
      .poll(
        () => {
          const received = new Set(events().map(({ notificationId, status }) => `${notificationId} ${status}`));
          return expected.filter((event) => !received.has(event));
        },
        { timeout: 120_000, interval: 100 },
      )
      .toEqual([]);
    for (const own of Map.groupBy(events(), ({ notificationId }) => notificationId).values()) {
      const statuses = own.map(({ status }) => status);
      if (!statuses.includes('clicked')) continue;
      expect(statuses.indexOf('delivered')).toBeLessThan(statuses.indexOf('clicked'));
      for (const status of ['delivered', 'clicked'])
        expect(statuses.filter((one) => one === status).length).toBeLessThanOrEqual(2);
    }
    await receiver.close();
  },
  240_000,
);
