import { type Kysely, sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { notificationId } from './notification.ts';
import { accepted } from './test-scenario.ts';
import type { NotificationsDatabase } from '../database.ts';
import { createNotificationsStores } from '../stores.ts';
import { startOutbox } from '../../../contract-tests/fixtures/notifications/outbox.ts';
import { explainStatements } from '../../../contract-tests/fixtures/runtime/statement-plans.ts';
import { createDeliveryQueue } from '../webhooks/delivery-queue-store.ts';
import { createDeliveryResults } from '../webhooks/delivery-result-store.ts';
import { expiredRowDeletions } from '../delete-expired-store.ts';
import { useStarted } from '../../../contract-tests/fixtures/use-started.ts';

const rows = 20_000;
const worker = '019c7a10-1400-7055-9e9a-4427b88fbebe';

const outbox = useStarted(startOutbox);
let appId: string;
/** Of the ids of the app's notifications. */
let end: string;
beforeAll(async () => {
  ({ appId } = await outbox.app());
  end = notificationId(appId, 'real', appId).slice(-4);
  const { db, clock } = outbox;
  const now = sql`${clock.now()}::timestamptz`;
  // Half of the rows belong to one app, so that a scan of one app's rows or of the whole table shows in the plan.
  const app = sql`case when n % 2 = 0 then ${appId}::uuid else gen_random_uuid() end`;
  await sql`
    insert into notifications.notifications
      (app_id, id, session_address, test, body_hash, body, accepted_at, state, outcome, due_at)
    select ${app}, 'ntf_' || n || ${end}, 'person ' || n % 5000, false, 'hash', case when n % 10 = 0 then 'text' end,
      ${now} - n * interval '1 minute', case when n % 10 = 0 then 'offered' else 'settled' end,
      case when n % 10 <> 0 then 'delivered' end, case when n % 10 = 0 then ${now} + n * interval '1 minute' end
    from generate_series(1, ${rows}::int) as n`.execute(db);
  await sql`
    insert into notifications.deliveries
      (app_id, id, notification_id, status, session_address, test, state, created_at, due_at)
    select ${app}, gen_random_uuid(), 'ntf_' || n || ${end}, 'delivered', 'person', false,
      case when n % 10 = 0 then 'pending' else 'delivered' end, ${now} - n * interval '1 minute',
      case when n % 10 = 0 then ${now} + n * interval '1 minute' end
    from generate_series(1, ${rows}::int) as n`.execute(db);
  await sql`
    insert into notifications.outcomes (app_id, notification_id, status, recorded_at)
    select ${app}, 'ntf_' || n || ${end}, 'delivered', ${now} from generate_series(1, ${rows}::int) as n`.execute(db);
  await sql`
    insert into notifications.consents (app_id, session_address, status, updated_at)
    select ${appId}::uuid, 'person ' || n, 'granted', ${now} from generate_series(1, ${rows}::int) as n`.execute(db);
  await sql`
    insert into notifications.api_keys (app_id, id, key_hash, prefix, created_at)
    select ${appId}::uuid, gen_random_uuid(), 'hash ' || n, 'ank_0000', ${now}
    from generate_series(1, ${rows}::int) as n`.execute(db);
  await sql`
    insert into notifications.api_key_apps (key_hash, app_id)
    select 'hash ' || n, ${appId}::uuid from generate_series(1, ${rows}::int) as n`.execute(db);
  await sql`
    insert into notifications.recipient_apps (session_address, app_id)
    select 'person ' || n, ${appId}::uuid from generate_series(1, ${rows}::int) as n`.execute(db);
  await sql`
    insert into notifications.devices (session_address, id, transport, created_at, seen_at)
    select 'person ' || n, gen_random_uuid(), 'stream', ${now}, ${now}
    from generate_series(1, ${rows}::int) as n`.execute(db);
  await sql`
    insert into notifications.idempotency_keys (app_id, key, payload_hash, notification_id, expires_at)
    select ${appId}::uuid, 'key ' || n, 'hash', 'ntf', ${now} + n * interval '1 second'
    from generate_series(1, ${rows}::int) as n`.execute(db);
  await sql`analyze`.execute(db);
});

type Db = Kysely<NotificationsDatabase>;

const dependencies = () => ({ now: outbox.clock.now, newId: () => crypto.randomUUID(), traceparent: () => null });
const storeOf = (db: Db) => createNotificationsStores(db, dependencies());
const person = 'person 4242';

test.each<[string, (db: Db) => Promise<unknown>]>([
  ['finding the app of a key', (db) => storeOf(db).apiKeys.appOf('hash 4242')],
  ['finding a key of an app', (db) => storeOf(db).apiKeys.findWorking(appId, 'hash 4242', outbox.clock.now())],
  [
    'a send with an Idempotency-Key',
    (db) =>
      storeOf(db)
        .sends.accept({
          appId,
          notificationId: 'ntf_new',
          sessionAddress: person,
          body: 'text',
          startParam: undefined,
          bodyHash: 'new hash',
          idempotency: { key: 'new key', payloadHash: 'hash' },
          scenario: undefined,
        })
        .then(accepted),
  ],
  ['finding a consent', (db) => storeOf(db).consents.find({ appId, sessionAddress: person })],
  [
    "listing a person's consents",
    (db) => storeOf(db).consents.list({ sessionAddress: person, after: undefined, limit: 50 }),
  ],
  ['denying consent', (db) => storeOf(db).consents.set({ appId, sessionAddress: person, status: 'denied' })],
  [
    'recording a receipt',
    (db) =>
      storeOf(db).pushes.recordReceipt({
        sessionAddress: person,
        notificationId: `ntf_9242${end}`,
        status: 'clicked',
      }),
  ],
  ['listing offered pushes', (db) => storeOf(db).pushes.listOffered(person, 100)],
  [
    'listing the sends of an app',
    (db) =>
      storeOf(db).sentNotifications.list({
        appId,
        test: false,
        since: outbox.clock.now(),
        status: 'delivered',
        after: undefined,
        limit: 50,
      }),
  ],
  ['checking for offered pushes', (db) => storeOf(db).pushes.hasOffered(person)],
  [
    'a heartbeat of open pages',
    (db) =>
      storeOf(db).devices.recordHeartbeat({
        sessionAddress: person,
        deviceId: worker,
        connection: worker,
        seenAt: outbox.clock.now(),
      }),
  ],
  [
    'listing the devices of a person',
    (db) => {
      const at = outbox.clock.now();
      return storeOf(db).devices.reachable({ sessionAddress: person, appId, at, seenSince: at });
    },
  ],
  [
    'pushes that are due',
    (db) => {
      const now = outbox.clock.now();
      return storeOf(db).pushes.claim({
        worker,
        now,
        leaseEndsAt: now,
        limit: 10,
        capacities: [{ appId, capacity: 10 }],
      });
    },
  ],
  ['finding apps with due deliveries', (db) => createDeliveryQueue(db, 'live').dueEndpoints(outbox.clock.now())],
  ['finding apps with due pushes', (db) => storeOf(db).pushes.dueApps(outbox.clock.now())],
  [
    'deliveries that are due',
    (db) => {
      const now = outbox.clock.now();
      return createDeliveryQueue(db, 'live').claim({
        worker,
        now,
        leaseEndsAt: now,
        limit: 100,
        capacities: [{ endpointId: appId, capacity: 16 }],
      });
    },
  ],
  [
    'the results of deliveries',
    async (db) => {
      const { id } = await outbox.db
        .updateTable('notifications.deliveries')
        .set({ leased_by: worker })
        .where('app_id', '=', appId)
        .where('notification_id', '=', `ntf_10${end}`)
        .returning('id')
        .executeTakeFirstOrThrow();
      const now = outbox.clock.now();
      await createDeliveryResults(db).record([
        {
          endpointId: appId,
          deliveryId: id,
          worker,
          startedAt: now,
          finishedAt: now,
          latencyMs: 1,
          request: { url: 'https://hooks.example/', headers: {} },
          status: 200,
          answer: '',
          error: null,
          succeeded: true,
          gone: false,
          failing: false,
          retryAt: undefined,
        },
      ]);
    },
  ],
  [
    'the log of deliveries',
    (db) => {
      const all = { state: undefined, notificationId: undefined, after: undefined };
      return storeOf(db).deliveries.list({ appId, ...all, limit: 50 });
    },
  ],
  [
    'recovering dropped events',
    async (db) => {
      const dropped = await outbox.db
        .updateTable('notifications.deliveries')
        .set({ state: 'dropped', due_at: null, leased_by: null, dropped_reason: 'attempts_exhausted' })
        .where('app_id', '=', appId)
        .where('state', '=', 'pending')
        .returning('created_at')
        .execute();
      expect(dropped.length).toBeGreaterThan(100);
      await storeOf(db).recovery.recover({ appId, since: new Date(0), status: undefined, limit: 50 });
    },
  ],
  [
    'deletion of expired rows',
    async (db) => {
      for (const deleteExpired of expiredRowDeletions(db, outbox.clock.now)) await deleteExpired(100);
    },
  ],
])('notifications queries: an index serves %s', async (_, work) => {
  for (const { statement, plan } of await explainStatements(outbox.db, work)) {
    // A sequential scan of a small table is fine.
    expect(plan, statement).not.toMatch(
      /Seq Scan on (notifications|deliveries|outcomes|consents|api_keys|devices|idempotency_keys)/,
    );
  }
});
