import { afterAll, beforeAll, expect, test } from 'vitest';
import { unwrap } from '../../src/contract/client.ts';
import { type NotificationsApp, type RunningNotifications, startNotifications } from '../fixtures/notifications.ts';
import { forget, type RunningPlatform, startPlatform } from '../fixtures/platform.ts';
import { killSeed, mulberry32 } from '../fixtures/random.ts';
import { type Receiver, startReceiver } from '../fixtures/receiver.ts';

let service: RunningNotifications;
let running: RunningPlatform;
let backend: Receiver;
let app: NotificationsApp;
beforeAll(async () => {
  service = await startNotifications();
  running = service.platform;
  backend = await startReceiver();
  app = await service.app(backend.url);
});
afterAll(async () => {
  await running.stop();
  await service.issuer.close();
  await backend.close();
  await forget(running);
});

/** Sends test events, several at a time, until the service is gone. @returns the ids that were answered */
async function sendUntilGone(): Promise<string[]> {
  const answered: string[] = [];
  const sender = async () => {
    for (;;) {
      const body = { sessionAddress: 'somebody', body: 'event', test: 'delivered' };
      const answer = await app.sender.sendNotification({ body }).catch(() => undefined);
      if (answer?.status !== 202) return;
      answered.push(unwrap(answer).notificationId);
    }
  };
  await Promise.all([sender(), sender(), sender(), sender()]);
  return answered;
}

const heard = (): Map<string, number> => {
  const ids = backend.received.map(({ body }): string => JSON.parse(body.toString()).notificationId);
  return new Map([...Map.groupBy(ids, (id) => id)].map(([id, same]) => [id, same.length]));
};

test(`KILL_SEED=${killSeed}: a service that is killed while it sends and delivers loses no event, and repeats at most one attempt`, async () => {
  const random = mulberry32(killSeed);
  const sent: string[] = [];
  for (let round = 0; round < 3; round++) {
    const before = backend.received.length;
    const sending = sendUntilGone();
    await backend.until(before + 1 + random(40));
    await running.kill();
    sent.push(...(await sending));
    running = await startPlatform({ services: ['notifications'], after: running });
  }
  // What the killed processes held is free when its lease of 30 seconds ends, and due 5 seconds later.
  await expect.poll(() => sent.filter((id) => !heard().has(id)), { timeout: 90_000, interval: 500 }).toEqual([]);
  const counts = heard();
  expect(Math.max(...sent.map((id) => counts.get(id) ?? 0))).toBeLessThanOrEqual(2);
}, 240_000);
