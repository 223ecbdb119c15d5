import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { OutboundResponse } from '../../runtime/outbound/outbound-http.ts';
import { respondWith, startOutbox, type TestOutbox } from '../../../contract-tests/fixtures/notifications/outbox.ts';

let outbox: TestOutbox;
beforeAll(async () => {
  outbox = await startOutbox();
});
// Deliveries that a test leaves pending must not reach the next one.
afterEach(() => outbox.db.deleteFrom('notifications.deliveries').execute());
afterAll(() => outbox.close());

const delivered = { status: 200, body: new Uint8Array() };

/** Creates apps with failing endpoints and three deliveries each; they precede other apps in the queue. */
async function createFailingApps(count: number) {
  const { db, clock } = outbox;
  const [now, app] = [sql`${clock.now()}::timestamptz`, sql`lpad(n::text, 32, '0')::uuid`];
  const apps = sql`generate_series(1, ${count}::integer) as n`;
  await sql`
    insert into notifications.apps (id, owner_sub, name, created_at)
    select ${app}, 'developer', 'Dead', ${now} from ${apps}`.execute(db);
  await sql`
    insert into notifications.webhooks (app_id, url, public_key, sealed_private_key, created_at, failing_since)
    select ${app}, 'https://dead.example/' || n, webhook.public_key, webhook.sealed_private_key, ${now}, ${now}
    from ${apps}, (select * from notifications.webhooks limit 1) as webhook`.execute(db);
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
  for (const end of ends.splice(0)) end();
  await expect.poll(() => attempted.length).toBe(1024);
  // At most two attempts per app: no app had a third one before the others had theirs.
  const attempts = [...Map.groupBy(attempted, (url) => url).values()].map((urls) => urls.length);
  expect(Math.max(...attempts)).toBe(2);
  const stopped = worker.stop();
  for (const end of ends.splice(0)) end();
  await stopped;
});

/** Starts a worker with an endpoint that responds twice at once and then only on demand. */
async function withPendingAttempts(events: number) {
  const { appId } = await outbox.app();
  for (let index = 0; index < events; index++) await outbox.event(appId);
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
  return { appId, worker, ends, rows };
}

const untouched = (count: number) => Array.from({ length: count }, () => ({ attempts: 0, dueAt: outbox.clock.now() }));

test('webhook fairness: a fast endpoint has 512 claimed deliveries and 16 concurrent attempts', async () => {
  const { worker, ends, rows } = await withPendingAttempts(600);
  // The results of the first two are being written.
  await expect.poll(async () => (await rows(true)).length).toBe(512);
  const stopped = worker.stop();
  for (const end of ends) end();
  await stopped;
  // Waiting deliveries are released: due at once, without an attempt.
  expect(await rows(false)).toEqual(untouched(600 - 2 - 16));
});

test('webhook fairness: deliveries that cannot be attempted before their lease ends are released', async () => {
  const { worker, ends, rows } = await withPendingAttempts(30);
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
  await expect.poll(async () => (await outbox.delivery(quick.appId)).state).toBe('delivered');
  await expect.poll(() => holding).toBe(2);
  const stopped = worker.stop();
  for (const end of ends) end();
  await stopped;
  await outbox.worker(respondWith(200)).drain();
  expect((await outbox.deliveries(slow.appId)).every(({ state }) => state === 'delivered')).toBe(true);
});
