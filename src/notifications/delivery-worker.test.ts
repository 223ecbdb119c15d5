import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { parseEd25519Hex } from '../protocol/ed25519-key.ts';
import { verifyStandardSignature } from '../protocol/standard-webhook.ts';
import { verifyNotificationSignature } from '../protocol/webhook-signature.ts';
import type { OutboundRequest } from '../runtime/outbound-http.ts';
import { respondWith, startOutbox, type TestOutbox } from '../../contract-tests/fixtures/notifications/outbox.ts';

let outbox: TestOutbox;
beforeAll(async () => {
  outbox = await startOutbox();
});
// Deliveries that a test leaves pending must not reach the next one.
afterEach(() => outbox.db.deleteFrom('notifications.deliveries').execute());
afterAll(() => outbox.close());

const hour = 3_600_000;
const day = 24 * hour;

/** Returns the only delivery of an app. */
async function deliveryOf(appId: string) {
  const [delivery] = await outbox.deliveries(appId);
  if (!delivery) throw new Error('The app has no delivery.');
  return delivery;
}

/** Delivers and moves the clock to each next attempt until the event is settled. @returns seconds between attempts */
async function pausesUntilSettled(appId: string, worker: { drain: () => Promise<number> }): Promise<number[]> {
  const pauses: number[] = [];
  await worker.drain();
  for (;;) {
    const { dueAt } = await deliveryOf(appId);
    if (dueAt === null) return pauses;
    const pause = dueAt.getTime() - outbox.clock.now().getTime();
    pauses.push(pause / 1000);
    outbox.clock.advance(pause - 1);
    expect(await worker.drain()).toBe(0);
    outbox.clock.advance(1);
    expect(await worker.drain()).toBe(1);
  }
}

test.each([
  ['a 500', respondWith(500)],
  ['a redirect', respondWith(302)],
  ['a 4xx', respondWith(401)],
  ['a missing response', () => ({ status: null, error: 'timeout' }) as const],
])(
  'webhook delivery: %s is retried after 5, 10, 20, 40, 80, 160 and 300 s, then dropped after 8 attempts',
  async (_, endpoint) => {
    const { appId } = await outbox.app();
    await outbox.event(appId);
    expect(await pausesUntilSettled(appId, outbox.worker(endpoint))).toEqual([5, 10, 20, 40, 80, 160, 300]);
    const delivery = await deliveryOf(appId);
    expect(delivery.state).toBe('dropped');
    expect(delivery.attempts).toHaveLength(8);
  },
);

test('webhook delivery: jitter only shortens pauses', async () => {
  const { appId } = await outbox.app();
  await outbox.event(appId);
  const pauses = await pausesUntilSettled(
    appId,
    outbox.worker(respondWith(500), () => 0.5),
  );
  expect(pauses).toEqual([4.5, 9, 18, 36, 72, 144, 270]);
});

test.each([200, 204, 299])(
  'deliverNotificationStatus: status %d is a success and ends the delivery',
  async (status) => {
    const { appId } = await outbox.app();
    await outbox.event(appId);
    const worker = outbox.worker(respondWith(status, 'thanks'));
    expect(await worker.drain()).toBe(1);
    outbox.clock.advance(day);
    expect(await worker.drain()).toBe(0);
    expect(await deliveryOf(appId)).toMatchObject({
      state: 'delivered',
      dueAt: null,
      attempts: [{ status, answer: 'thanks', error: null }],
    });
  },
);

test('webhook delivery: each attempt has a new timestamp and signature, the newest key and the current URL', async () => {
  const { appId } = await outbox.app('https://old.example/hook');
  await outbox.event(appId);
  const requests: OutboundRequest[] = [];
  const worker = outbox.worker((request) => {
    requests.push(request);
    return { status: 500, body: new Uint8Array() };
  });
  await worker.drain();
  const keyPair = outbox.webhookKeyring.create();
  await outbox.store.webhookKeys.rotate(appId, keyPair);
  await outbox.store.webhooks.set({
    appId,
    url: 'https://new.example/hook',
    createdAt: outbox.clock.now(),
    ...keyPair,
  });
  outbox.clock.advance(5000);
  await worker.drain();

  expect(requests.map(({ url }) => url)).toEqual(['https://old.example/hook', 'https://new.example/hook']);
  const [first, second] = requests.map(({ body, headers }) => ({ event: JSON.parse(String(body)), headers }));
  expect(first?.headers['webhook-id']).toBe(second?.headers['webhook-id']);
  expect(Date.parse(second?.event.timestamp) - Date.parse(first?.event.timestamp)).toBe(5000);

  const now = outbox.clock.now().getTime() / 1000;
  const publicKey = parseEd25519Hex(keyPair.publicKey);
  const [, { headers, body }] = requests as [OutboundRequest, OutboundRequest];
  const timestamp = headers['x-platform-timestamp'];
  expect(timestamp).toBe(String(Math.floor(now)));
  expect(
    verifyNotificationSignature({
      signature: headers['x-platform-signature'],
      timestamp,
      body: String(body),
      publicKey,
      now,
    }),
  ).toBe('current');
  expect(
    verifyStandardSignature({
      id: headers['webhook-id'],
      timestamp: headers['webhook-timestamp'],
      signature: headers['webhook-signature'],
      body: String(body),
      publicKey,
      now,
    }),
  ).toBe('current');
});

test.each([
  ['is delivered', 200, 1],
  ['is dropped', 500, 8],
])('webhook delivery: clicked waits until delivered is settled, when delivered %s', async (_, status, attempts) => {
  const { appId } = await outbox.app();
  await outbox.event(appId, 'clicked');
  const order: string[] = [];
  const worker = outbox.worker((request) => {
    order.push(JSON.parse(String(request.body)).status);
    return { status, body: new Uint8Array() };
  });
  await worker.drain();
  for (let pause = 0; pause < 20; pause++) {
    outbox.clock.advance(300_000);
    await worker.drain();
  }
  expect(order).toEqual([...Array(attempts).fill('delivered'), ...Array(attempts).fill('clicked')]);
});

test('webhook delivery: a delivery of a dead worker is retried when its lease ends, and the lost attempt counts', async () => {
  const { appId } = await outbox.app();
  await outbox.event(appId);
  // The worker claims the delivery and never returns a result.
  const lost = outbox.worker(() => new Promise(() => {}));
  void lost.drain();
  await expect.poll(async () => (await deliveryOf(appId)).dueAt?.getTime()).toBe(outbox.clock.now().getTime() + 30_000);

  const other = outbox.worker(respondWith(200));
  outbox.clock.advance(29_999);
  expect(await other.drain()).toBe(0);
  outbox.clock.advance(1);
  await other.drain();
  outbox.clock.advance(5_000);
  expect(await other.drain()).toBe(1);
  expect(await deliveryOf(appId)).toMatchObject({
    state: 'delivered',
    attempts: [
      { status: null, error: 'lease_expired', latencyMs: 30_000 },
      { status: 200, error: null },
    ],
  });
});

test('webhook delivery: eight expired leases drop the delivery', async () => {
  const { appId } = await outbox.app();
  await outbox.event(appId);
  for (let attempt = 1; attempt <= 8; attempt++) {
    const lost = outbox.worker(() => new Promise(() => {}));
    void lost.drain();
    await expect
      .poll(async () => (await deliveryOf(appId)).dueAt?.getTime())
      .toBe(outbox.clock.now().getTime() + 30_000);
    outbox.clock.advance(30_000);
    await outbox.worker(respondWith(200)).drain();
    outbox.clock.advance(300_000);
  }
  const delivery = await deliveryOf(appId);
  expect(delivery.state).toBe('dropped');
  expect(delivery.attempts.map(({ error }) => error)).toEqual(Array(8).fill('lease_expired'));
});

test('webhook delivery: a result after the lease went to another worker changes nothing', async () => {
  const { appId } = await outbox.app();
  await outbox.event(appId);
  let response = () => {};
  const slow = outbox.worker(
    () =>
      new Promise((resolve) => {
        response = () => resolve({ status: 500, body: new Uint8Array() });
      }),
  );
  const late = slow.drain();
  await expect.poll(async () => (await deliveryOf(appId)).dueAt?.getTime()).toBe(outbox.clock.now().getTime() + 30_000);
  outbox.clock.advance(30_000);
  const other = outbox.worker(respondWith(200));
  await other.drain();
  outbox.clock.advance(5_000);
  await other.drain();
  response();
  await late;
  const { state, attempts } = await deliveryOf(appId);
  expect(state).toBe('delivered');
  expect(attempts.map(({ error, status }) => error ?? status)).toEqual(['lease_expired', 200]);
});

test('webhook delivery: of several workers exactly one sends each delivery', async () => {
  const apps = await Promise.all(Array.from({ length: 5 }, () => outbox.app()));
  for (const { appId } of apps) for (let index = 0; index < 30; index++) await outbox.event(appId);
  const sent = new Map<string, number>();
  const counts = [0, 0];
  // No attempt ends before every worker has one.
  let start = () => {};
  const started = new Promise<void>((resolve) => {
    start = resolve;
  });
  const workers = counts.map((_, index) =>
    outbox.worker(async (request) => {
      const id = request.headers['webhook-id'] ?? '';
      sent.set(id, (sent.get(id) ?? 0) + 1);
      counts[index] = (counts[index] ?? 0) + 1;
      if (counts.every((count) => count > 0)) start();
      await started;
      return { status: 204, body: new Uint8Array() };
    }),
  );
  await Promise.all(workers.map((worker) => worker.drain()));
  expect(sent.size).toBe(150);
  expect([...sent.values()].every((times) => times === 1)).toBe(true);
});

test('webhook delivery: a slow endpoint does not delay other apps', async () => {
  const slow = await outbox.app('https://slow.example/hook');
  const quick = await outbox.app('https://quick.example/hook');
  for (let index = 0; index < 60; index++) await outbox.event(slow.appId);
  await outbox.event(quick.appId);
  let holding = 0;
  const ends: (() => void)[] = [];
  const worker = outbox.worker(({ url }) => {
    if (url.startsWith('https://quick')) return { status: 200, body: new Uint8Array() };
    holding += 1;
    return new Promise((resolve) => {
      ends.push(() => resolve({ status: 200, body: new Uint8Array() }));
    });
  });
  worker.start();
  await expect.poll(async () => (await deliveryOf(quick.appId)).state).toBe('delivered');
  await expect.poll(() => holding).toBe(2);
  const stopped = worker.stop();
  for (const end of ends) end();
  await stopped;
  await outbox.worker(respondWith(200)).drain();
  expect((await outbox.deliveries(slow.appId)).every(({ state }) => state === 'delivered')).toBe(true);
});

/** Creates an event at each interval until the duration has passed. */
async function failFor(appId: string, total: number, every: number): Promise<void> {
  const failing = outbox.worker(respondWith(503));
  for (let passed = 0; passed <= total; passed += every) {
    await outbox.event(appId);
    await failing.drain();
    outbox.clock.advance(every);
  }
}
const pausedAt = async (appId: string) => (await outbox.store.webhooks.find(appId))?.pausedAt;

test('webhook delivery: an endpoint that fails for 5 days is paused, and its events are sent when it is resumed', async () => {
  const { appId } = await outbox.app();
  const failing = outbox.worker(respondWith(503));
  await failFor(appId, 3 * day, day);
  await failing.drain();
  outbox.clock.advance(day - 1);
  await failing.drain();
  expect(await pausedAt(appId)).toBeNull();
  outbox.clock.advance(300_000);
  await failing.drain();
  expect(await pausedAt(appId)).toEqual(outbox.clock.now());

  await outbox.event(appId, 'clicked');
  outbox.clock.advance(day);
  const healthy = outbox.worker(respondWith(200));
  expect(await healthy.drain()).toBe(0);
  expect((await outbox.deliveries(appId)).every(({ dueAt, state }) => dueAt === null && state === 'pending')).toBe(
    true,
  );

  await outbox.store.webhooks.resume(appId, outbox.clock.now());
  const waiting = (await outbox.deliveries(appId)).length;
  expect(await healthy.drain()).toBe(waiting);
  expect((await outbox.deliveries(appId)).every(({ state }) => state === 'delivered')).toBe(true);
});

test('webhook delivery: a 410 pauses the endpoint at once, and its event has 7 more attempts when it is resumed', async () => {
  const { appId } = await outbox.app();
  await outbox.event(appId);
  await outbox.worker(respondWith(410)).drain();
  expect(await pausedAt(appId)).toEqual(outbox.clock.now());
  expect(await deliveryOf(appId)).toMatchObject({ state: 'pending', dueAt: null, attempts: [{ status: 410 }] });

  outbox.clock.advance(day);
  expect(await outbox.worker(respondWith(200)).drain()).toBe(0);
  await outbox.store.webhooks.resume(appId, outbox.clock.now());
  const failing = outbox.worker(respondWith(500));
  expect(await pausesUntilSettled(appId, failing)).toEqual([10, 20, 40, 80, 160, 300]);
});

test('webhook delivery: failures more than a day apart do not pause an endpoint', async () => {
  const { appId } = await outbox.app();
  await failFor(appId, 6 * day, 1.5 * day);
  expect(await pausedAt(appId)).toBeNull();
});

test('webhook delivery: failures of the previous URL do not count for a new one', async () => {
  const { appId } = await outbox.app('https://old.example/hook');
  await failFor(appId, 4 * day, day / 2);
  const keyPair = outbox.webhookKeyring.create();
  await outbox.store.webhooks.set({
    appId,
    url: 'https://new.example/hook',
    createdAt: outbox.clock.now(),
    ...keyPair,
  });
  await failFor(appId, 4 * day, day / 2);
  expect(await pausedAt(appId)).toBeNull();
});

test('webhook delivery: one success within 5 days prevents the pause', async () => {
  const { appId } = await outbox.app();
  let status = 500;
  const worker = outbox.worker(() => ({ status, body: new Uint8Array() }));
  for (const [response, after] of [
    [500, 4 * day],
    [200, 1],
    [500, 4 * day],
    [500, day - 1],
  ] as const) {
    status = response;
    await outbox.event(appId);
    await worker.drain();
    outbox.clock.advance(after);
  }
  expect((await outbox.store.webhooks.find(appId))?.pausedAt).toBeNull();
});

test('webhook delivery: deleting the webhook drops pending deliveries and stops retries', async () => {
  const { appId } = await outbox.app();
  await outbox.event(appId);
  const worker = outbox.worker(async () => {
    await outbox.store.webhooks.delete(appId, outbox.clock.now());
    return { status: 500, body: new Uint8Array() };
  });
  await worker.drain();
  expect(await deliveryOf(appId)).toMatchObject({ state: 'dropped', dueAt: null });
});

test('webhook redelivery: a settled event gets 8 further attempts, and the log shows the latest 16', async () => {
  const { appId } = await outbox.app();
  await outbox.event(appId);
  const worker = outbox.worker(respondWith(500));
  await pausesUntilSettled(appId, worker);
  const { id: deliveryId } = await deliveryOf(appId);
  for (let round = 0; round < 2; round++) {
    expect(await outbox.store.deliveries.redeliver({ appId, deliveryId })).toBe('requeued');
    expect(await outbox.store.deliveries.redeliver({ appId, deliveryId })).toBe('delivery_pending');
    expect(await pausesUntilSettled(appId, worker)).toHaveLength(7);
  }
  expect((await deliveryOf(appId)).attempts).toHaveLength(16);
});

test('webhook delivery: the log keeps the first 512 characters of a response in a form that PostgreSQL accepts', async () => {
  const { appId } = await outbox.app();
  await outbox.event(appId);
  await outbox.worker(respondWith(200, `\u0000${'😀'.repeat(600)}`)).drain();
  const [attempt] = (await deliveryOf(appId)).attempts;
  expect(attempt?.answer).toBe(`\uFFFD${'😀'.repeat(511)}`);
});
