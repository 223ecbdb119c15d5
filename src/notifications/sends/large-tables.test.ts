import { randomUUID } from 'node:crypto';
import type { Kysely } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { accepted } from './test-scenario.ts';
import { fillTimeout, fullTables } from '../../../contract-tests/fixtures/runtime/tables.ts';
import { fillIdleApps } from '../../../contract-tests/fixtures/notifications/idle-apps.ts';
import { explainStatements } from '../../../contract-tests/fixtures/runtime/statement-plans.ts';
import { startOutbox, type TestOutbox } from '../../../contract-tests/fixtures/notifications/outbox.ts';
import type { NotificationsDatabase } from '../database.ts';
import { createNotificationsStores } from '../stores.ts';
import { createDeliveryQueue, createQueueLag } from '../webhooks/delivery-queue-store.ts';

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
  const { store, clock, database } = outbox;
  const idle = { apps: idleApps, testSends, testEvents: 'pending', testApp, person, now: clock.now() } as const;
  await fillIdleApps(database, idle);
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
  return storeOf(db)
    .sends.accept({
      appId: app,
      notificationId: `ntf_${randomUUID()}`,
      sessionAddress: person,
      body: 'Ready!',
      startParam: undefined,
      bodyHash: randomUUID(),
      idempotency: undefined,
      scenario: undefined,
    })
    .then(accepted);
}

const lease = () => ({ worker: randomUUID(), now: outbox.clock.now(), leaseEndsAt: outbox.clock.now(), limit: 64 });

test.each<[string, number, (db: Db) => Promise<unknown>]>([
  ['finding apps with due pushes', 1, (db) => storeOf(db).pushes.dueApps(outbox.clock.now())],
  ['finding apps with due events', 1, (db) => createDeliveryQueue(db, 'live').dueEndpoints(outbox.clock.now())],
  ['the age of the oldest due push', 1, (db) => lag(db).pushes()],
  ['the age of the oldest due event', 1, (db) => lag(db).deliveries()],
  ['checking for pushes of an open page', 1, (db) => storeOf(db).pushes.hasOffered(person)],
  ['the pushes of an open page', 2, (db) => storeOf(db).pushes.listOffered(person, 100)],
])(
  'notifications queries: idle apps and test sends do not count for %s: statements: %i',
  async (_what, statements, work) => {
    const plans = await explainStatements(outbox.db, work);
    expect(plans).toHaveLength(statements);
    for (const { plan, pages } of plans) expect(pages, plan).toBeLessThan(50);
  },
);

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
        test: false,
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
