import { afterAll, beforeAll, expect, test } from 'vitest';
import { waitUntil } from '../fixtures/runtime/wait-until.ts';
import type { NotificationsClient } from '../../generated/notifications/client.ts';
import { unwrap } from '../../src/typed-contract/client.ts';
import { createClock, hasFakeTime } from '../fixtures/clock.ts';
import { type NotificationsApp, type RunningNotifications, startNotifications } from '../fixtures/notifications.ts';
import { forget, type RunningPlatform, startPlatform } from '../fixtures/platform.ts';
import { killSeed, mulberry32 } from '../fixtures/random.ts';
import { type Receiver, startReceiver } from '../fixtures/client/receiver.ts';

/** Where there is one, nobody has to wait for the end of a lease. */
const clock = hasFakeTime ? createClock() : undefined;

let service: RunningNotifications;
let running: RunningPlatform;
let backend: Receiver;
let app: NotificationsApp;
/** People who allow the app's pushes and have no device; each can be sent one an hour. */
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
  await forget(running);
});

interface Answered {
  readonly notificationId: string;
  readonly status: string;
}

/** Sends, several at a time and every other one to a person, until the service is gone. @returns what it answered for */
async function sendUntilGone(sender: NotificationsClient, answered: Answered[] = []): Promise<Answered[]> {
  const own = people.splice(0, 30);
  const send = async (toPeople: boolean): Promise<void> => {
    for (;;) {
      const sub = toPeople ? own.pop() : undefined;
      const body =
        sub === undefined
          ? { sessionAddress: 'somebody', body: 'event', test: 'delivered' }
          : { sessionAddress: sub, body: 'event' };
      const response = await sender.sendNotification({ body }).catch(() => undefined);
      if (response?.status !== 202) return;
      const { notificationId } = unwrap(response);
      answered.push({ notificationId, status: sub === undefined ? 'delivered' : 'dropped_device_unreachable' });
    }
  };
  await Promise.all([send(true), send(false), send(true), send(false)]);
  return answered;
}

/** How often the backend heard of each status of a notification. */
const heard = (): Map<string, number> => {
  const events = backend.received.map(({ body }): Answered => JSON.parse(body.toString()));
  const grouped = Map.groupBy(events, ({ notificationId, status }) => `${notificationId} ${status}`);
  return new Map([...grouped].map(([event, same]) => [event, same.length]));
};

/** What the killed held is free when its lease of 30 seconds ends, and due 5 seconds later. */
async function expectHeard(sent: readonly Answered[], seconds: number): Promise<void> {
  clock?.step(seconds);
  const events = sent.map(({ notificationId, status }) => `${notificationId} ${status}`);
  await expect
    .poll(() => events.filter((event) => !heard().has(event)), { timeout: 90_000, interval: 100 })
    .toEqual([]);
  const counts = heard();
  expect(Math.max(...events.map((event) => counts.get(event) ?? 0))).toBeLessThanOrEqual(2);
  expect(new Set(sent.map(({ status }) => status)).size).toBe(2);
}

test(`KILL_SEED=${killSeed}: notifications: a service that is killed during sends and deliveries loses no event and repeats at most one attempt`, async () => {
  const random = mulberry32(killSeed);
  const sent: Answered[] = [];
  for (let round = 0; round < 2; round++) {
    const before = backend.received.length;
    const sending = sendUntilGone(app.sender);
    await backend.until(before + 1 + random(40));
    await running.kill();
    sent.push(...(await sending));
    running = await startPlatform({ services: ['notifications'], after: running });
  }
  await expectHeard(sent, 60);
}, 240_000);

test.runIf(process.env['TEST_DATABASE_URL'])(
  'notifications: when one of two processes is killed, the other delivers all its events',
  async () => {
    const { platform, sender } = await service.another();
    const before = backend.received.length;
    const sent: Answered[] = [];
    const sending = sendUntilGone(sender(app.key), sent);
    await backend.until(before + 10);
    // Of both kinds, however slow the first of one is.
    await waitUntil(() => new Set(sent.map(({ status }) => status)).size === 2);
    await platform.kill();
    await sending;
    await expectHeard(sent, 120);
  },
  240_000,
);
