import { randomBytes } from 'node:crypto';
import { pino } from 'pino';
import { createTestDatabase } from '../../../contract-tests/fixtures/runtime/test-database.ts';
import type { OutboundResponse, OutboundRequest } from '../../runtime/outbound-http.ts';
import { createIdGenerator } from '../../runtime/ids.ts';
import { createMasterKey } from '../../runtime/master-key.ts';
import type { NotificationsDatabase } from '../database.ts';
import { createDeliveryWorker } from '../delivery-worker.ts';
import { notificationsMigrations } from '../migrations/index.ts';
import { notificationId } from '../notification-id.ts';
import { createNotificationsStores } from '../stores.ts';
import { createDeliveryQueue } from '../store/delivery-queue.ts';
import { createDeliveryResults } from '../store/delivery-results.ts';
import { testScenario } from '../test-scenario.ts';
import { createWebhookKeyring } from '../webhook-keyring.ts';
import { testClock } from './notifications.ts';

/** Answers instead of the endpoints: what crosses the network is proved elsewhere. */
export type Endpoint = (request: OutboundRequest) => OutboundResponse | Promise<OutboundResponse>;

export const answering =
  (status: number, body = ''): Endpoint =>
  () => ({ status, body: new TextEncoder().encode(body) });

/** The outbox on a real database, with a clock to move, and as many workers as a test wants. */
export async function startOutbox() {
  const clock = testClock();
  const { now } = clock;
  const database = await createTestDatabase({ area: 'notifications', migrations: notificationsMigrations });
  const db = database.as<NotificationsDatabase>();
  const newId = createIdGenerator(() => now().getTime(), randomBytes);
  const store = createNotificationsStores(db, { now, newId, traceparent: () => null });
  const webhookKeyring = createWebhookKeyring(createMasterKey(randomBytes(32)), randomBytes);

  return {
    clock,
    db,
    store,
    webhookKeyring,
    /** An app with a webhook. */
    app: async (url = 'https://hooks.example/status') => {
      const appId = newId();
      await store.apps.createIfAbsent({ id: appId, ownerSub: 'developer', name: 'Coffee Corner', createdAt: now() });
      const { webhook } = await store.webhooks.set({ appId, url, createdAt: now(), ...webhookKeyring.create() });
      return { appId, webhook };
    },
    /** A test send: its events are in the outbox at once. @returns the notification */
    event: async (appId: string, scenario = 'delivered') =>
      store.sends.accept({
        appId,
        notificationId: notificationId(newId(), 'test'),
        sessionAddress: 'person',
        body: 'Rehearsal',
        startParam: undefined,
        bodyHash: '',
        idempotency: undefined,
        scenario: testScenario(scenario),
      }),
    worker: (post: Endpoint, random = () => 0) =>
      createDeliveryWorker({
        queue: createDeliveryQueue(db),
        results: createDeliveryResults(db),
        post: async (request) => post(request),
        webhookKeyring,
        now,
        random,
        newId,
        log: pino({ level: process.env['TEST_LOG'] ?? 'silent' }),
        measure: () => undefined,
        continueTrace: (_traceparent, work) => work(),
      }),
    deliveries: async (appId: string) =>
      (
        await store.deliveries.list({
          appId,
          state: undefined,
          notificationId: undefined,
          after: undefined,
          limit: 1000,
        })
      ).toReversed(),
    close: () => database.close(),
  };
}

export type TestOutbox = Awaited<ReturnType<typeof startOutbox>>;
