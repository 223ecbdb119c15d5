import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { NotificationsClient } from '../../generated/notifications/client.ts';
import { unwrap } from '../../src/typed-contract/client.ts';
import {
  type NotificationsApp,
  type RunningNotifications,
  type SecondProcess,
  startNotifications,
} from '../fixtures/notifications.ts';
import { type Receiver, startReceiver } from '../fixtures/client/receiver.ts';

let service: RunningNotifications;
let second: SecondProcess | undefined;
let backend: Receiver;
let app: NotificationsApp;
/** One client per process, all with the same key. */
let senders: readonly NotificationsClient[];
beforeAll(async () => {
  service = await startNotifications();
  if (process.env['TEST_DATABASE_URL'] !== undefined) second = await service.another();
  backend = await startReceiver();
  app = await service.app(backend.url);
  senders = [app.sender, ...(second ? [second.sender(app.key)] : [])];
});
afterAll(async () => {
  await second?.platform.stop();
  await service.stop();
  await backend.close();
});

const senderOf = (index: number): NotificationsClient => senders[index % senders.length] ?? app.sender;
const times = <Result>(count: number, run: (index: number) => Promise<Result>): Promise<Result[]> =>
  Promise.all(Array.from({ length: count }, (_, index) => run(index)));

interface Event {
  readonly notificationId: string;
  readonly status: string;
}

/** Returns the webhooks of a notification in order of arrival. */
const webhookStatuses = (notificationId: string): string[] =>
  backend.received
    .map(({ body }): Event => JSON.parse(body.toString()))
    .filter((event) => event.notificationId === notificationId)
    .map(({ status }) => status);

const settled = (notificationId: string) => expect.poll(() => webhookStatuses(notificationId), { interval: 50 });

test('notifications: of a hundred concurrent sends to one user exactly one is accepted [E90]', async () => {
  const { sub } = await service.recipient(app.appId);
  const responses = await times(100, (index) =>
    senderOf(index).sendNotification({ body: { sessionAddress: sub, body: `text ${index}` } }),
  );
  expect(responses.filter(({ status }) => status === 202)).toHaveLength(1);
  for (const response of responses.filter(({ status }) => status !== 202)) {
    expect(response).toMatchObject({ status: 429, body: { code: 429 } });
  }
});

test('notifications: a hundred concurrent sends of one body are one push and ninety-nine duplicates', async () => {
  const { sub } = await service.recipient(app.appId);
  const responses = await times(100, (index) =>
    senderOf(index).sendNotification({ body: { sessionAddress: sub, body: 'the same' } }),
  );
  const counts = Object.groupBy(responses, ({ status }) => String(status));
  expect(counts['202']).toHaveLength(1);
  expect(counts['400']?.every(({ body }) => 'code' in body && body.code === 1002)).toBe(true);
  expect(counts['400']).toHaveLength(99);
});

describe('one Idempotency-Key on fifty concurrent connections', () => {
  test('notifications: fifty concurrent sends with one Idempotency-Key and one payload return one id, one push and one webhook', async () => {
    const { sub } = await service.recipient(app.appId);
    const responses = await times(50, (index) =>
      senderOf(index).sendNotification({
        headers: { 'Idempotency-Key': 'race-real' },
        body: { sessionAddress: sub, body: 'once' },
      }),
    );
    const ids = new Set(responses.map((response) => unwrap(response).notificationId));
    expect(ids.size).toBe(1);
    const [id = ''] = ids;
    await settled(id).toEqual(['dropped_device_unreachable']);
  });

  test('notifications: of ten concurrent payloads with one Idempotency-Key one is accepted and replayed, the others are 409 1003', async () => {
    const responses = await times(50, (index) =>
      senderOf(index).sendNotification({
        headers: { 'Idempotency-Key': 'race-payloads' },
        body: { sessionAddress: 'test-recipient', body: `text ${index % 10}`, test: 'delivered' },
      }),
    );
    const accepted = responses.filter(({ status }) => status === 202);
    const refused = responses.filter(({ status }) => status === 409);
    expect([accepted.length, refused.length]).toEqual([5, 45]);
    expect(new Set(accepted.map((response) => JSON.stringify(response.body))).size).toBe(1);
    expect(refused.every(({ body }) => 'code' in body && body.code === 1003)).toBe(true);
  });

  test('notifications: concurrent sends with one Idempotency-Key are all refused alike', async () => {
    const responses = await times(50, (index) =>
      senderOf(index).sendNotification({
        headers: { 'Idempotency-Key': 'race-refused' },
        body: { sessionAddress: 'no-consent', body: 'text' },
      }),
    );
    expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([404]));
  });
});

test('notifications: forty concurrent receipts cause one webhook per status, delivered before clicked [E55]', async () => {
  const { sub, host } = await service.recipient(app.appId);
  unwrap(await host.createDevice({ body: { transport: 'stream' } }));
  const sent = unwrap(await app.sender.sendNotification({ body: { sessionAddress: sub, body: 'tap me' } }));
  const { notificationId } = sent;
  const responses = await times(40, (index) =>
    host.createReceipt({ path: { notificationId }, body: { status: index % 2 === 0 ? 'delivered' : 'clicked' } }),
  );
  expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([204]));
  await settled(notificationId).toEqual(['delivered', 'clicked']);
});

test('notifications: receipts concurrent with disabling notifications have one outcome', async () => {
  const rounds = await times(10, async () => {
    const { sub, host } = await service.recipient(app.appId);
    unwrap(await host.createDevice({ body: { transport: 'stream' } }));
    const sent = unwrap(await app.sender.sendNotification({ body: { sessionAddress: sub, body: 'now or never' } }));
    const { notificationId } = sent;
    const [receipt] = await Promise.all([
      host.createReceipt({ path: { notificationId }, body: { status: 'delivered' } }),
      host.setConsent({ path: { appId: app.appId }, body: { status: 'denied' } }),
    ]);
    return { notificationId, outcome: receipt.status === 204 ? 'delivered' : 'dropped_permission_revoked' };
  });
  for (const { notificationId, outcome } of rounds) await settled(notificationId).toEqual([outcome]);
});

/** Counts the webhooks that one process delivered. */
async function deliveredBy(reach: typeof fetch): Promise<number> {
  const text = await (await reach(`${service.url}/metrics`)).text();
  return Number(/^webhook_attempt_duration_seconds_count\{.*outcome="succeeded".*\} (\d+)/m.exec(text)?.[1] ?? 0);
}

test('notifications: several workers deliver each of two hundred events once', async () => {
  // Behind a proxy the test cannot choose the process whose metrics it reads.
  const processes = second && process.env['TEST_POOLER_URL'] === undefined ? [fetch, second.fetch] : [];
  const before = await Promise.all(processes.map(deliveredBy));
  const ids = await times(200, async (index) => {
    const body = { sessionAddress: 'test-recipient', body: `event ${index}`, test: 'delivered' };
    return unwrap(await senderOf(index).sendNotification({ body })).notificationId;
  });
  for (const id of ids) await settled(id).toEqual(['delivered']);
  const pending = async () =>
    unwrap(await app.portal.listDeliveries({ path: { appId: app.appId }, query: { state: 'pending' } })).deliveries;
  // A result is written after the receiver's response.
  await expect.poll(pending).toEqual([]);
  const after = await Promise.all(processes.map(deliveredBy));
  for (const [index, count] of after.entries()) {
    expect(count, `process ${index} delivers too`).toBeGreaterThan(before[index] ?? 0);
  }
});

test('notifications: of twenty concurrent prompts three are shown [E13]', async () => {
  const host = await service.person();
  const responses = await times(20, async () => unwrap(await host.requestPermission({ path: { appId: app.appId } })));
  const counts = Object.groupBy(responses, ({ status }) => status);
  expect([counts.prompt?.length, counts.rate_limited?.length]).toEqual([3, 17]);
});

test('notifications: after concurrent rotations one key has no expiry', async () => {
  const { appId, portal } = await service.app();
  await times(10, async () => unwrap(await portal.createApiKey({ path: { appId } })));
  const { keys } = unwrap(await portal.listApiKeys({ path: { appId } }));
  expect(keys).toHaveLength(11);
  expect(keys.filter(({ expiresAt }) => expiresAt === null)).toHaveLength(1);
});
