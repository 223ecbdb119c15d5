import { afterAll, beforeEach, expect, test } from 'vitest';
import {
  newAddress,
  startNotificationsService,
  type TestNotifications,
} from '../../../contract-tests/fixtures/notifications/notifications-service.ts';

// Every test creates a database, which takes seconds on a busy machine.
const limits = { requestsPerMinute: 10, clientRequestsPerMinute: 20 };

let service: TestNotifications;
beforeEach(async () => {
  await service?.close();
  service = await startNotificationsService({}, limits);
});
afterAll(() => service?.close());

const request = (key: string) =>
  fetch(`${service.url}/api/v1/notifications/consent?sessionAddress=${newAddress()}`, {
    headers: { 'x-platform-notifications-key': key },
  });

/** Sends `count` requests. @returns the number of 200 responses */
async function countOk(key: string, count: number): Promise<number> {
  const statuses: number[] = [];
  for (let sent = 0; sent < count; sent++) statuses.push((await request(key)).status);
  return statuses.filter((status) => status === 200).length;
}

test('notifications rate limits: apps behind one IP address have separate limits', async () => {
  const [busy, other] = [await service.createApp(), await service.createApp()];
  // The first request of a key counts for the IP address, because the key is not cached yet.
  expect(await countOk(busy.key, 1 + limits.clientRequestsPerMinute)).toBe(1 + limits.clientRequestsPerMinute);
  const refused = await request(busy.key);
  expect([refused.status, Number(refused.headers.get('retry-after')) > 0]).toEqual([429, true]);
  expect(refused.headers.get('ratelimit')).toMatch(/^"requests";r=0;t=\d+$/);
  expect(refused.headers.get('ratelimit-policy')).toBe(`"requests";q=${limits.clientRequestsPerMinute};w=60`);
  expect(await refused.json()).toMatchObject({ code: 429, details: { retryAfterSeconds: expect.any(Number) } });
  expect(await countOk(other.key, 12)).toBe(12);
});

test('notifications rate limits: guessed keys count for their IP address and do not affect working keys', async () => {
  const app = await service.createApp();
  expect(await countOk(app.key, 2)).toBe(2);
  const guesses: number[] = [];
  for (let sent = 0; sent < 12; sent++) guesses.push((await request(`ank_${String(sent).padStart(26, '0')}`)).status);
  expect(guesses.slice(0, 5)).toEqual(Array.from({ length: 5 }, () => 401));
  expect(guesses.at(-1)).toBe(429);
  expect((await request(app.key)).status).toBe(200);
});

test('notifications rate limits: a deleted key counts for its IP address', async () => {
  const app = await service.createApp();
  expect(await countOk(app.key, 2)).toBe(2);
  await service.db.deleteFrom('notifications.api_keys').where('app_id', '=', app.appId).execute();
  const statuses: number[] = [];
  for (let sent = 0; sent < 12; sent++) statuses.push((await request(app.key)).status);
  expect([statuses[0], statuses.at(-1)]).toEqual([401, 429]);
});
