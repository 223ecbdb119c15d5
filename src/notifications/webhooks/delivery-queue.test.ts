import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterEach, expect, test } from 'vitest';
import { respondWith, startOutbox } from '../../../contract-tests/fixtures/notifications/outbox.ts';
import { type ClaimedDelivery, createDeliveryQueue, createQueueLag } from './delivery-queue-store.ts';
import { createProcessMetrics } from '../../runtime/observe/metrics.ts';
import { createAppDeliveryCounter } from '../background-work.ts';
import { readDatabaseTime } from '../../runtime/database/database-clock.ts';
import type { OutboundResponse } from '../../runtime/outbound/outbound-http.ts';
import { useStarted } from '../../../contract-tests/fixtures/use-started.ts';

const outbox = useStarted(startOutbox);

const leaseMs = 30_000;

test('delivery queue: a release subtracts the attempt of its claim, but not the attempt of an expired lease', async () => {
  const { appId } = await outbox.app();
  await outbox.event(appId);
  const { clock } = outbox;
  const queue = createDeliveryQueue(outbox.db, 'test');
  const claim = async (): Promise<ClaimedDelivery & { readonly worker: string }> => {
    const [now, worker] = [clock.now(), randomUUID()];
    const leaseEndsAt = new Date(now.getTime() + leaseMs);
    const capacities = [{ endpointId: appId, capacity: 1 }];
    const [delivery] = await queue.claim({ worker, now, leaseEndsAt, limit: 1, capacities });
    if (!delivery) throw new Error('Nothing was due.');
    return { ...delivery, worker };
  };

  const first = await claim();
  expect(first).toMatchObject({ attempt: 1, abandonedAt: null });
  await queue.release([{ ...first, abandoned: false }]);

  const lost = await claim();
  expect(lost).toMatchObject({ attempt: 1, abandonedAt: null });
  const lostAt = clock.now();
  clock.advance(leaseMs);
  const found = await claim();
  expect(found).toMatchObject({ attempt: 1, abandonedAt: lostAt });
  await queue.release([{ ...found, abandoned: true }]);
  expect(await claim()).toMatchObject({ attempt: 2, abandonedAt: null });
});

test('delivery queue: apps with due rows are found beside a backlog of one app and a thousand apps whose rows are not due', async () => {
  const { db, clock } = outbox;
  const busy = await outbox.app('https://busy.example/hook');
  const quiet = await outbox.app('https://quiet.example/hook');
  await outbox.event(quiet.appId);
  const now = sql`${clock.now()}::timestamptz`;
  const insert = async (app: string, count: number, dueAfter: string) => {
    await sql`
      insert into notifications.deliveries
        (app_id, id, notification_id, status, session_address, test, state, created_at, due_at)
      select ${sql.raw(app)}, gen_random_uuid(), 'ntf_' || n, 'delivered', 'person', true, 'pending', ${now},
        ${now} + ${sql.raw(dueAfter)}
      from generate_series(1, ${count}::int) as n`.execute(db);
  };
  const dueApps = async () => {
    const due = await createDeliveryQueue(db, 'test').dueEndpoints(clock.now());
    return due.map(({ endpointId }) => endpointId).filter((id) => id === busy.appId || id === quiet.appId);
  };
  await insert('gen_random_uuid()', 1_000, "interval '1 hour'");
  expect(await dueApps()).toEqual([quiet.appId]);
  await insert(`'${busy.appId}'::uuid`, 2_000, "- interval '1 hour'");
  expect((await dueApps()).toSorted()).toEqual([busy.appId, quiet.appId].toSorted());
});

test('delivery queue: no index has a column that a claim changes', async () => {
  const { rows } = await sql<{ definition: string }>`
    select indexdef as definition from pg_indexes
    where schemaname = 'notifications' and tablename in ('deliveries', 'notifications')`.execute(outbox.db);
  expect(rows.length).toBeGreaterThan(10);
  expect(rows.filter(({ definition }) => /leased|attempts|tries/.test(definition))).toEqual([]);
});

// Deliveries that a test leaves pending must not reach the next one.
afterEach(() => outbox.db.deleteFrom('notifications.deliveries').execute());

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
  for (const { appId } of apps) {
    await outbox.event(appId);
    await outbox.repeatEvent(appId, 30);
  }
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

test('notifications: webhook deliveries are counted per app, and those of further apps together', async () => {
  const metrics = createProcessMetrics(() => ({ total: 0, idle: 0, waiting: 0 })).service('notifications');
  const count = createAppDeliveryCounter(metrics, 2);
  for (const app of ['first', 'second', 'third', 'fourth', 'first']) count('delivered', app);
  count('failed', 'first');
  const { text } = await metrics.read();
  const series = text.split('\n').filter((line) => line.startsWith('app_webhook_deliveries_total{'));
  expect(series.toSorted()).toEqual([
    'app_webhook_deliveries_total{app="first",outcome="delivered",service="notifications"} 2',
    'app_webhook_deliveries_total{app="first",outcome="failed",service="notifications"} 1',
    'app_webhook_deliveries_total{app="other",outcome="delivered",service="notifications"} 2',
    'app_webhook_deliveries_total{app="second",outcome="delivered",service="notifications"} 1',
  ]);
});

const later = (seconds: number) => new Date(outbox.clock.now().getTime() + seconds * 1000);
/** Queue lag at a time of the database. */
const lagAt = (time: Date) => createQueueLag(outbox.db, async () => time);

test('queue lag: the lag of an unclaimed delivery starts at its due time, except for failing endpoints', async () => {
  const overdueIn = (seconds: number) => lagAt(later(seconds)).deliveries();
  expect(await overdueIn(60)).toBe(0);

  const failing = await outbox.app('https://broken.example/hook');
  await outbox.event(failing.appId);
  await outbox.worker(respondWith(500)).drain();
  await outbox.event(failing.appId);
  expect(await overdueIn(60)).toBe(0);

  const { appId } = await outbox.app();
  await outbox.event(appId);
  outbox.clock.advance(1000);
  await outbox.event(appId);
  // Test sends have a worker of their own and do not count.
  expect(await overdueIn(60)).toBe(0);
  const environment = (test: boolean) => outbox.db.updateTable('notifications.deliveries').set({ test }).execute();
  await environment(false);
  expect(await overdueIn(60)).toBe(61);
  await environment(true);
  await outbox.worker(respondWith(200)).drain();
  expect(await overdueIn(0)).toBe(0);
});

test('queue lag: the lag of an unclaimed push starts at its due time', async () => {
  const { appId } = await outbox.app();
  const due = outbox.clock.now();
  expect(await lagAt(due).pushes()).toBe(0);
  await outbox.db
    .insertInto('notifications.notifications')
    .values({
      app_id: appId,
      id: 'ntf_overdue',
      session_address: 'person',
      test: false,
      body_hash: '',
      body: 'Ready!',
      accepted_at: due,
      state: 'queued',
      start_param: null,
      outcome: null,
      leased_by: null,
      tries: 0,
      due_at: due,
    })
    .execute();
  expect(await lagAt(later(-0.001)).pushes()).toBe(0);
  expect(await lagAt(later(60)).pushes()).toBe(60);
});

test('queue lag: ages follow the clock of the database, not that of the process', async () => {
  const due = new Date((await readDatabaseTime(outbox.db)).getTime() - 90_000);
  const changed = await outbox.db
    .updateTable('notifications.notifications')
    .set({ due_at: due })
    .where('id', '=', 'ntf_overdue')
    .returning('id')
    .execute();
  expect(changed).toHaveLength(1);
  // The clock of this test, which stands for that of the process, is in another year.
  const seconds = await createQueueLag(outbox.db).pushes();
  expect(seconds).toBeGreaterThanOrEqual(90);
  expect(seconds).toBeLessThan(150);
});

const delivered = { status: 200, body: new Uint8Array() };

/** Creates apps with failing endpoints and three deliveries each; they precede other apps in the queue. */
async function createFailingApps(count: number) {
  const { db, clock } = outbox;
  const [now, app] = [sql`${clock.now()}::timestamptz`, sql`lpad(n::text, 32, '0')::uuid`];
  const apps = sql`generate_series(1, ${count}::integer) as n`;
  const webhook = await db.selectFrom('notifications.webhooks').selectAll().limit(1).executeTakeFirstOrThrow();
  await sql`
    insert into notifications.apps (id, owner_sub, name, created_at)
    select ${app}, 'developer', 'Dead', ${now} from ${apps}`.execute(db);
  await sql`
    insert into notifications.webhooks (app_id, url, public_key, sealed_private_key, created_at, failing_since)
    select ${app}, 'https://dead.example/' || n, ${webhook.public_key}, ${webhook.sealed_private_key}, ${now}, ${now}
    from ${apps}`.execute(db);
  await sql`
    insert into notifications.deliveries
      (app_id, id, notification_id, status, session_address, test, state, created_at, due_at)
    select ${app}, gen_random_uuid(), 'ntf_' || n || ' ' || event, 'delivered', 'person', true, 'pending', ${now}, ${now}
    from ${apps}, generate_series(1, 3) as event`.execute(db);
}

test('webhook fairness: six hundred dead endpoints do not starve a working one, and each of them gets attempts', async () => {
  const { appId } = await outbox.app('https://working.example/hook');
  await createFailingApps(600);
  await outbox.event(appId);
  const attempted: string[] = [];
  const ends: (() => void)[] = [];
  const worker = outbox.worker(({ url }) => {
    if (url.startsWith('https://working')) return delivered;
    attempted.push(url);
    return new Promise<OutboundResponse>((resolve) => {
      ends.push(() => resolve({ status: null, error: 'timeout' }));
    });
  });
  worker.start();
  await expect.poll(async () => (await outbox.deliveries(appId))[0]?.state).toBe('delivered');
  await expect.poll(() => attempted.length).toBe(512);
  for (const end of ends.splice(0, 100)) end();
  await expect.poll(() => attempted.length).toBe(612);
  // Two at a time for each app, and what ended made way for apps without an attempt.
  const attempts = [...Map.groupBy(attempted, (url) => url).values()].map((urls) => urls.length);
  expect([attempts.length, Math.max(...attempts)]).toEqual([306, 2]);
  const stopped = worker.stop();
  for (const end of ends.splice(0)) end();
  await stopped;
});

/** Starts a worker with an endpoint that responds twice at once and then only on demand. */
async function withPendingAttempts(events: number) {
  const { appId } = await outbox.app();
  const dueAt = outbox.clock.now();
  await outbox.event(appId);
  await outbox.repeatEvent(appId, events);
  const ends: (() => void)[] = [];
  let responses = 0;
  const worker = outbox.worker(() =>
    responses++ < 2
      ? delivered
      : new Promise<OutboundResponse>((resolve) => {
          ends.push(() => resolve(delivered));
        }),
  );
  worker.start();
  await expect.poll(() => ends.length).toBe(16);
  const rows = (leased: boolean) =>
    outbox.db
      .selectFrom('notifications.deliveries')
      .select(['attempts', 'due_at as dueAt'])
      .where('app_id', '=', appId)
      .where('state', '=', 'pending')
      .where('leased_by', leased ? 'is not' : 'is', null)
      .execute();
  const untouched = (count: number) => Array.from({ length: count }, () => ({ attempts: 0, dueAt }));
  return { worker, ends, rows, untouched };
}

test('webhook fairness: a fast endpoint has 512 claimed deliveries and 16 concurrent attempts', async () => {
  const { worker, ends, rows, untouched } = await withPendingAttempts(600);
  // The results of the first two are being written.
  await expect.poll(async () => (await rows(true)).length).toBe(512);
  const stopped = worker.stop();
  for (const end of ends) end();
  await stopped;
  // Waiting deliveries are released: due as before, without an attempt.
  expect(await rows(false)).toEqual(untouched(600 - 2 - 16));
});

test('webhook fairness: deliveries that cannot be attempted before their lease ends are released', async () => {
  const { worker, ends, rows, untouched } = await withPendingAttempts(30);
  outbox.clock.advance(15_001);
  ends.shift()?.();
  // The endpoint counts as slow now: one finished attempt starts one other.
  await expect.poll(() => ends.length).toBe(16);
  await expect.poll(() => rows(false)).toEqual(untouched(30 - 2 - 1 - 16));
  const stopped = worker.stop();
  for (const end of ends) end();
  await stopped;
});

test('webhook delivery: a slow endpoint does not delay other apps', async () => {
  const slow = await outbox.app('https://slow.example/hook');
  const quick = await outbox.app('https://quick.example/hook');
  await outbox.event(slow.appId);
  await outbox.repeatEvent(slow.appId, 60);
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
  await expect.poll(async () => (await outbox.delivery(quick.appId)).state).toBe('delivered');
  await expect.poll(() => holding).toBe(2);
  const stopped = worker.stop();
  for (const end of ends) end();
  await stopped;
  await outbox.worker(respondWith(200)).drain();
  expect((await outbox.deliveries(slow.appId)).every(({ state }) => state === 'delivered')).toBe(true);
});
