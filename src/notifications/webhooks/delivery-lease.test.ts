import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { respondWith, startOutbox, type TestOutbox } from '../../../contract-tests/fixtures/notifications/outbox.ts';

let outbox: TestOutbox;
beforeAll(async () => {
  outbox = await startOutbox();
});
// Deliveries that a test leaves pending must not reach the next one.
afterEach(() => outbox.db.deleteFrom('notifications.deliveries').execute());
afterAll(() => outbox.close());

/** Waits until a worker has claimed the only delivery of an app. */
const claimed = (appId: string) =>
  expect.poll(async () => (await outbox.delivery(appId)).dueAt?.getTime()).toBe(outbox.clock.now().getTime() + 30_000);

test('webhook delivery: a delivery of a dead worker is retried when its lease ends, and the lost attempt counts', async () => {
  const { appId } = await outbox.app();
  await outbox.event(appId);
  // The worker claims the delivery and never returns a result.
  const lost = outbox.worker(() => new Promise(() => {}));
  void lost.drain();
  await claimed(appId);

  const other = outbox.worker(respondWith(200));
  outbox.clock.advance(29_999);
  expect(await other.drain()).toBe(0);
  outbox.clock.advance(1);
  await other.drain();
  outbox.clock.advance(5_000);
  expect(await other.drain()).toBe(1);
  expect(await outbox.delivery(appId)).toMatchObject({
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
    await claimed(appId);
    outbox.clock.advance(30_000);
    await outbox.worker(respondWith(200)).drain();
    outbox.clock.advance(300_000);
  }
  const delivery = await outbox.delivery(appId);
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
  await claimed(appId);
  outbox.clock.advance(30_000);
  const other = outbox.worker(respondWith(200));
  await other.drain();
  outbox.clock.advance(5_000);
  await other.drain();
  response();
  await late;
  const { state, attempts } = await outbox.delivery(appId);
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
