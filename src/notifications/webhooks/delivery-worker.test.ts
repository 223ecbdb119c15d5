import { randomUUID } from 'node:crypto';
import { Writable } from 'node:stream';
import { afterEach, expect, test } from 'vitest';
import { pino } from 'pino';
import { parseEd25519Hex } from '../../protocol/ed25519-key.ts';
import { verifyStandardSignature } from '../../protocol/standard-webhook.ts';
import { verifyNotificationSignature } from '../../protocol/webhook-signature.ts';
import type { OutboundRequest } from '../../runtime/outbound/outbound-http.ts';
import { holdingLock } from '../../../contract-tests/fixtures/race.ts';
import { recordStatuses } from '../sends/status-store.ts';
import { respondWith, startOutbox } from '../../../contract-tests/fixtures/notifications/outbox.ts';
import { useStarted } from '../../../contract-tests/fixtures/use-started.ts';
import { recordStatements } from '../../../contract-tests/fixtures/runtime/statement-plans.ts';
import { createStatementNames } from '../../runtime/database/engine.ts';
import { createDeliveryOutbox } from './delivery-result-store.ts';

const outbox = useStarted(startOutbox);

// Deliveries that a test leaves pending must not reach the next one.
afterEach(() => outbox.db.deleteFrom('notifications.deliveries').execute());

const day = 24 * 3_600_000;

test.each([
  ['a 500', respondWith(500)],
  ['a redirect', respondWith(302)],
  ['a 4xx', respondWith(401)],
  ['a missing response', () => ({ status: null, error: 'timeout' }) as const],
])(
  'webhook delivery: %s is retried after 5, 10, 20, 40, 80, 160 and 300 s, then dropped after 8 attempts [E57, E96]',
  async (_, endpoint) => {
    const { appId } = await outbox.app();
    await outbox.event(appId);
    expect(await outbox.pausesUntilSettled(appId, outbox.worker(endpoint))).toEqual([5, 10, 20, 40, 80, 160, 300]);
    const delivery = await outbox.delivery(appId);
    expect(delivery.state).toBe('dropped');
    expect(delivery.attempts).toHaveLength(8);
  },
);

test('webhook delivery: a connection prepares the statements that claim and record', async () => {
  const { appId } = await outbox.app();
  const { plugin, executed } = recordStatements();
  const store = createDeliveryOutbox(outbox.db.withPlugin(plugin), 'live');
  const [worker, now] = [randomUUID(), outbox.clock.now()];
  const lease = { worker, now, leaseEndsAt: new Date(now.getTime() + 30_000) };
  await store.claim({ ...lease, limit: 1, capacities: [{ endpointId: appId, capacity: 1 }] });
  await store.record([
    {
      endpointId: appId,
      deliveryId: randomUUID(),
      worker,
      startedAt: now,
      finishedAt: now,
      latencyMs: 1,
      request: null,
      status: 204,
      answer: '',
      error: null,
      succeeded: true,
      gone: false,
      failing: false,
      retryAt: undefined,
    },
  ]);
  const nameOf = createStatementNames();
  const statements = executed.map((node) => outbox.db.getExecutor().compileQuery(node, { queryId: 'recorded' }));
  expect(statements).toHaveLength(2);
  expect(statements.filter(({ sql, parameters }) => nameOf(sql, parameters) === undefined)).toEqual([]);
});

test('webhook delivery: jitter only shortens pauses', async () => {
  const { appId } = await outbox.app();
  await outbox.event(appId);
  const pauses = await outbox.pausesUntilSettled(
    appId,
    outbox.worker(respondWith(500), () => 0.5),
  );
  expect(pauses).toEqual([4.5, 9, 18, 36, 72, 144, 270]);
});

test.each([200, 204, 299])(
  'deliverNotificationStatus: status %d is a success and ends the delivery [E56]',
  async (status) => {
    const { appId } = await outbox.app();
    await outbox.event(appId);
    const worker = outbox.worker(respondWith(status, 'thanks'));
    expect(await worker.drain()).toBe(1);
    outbox.clock.advance(day);
    expect(await worker.drain()).toBe(0);
    expect(await outbox.delivery(appId)).toMatchObject({
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

// The embedded database has one connection, so that nothing waits there.
test.skipIf(process.env['TEST_DATABASE_URL'] === undefined)(
  'webhook delivery: a clicked is delivered that was recorded while the result of its delivered waited for the lock',
  async () => {
    const { appId } = await outbox.app();
    const id = await outbox.event(appId);
    const clicked = { notificationId: id, sessionAddress: 'person', test: true, status: 'clicked' } as const;
    const at = outbox.clock.now();
    const order: string[] = [];
    const recorded = Promise.withResolvers<void>();
    const received = Promise.withResolvers<void>();
    const worker = outbox.worker(async (request) => {
      order.push(JSON.parse(String(request.body)).status);
      received.resolve();
      await recorded.promise;
      return { status: 200, body: new Uint8Array() };
    });
    const drained = worker.drain();
    await received.promise;
    await holdingLock(
      outbox,
      (trx) => recordStatuses(trx, [clicked], { appId, at, newId: randomUUID, traceparent: null }),
      async (queued) => {
        recorded.resolve();
        await queued(1);
        return [drained];
      },
    );
    await worker.drain();
    expect(order).toEqual(['delivered', 'clicked']);
  },
);

test('webhook delivery: deleting the webhook drops pending deliveries and stops retries', async () => {
  const { appId } = await outbox.app();
  await outbox.event(appId);
  const worker = outbox.worker(async () => {
    await outbox.store.webhooks.delete(appId, outbox.clock.now());
    return { status: 500, body: new Uint8Array() };
  });
  await worker.drain();
  expect(await outbox.delivery(appId)).toMatchObject({ state: 'dropped', dueAt: null });
});

test('webhook redelivery: a settled event gets 8 further attempts, and the log shows the latest 16', async () => {
  const { appId } = await outbox.app();
  await outbox.event(appId);
  const worker = outbox.worker(respondWith(500));
  await outbox.pausesUntilSettled(appId, worker);
  const { id: deliveryId } = await outbox.delivery(appId);
  for (let round = 0; round < 2; round++) {
    expect(await outbox.store.deliveries.redeliver({ appId, deliveryId })).toBe('requeued');
    expect(await outbox.store.deliveries.redeliver({ appId, deliveryId })).toBe('delivery_pending');
    expect(await outbox.pausesUntilSettled(appId, worker)).toHaveLength(7);
  }
  expect((await outbox.delivery(appId)).attempts).toHaveLength(16);
});

test('webhook delivery: the log keeps the first 512 characters of a response in a form that PostgreSQL accepts', async () => {
  const { appId } = await outbox.app();
  await outbox.event(appId);
  await outbox.worker(respondWith(200, `\u0000${'😀'.repeat(600)}`)).drain();
  const [attempt] = (await outbox.delivery(appId)).attempts;
  expect(attempt?.answer).toBe(`\uFFFD${'😀'.repeat(511)}`);
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
