import { Writable } from 'node:stream';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { pino } from 'pino';
import { respondWith, startOutbox, type TestOutbox } from '../../../contract-tests/fixtures/notifications/outbox.ts';

let outbox: TestOutbox;
beforeAll(async () => {
  outbox = await startOutbox();
});
// Deliveries that a test leaves pending must not reach the next one.
afterEach(() => outbox.db.deleteFrom('notifications.deliveries').execute());
afterAll(() => outbox.close());

const day = 24 * 3_600_000;

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
  expect(await outbox.delivery(appId)).toMatchObject({ state: 'pending', dueAt: null, attempts: [{ status: 410 }] });

  outbox.clock.advance(day);
  expect(await outbox.worker(respondWith(200)).drain()).toBe(0);
  await outbox.store.webhooks.resume(appId, outbox.clock.now());
  const failing = outbox.worker(respondWith(500));
  expect(await outbox.pausesUntilSettled(appId, failing)).toEqual([10, 20, 40, 80, 160, 300]);
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
  expect(await pausedAt(appId)).toBeNull();
});

/** A log, and the messages about an endpoint in it. */
function recordedLog() {
  const lines: string[] = [];
  const stream = new Writable({
    write: (chunk, _encoding, done) => {
      lines.push(String(chunk));
      done();
    },
  });
  const messages = (endpointId: string) =>
    lines.flatMap((line) => {
      const entry: { endpointId?: string; msg: string } = JSON.parse(line);
      return entry.endpointId === endpointId ? [entry.msg] : [];
    });
  return { log: pino(stream), messages };
}

test('webhook delivery: an endpoint that fails for an hour is logged once per series of failures', async () => {
  const { appId } = await outbox.app();
  const { log, messages } = recordedLog();
  const failing = outbox.worker(respondWith(503), () => 0, log);
  const minute = 60_000;
  const fail = async (minutes: number) => {
    for (let passed = 0; passed < minutes; passed += 30) {
      await outbox.event(appId);
      await failing.drain();
      outbox.clock.advance(30 * minute);
    }
  };
  await fail(60);
  expect(messages(appId)).toEqual([]);
  await fail(180);
  const notice = 'webhook fails: all attempts of the last hour failed';
  expect(messages(appId)).toEqual([notice]);

  await outbox.worker(respondWith(200)).drain();
  await outbox.event(appId);
  await outbox.worker(respondWith(200)).drain();
  await fail(120);
  expect(messages(appId)).toEqual([notice, notice]);
});

test('webhook delivery: an endpoint that responds 410 is logged as paused', async () => {
  const { appId } = await outbox.app();
  const { log, messages } = recordedLog();
  await outbox.event(appId);
  await outbox.worker(respondWith(410), () => 0, log).drain();
  expect(messages(appId)).toEqual(['webhook paused: the endpoint responded 410']);
});
