import { randomUUID } from 'node:crypto';
import { type Kysely, sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startOutbox, type TestOutbox } from '../../../contract-tests/fixtures/notifications/outbox.ts';
import { fillTables, fillTimeout, fullTables } from '../../../contract-tests/fixtures/runtime/large-tables.ts';
import { explainStatements } from '../../../contract-tests/fixtures/runtime/statement-plans.ts';
import type { NotificationsDatabase } from '../database.ts';
import { createNotificationsStores } from '../stores.ts';
import { createDeliveryQueue } from './delivery-queue.ts';
import { createQueueLag } from './queue-lag.ts';

/** Apps with a push that waits for a receipt and an event that waits for a retry. */
const idleApps = fullTables ? 20_000 : 2_000;
/** Sends of one app with a test key, to a person whose page is open. Their events are due. */
const testSends = fullTables ? 300_000 : 30_000;
const person = 'person with an open page';

let outbox: TestOutbox;
/** Sends to the same person. */
let app: string;
let testApp: string;
beforeAll(async () => {
  outbox = await startOutbox();
  app = (await outbox.app()).appId;
  testApp = (await outbox.app()).appId;
  const { store, clock } = outbox;
  const names = ['apps', 'webhooks', 'notifications', 'deliveries', 'outcomes'];
  await fillTables(
    outbox.database,
    names.map((name) => `notifications.${name}`),
    async (db) => {
      const now = sql`${clock.now()}::timestamptz`;
      await sql`
        insert into notifications.apps (id, owner_sub, name, created_at)
        select gen_random_uuid(), 'idle developer', 'Idle', ${now} from generate_series(1, ${idleApps}::int)`.execute(
        db,
      );
      await sql`
        insert into notifications.webhooks (app_id, url, public_key, sealed_private_key, created_at)
        select id, 'https://idle.example/hook', repeat('0', 64), 'sealed', created_at from notifications.apps
        where owner_sub = 'idle developer'`.execute(db);
      await sql`
        insert into notifications.notifications
          (app_id, id, session_address, test, body_hash, body, accepted_at, state, due_at)
        select id, 'ntf_' || id, 'person ' || id, false, 'hash', 'text', created_at, 'offered',
          created_at + interval '1 day'
        from notifications.apps where owner_sub = 'idle developer'`.execute(db);
      await sql`
        insert into notifications.deliveries
          (app_id, id, notification_id, status, session_address, test, state, created_at, due_at)
        select id, gen_random_uuid(), 'ntf_' || id, 'delivered', 'person ' || id, false, 'pending', created_at,
          created_at + interval '1 day'
        from notifications.apps where owner_sub = 'idle developer'`.execute(db);
      const eachTestSend = sql`generate_series(1, ${testSends}::int) as n`;
      await sql`
        insert into notifications.notifications
          (app_id, id, session_address, test, body_hash, accepted_at, state, outcome)
        select ${testApp}::uuid, 'ntf_test_' || n, ${person}, true, 'hash', ${now} - n * interval '1 second',
          'settled', 'delivered'
        from ${eachTestSend}`.execute(db);
      await sql`
        insert into notifications.outcomes (app_id, notification_id, status, recorded_at)
        select ${testApp}::uuid, 'ntf_test_' || n, 'delivered', ${now} - n * interval '1 second'
        from ${eachTestSend}`.execute(db);
      await sql`
        insert into notifications.deliveries
          (app_id, id, notification_id, status, session_address, test, state, created_at, due_at)
        select ${testApp}::uuid, gen_random_uuid(), 'ntf_test_' || n, 'delivered', ${person}, true, 'pending',
          ${now} - n * interval '1 second', ${now} - n * interval '1 second'
        from ${eachTestSend}`.execute(db);
    },
  );
  await store.consents.set({ appId: app, sessionAddress: person, status: 'granted' });
  await send(outbox.db);
}, fillTimeout);
afterAll(() => outbox?.close());

type Db = Kysely<NotificationsDatabase>;

const dependencies = () => ({
  now: outbox.clock.now,
  newId: () => randomUUID(),
  traceparent: () => null,
  databaseTime: async () => outbox.clock.now(),
});
const storeOf = (db: Db) => createNotificationsStores(db, dependencies());
const lag = (db: Db) => createQueueLag(db, async () => outbox.clock.now());

/** A send whose push and event are due at once. */
function send(db: Db) {
  outbox.clock.advance(3_600_000);
  return storeOf(db).sends.accept({
    appId: app,
    notificationId: `ntf_${randomUUID()}`,
    sessionAddress: person,
    body: 'Ready!',
    startParam: undefined,
    bodyHash: randomUUID(),
    idempotency: undefined,
    scenario: undefined,
  });
}

const lease = () => ({ worker: randomUUID(), now: outbox.clock.now(), leaseEndsAt: outbox.clock.now(), limit: 64 });

test.each<[string, (db: Db) => Promise<unknown>]>([
  ['finding apps with due pushes', (db) => storeOf(db).pushes.dueApps(outbox.clock.now())],
  ['finding apps with due events', (db) => createDeliveryQueue(db, 'live').dueEndpoints(outbox.clock.now())],
  ['the age of the oldest due push', (db) => lag(db).pushes()],
  ['the age of the oldest due event', (db) => lag(db).deliveries()],
  ['checking for pushes of an open page', (db) => storeOf(db).pushes.hasOffered(person)],
  ['the pushes of an open page', (db) => storeOf(db).pushes.listOffered(person, 100)],
])('notifications queries: idle apps and test sends do not count for %s, one statement', async (_what, work) => {
  const plans = await explainStatements(outbox.db, work);
  expect(plans).toHaveLength(1);
  for (const { plan, pages } of plans) expect(pages, plan).toBeLessThan(50);
});

test.each<[string, (db: Db) => Promise<unknown>]>([
  ['a send', send],
  ['claiming pushes', (db) => storeOf(db).pushes.claim({ ...lease(), capacities: [{ appId: app, capacity: 64 }] })],
  [
    'claiming events',
    (db) => createDeliveryQueue(db, 'live').claim({ ...lease(), capacities: [{ endpointId: app, capacity: 64 }] }),
  ],
  [
    'the sends of an app',
    (db) =>
      storeOf(db).sentNotifications.list({
        appId: app,
        environment: 'live',
        since: new Date(0),
        status: undefined,
        after: undefined,
        limit: 50,
      }),
  ],
  [
    'a receipt',
    (db) => storeOf(db).pushes.recordReceipt({ sessionAddress: person, notificationId: 'x', status: 'clicked' }),
  ],
])('notifications queries: idle apps and test sends do not count for %s', async (_what, work) => {
  for (const { statement, plan, pages } of await explainStatements(outbox.db, work)) {
    expect(pages ?? 0, `${statement}\n${plan}`).toBeLessThan(100);
    expect(plan, statement).not.toMatch(/Seq Scan on (notifications|deliveries|outcomes)/);
  }
});

test('notifications queries: the events of test sends are read by their own worker, a page at a time', async () => {
  const capacities = [{ endpointId: testApp, capacity: 64 }];
  const plans = await explainStatements(outbox.db, async (db) => {
    const queue = createDeliveryQueue(db, 'test');
    expect(await queue.dueEndpoints(outbox.clock.now())).toEqual([{ endpointId: testApp, failing: false }]);
    expect(await queue.claim({ ...lease(), capacities })).toHaveLength(64);
  });
  for (const { plan, pages } of plans) expect(pages ?? 0, plan).toBeLessThan(3_000);
});
