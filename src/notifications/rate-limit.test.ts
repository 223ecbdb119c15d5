import { afterAll, beforeEach, expect, test, vi } from 'vitest';
import {
  newAddress,
  startNotifications,
  type TestNotifications,
} from '../../contract-tests/fixtures/notifications/notifications-service.ts';

// A database is made for every test, on a machine that may be busy.
vi.setConfig({ testTimeout: 30_000 });

const limits = { requestsPerMinute: 10, clientRequestsPerMinute: 20 };

let service: TestNotifications;
beforeEach(async () => {
  await service?.close();
  service = await startNotifications({}, limits);
});
afterAll(() => service?.close());

const ask = (key: string) =>
  fetch(`${service.url}/api/v1/notifications/consent?sessionAddress=${newAddress()}`, {
    headers: { 'x-platform-notifications-key': key },
  });

/** @returns how many of so many requests were answered */
async function answered(key: string, count: number): Promise<number> {
  const statuses: number[] = [];
  for (let sent = 0; sent < count; sent++) statuses.push((await ask(key)).status);
  return statuses.filter((status) => status === 200).length;
}

test('rate limits: apps behind one address have a count each, and do not starve each other', async () => {
  const [busy, other] = [await service.createApp(), await service.createApp()];
  // The first request of a key still counts for the address: nobody knows the key before.
  expect(await answered(busy.key, 1 + limits.clientRequestsPerMinute)).toBe(1 + limits.clientRequestsPerMinute);
  const refused = await ask(busy.key);
  expect([refused.status, Number(refused.headers.get('retry-after')) > 0]).toEqual([429, true]);
  expect(await refused.json()).toMatchObject({ code: 429, details: { retryAfterSeconds: expect.any(Number) } });
  expect(await answered(other.key, 12)).toBe(12);
});

test('rate limits: guessed keys count for their address, and leave those that are known alone', async () => {
  const app = await service.createApp();
  expect(await answered(app.key, 2)).toBe(2);
  const guesses: number[] = [];
  for (let sent = 0; sent < 12; sent++) guesses.push((await ask(`ank_${String(sent).padStart(26, '0')}`)).status);
  expect(guesses.slice(0, 5)).toEqual(Array.from({ length: 5 }, () => 401));
  expect(guesses.at(-1)).toBe(429);
  expect((await ask(app.key)).status).toBe(200);
});

test('rate limits: a key that is revoked counts as a guess again', async () => {
  const app = await service.createApp();
  expect(await answered(app.key, 2)).toBe(2);
  await service.db.deleteFrom('notifications.api_keys').where('app_id', '=', app.appId).execute();
  const statuses: number[] = [];
  for (let sent = 0; sent < 12; sent++) statuses.push((await ask(app.key)).status);
  expect([statuses[0], statuses.at(-1)]).toEqual([401, 429]);
});
