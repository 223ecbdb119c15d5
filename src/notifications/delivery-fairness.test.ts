import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import type { OutboundResponse } from '../runtime/outbound-http.ts';
import { startOutbox, type TestOutbox } from '../../contract-tests/fixtures/notifications/outbox.ts';

vi.setConfig({ testTimeout: 30_000, hookTimeout: 60_000 });

let outbox: TestOutbox;
beforeAll(async () => {
  outbox = await startOutbox();
});
// What a test leaves undelivered is not the next one's work.
afterEach(() => outbox.db.deleteFrom('notifications.deliveries').execute());
afterAll(() => outbox.close());

const delivered = { status: 200, body: new Uint8Array() };

/** Apps whose endpoints have failed for a while, older than any other app, with three deliveries each. */
async function deadApps(count: number) {
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

test('six hundred dead endpoints leave room for the living, and everybody has a turn', async () => {
  const { appId } = await outbox.app('https://living.example/hook');
  await deadApps(600);
  await outbox.event(appId);
  const asked: string[] = [];
  const ends: (() => void)[] = [];
  const worker = outbox.worker(({ url }) => {
    if (url.startsWith('https://living')) return delivered;
    asked.push(url);
    return new Promise<OutboundResponse>((resolve) => {
      ends.push(() => resolve({ status: null, error: 'timeout' }));
    });
  });
  worker.start();
  await expect.poll(async () => (await outbox.deliveries(appId))[0]?.state).toBe('delivered');
  await expect.poll(() => asked.length).toBe(512);
  for (const end of ends.splice(0)) end();
  await expect.poll(() => asked.length).toBe(1024);
  // Two of each app: nobody was asked again before the others.
  expect(new Set(asked).size).toBe(512);
  const stopped = worker.stop();
  for (const end of ends.splice(0)) end();
  await stopped;
});

/** A worker beside an endpoint that answers twice, quickly, and then not until it is told to. */
async function withHeld(events: number) {
  const { appId } = await outbox.app();
  for (let index = 0; index < events; index++) await outbox.event(appId);
  const ends: (() => void)[] = [];
  let answered = 0;
  const worker = outbox.worker(() =>
    answered++ < 2
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

test('for a quick endpoint 256 deliveries are taken at a time, and sixteen of them tried at once', async () => {
  const { worker, ends, rows } = await withHeld(300);
  expect(await rows(true)).toHaveLength(256);
  const stopped = worker.stop();
  for (const end of ends) end();
  await stopped;
  // What waited for its turn is given back, due at once, and no attempt of it was made.
  expect(await rows(false)).toEqual(untouched(300 - 2 - 16));
});

test('what cannot be tried before its lease ends is given back', async () => {
  const { worker, ends, rows } = await withHeld(30);
  outbox.clock.advance(15_001);
  ends.shift()?.();
  // The endpoint was not quick this time: one more is tried when one has come back.
  await expect.poll(() => ends.length).toBe(16);
  expect(await rows(false)).toEqual(untouched(30 - 2 - 1 - 16));
  const stopped = worker.stop();
  for (const end of ends) end();
  await stopped;
});
