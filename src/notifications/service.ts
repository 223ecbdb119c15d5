import type { FastifyInstance } from 'fastify';
import contract from '../../generated/notifications/spec.json' with { type: 'json' };
import { createVerifiedTokenCache } from '../protocol/verified-token-cache.ts';
import { createService, type ServiceEnvironment } from '../runtime/create-service.ts';
import type { Database } from '../runtime/database.ts';
import { createKeySetCache } from '../protocol/key-set-cache.ts';
import type { MasterKey } from '../runtime/master-key.ts';
import { createOutboundHttp } from '../runtime/outbound-http.ts';
import { startDeletingExpired } from '../runtime/delete-expired.ts';
import { createReplayStore } from '../runtime/replay-store.ts';
import { createRequestTracer } from '../runtime/request-tracer.ts';
import type { Tracing } from '../runtime/tracing.ts';
import { allowOrigins } from './cors.ts';
import type { NotificationsDatabase } from './database.ts';
import { createDeliveryWorker } from './delivery-worker.ts';
import { notificationsErrors } from './errors.ts';
import type { NotificationsContext } from './handler.ts';
import { createKnownKeys } from './known-keys.ts';
import { notificationsHandlers } from './operations/index.ts';
import { createDispatcher } from './push/dispatcher.ts';
import { createPushStreams } from './push/push-streams.ts';
import { streamTransport } from './push/stream-transport.ts';
import { loadVapidKey } from './push/vapid-key.ts';
import { createWebPushTransport } from './push/web-push-transport.ts';
import { createSecurity } from './security.ts';
import type { NotificationsSettings } from './settings.ts';
import { createRelayedSignals } from './signal-relay.ts';
import { createNotificationsStore } from './store.ts';
import { createDeliveryQueue } from './store/delivery-queue.ts';
import { createDeliveryResults } from './store/delivery-results.ts';
import { createOverdue, type OverdueSince } from './store/overdue.ts';
import { createPruning } from './store/pruning.ts';
import { createPushKeyStore } from './store/push-keys.ts';
import { createWebhookKeys } from './webhook-keys.ts';

/** Largest request, bytes. */
const bodyLimit = 64 * 1024;

export interface NotificationsParts {
  readonly database: Database;
  readonly masterKey: MasterKey;
  readonly settings: NotificationsSettings;
  readonly environment: ServiceEnvironment;
  readonly now: () => Date;
  readonly randomBytes: (length: number) => Uint8Array;
  readonly newId: () => string;
  /** For the provider's key set. */
  readonly fetch: typeof globalThis.fetch;
  /** Adds pages for people. */
  readonly pages?: ((app: FastifyInstance) => Promise<void>) | undefined;
}

export interface NotificationsService {
  readonly app: FastifyInstance;
  /** Ends background work: what is under way is finished, what is due waits for the next start. */
  readonly stop: () => Promise<void>;
}

/** The notification service over a migrated database, its workers running; the caller listens and closes. */
export async function createNotificationsService(parts: NotificationsParts): Promise<NotificationsService> {
  const { database, masterKey, settings, environment, now, randomBytes, newId, pages } = parts;
  const { log, metrics } = environment;
  const db = database.as<NotificationsDatabase>();
  const traceparent = () => environment.tracing?.currentTraceparent() ?? null;
  const following: Tracing['continueTrace'] = (parent, work) =>
    environment.tracing ? environment.tracing.continueTrace(parent, work) : work();
  const store = createNotificationsStore(db, { now, newId, traceparent });
  const replayStore = createReplayStore(database.db, 'notifications.dpop_proofs');
  const jwks = createKeySetCache({ url: settings.jwksUrl, fetch: parts.fetch, now: () => now().getTime() });
  const outbound = createOutboundHttp({
    allow: settings.webhookAllowTargets,
    trace: environment.tracing && createRequestTracer('notifications', environment.tracing),
  });
  const webhookKeys = createWebhookKeys(masterKey, randomBytes);
  const vapidKey = await loadVapidKey(createPushKeyStore(db), masterKey, now());
  const { signals, stop: stopRelay } = createRelayedSignals({ database, newId, log });
  const streams = createPushStreams({ ...store, signals, now, newId, log });

  const deliveries = createDeliveryWorker({
    queue: createDeliveryQueue(db),
    results: createDeliveryResults(db),
    post: outbound.post,
    webhookKeys,
    now,
    newId,
    log,
    following,
    random: () => Buffer.from(randomBytes(4)).readUInt32BE() / 2 ** 32,
    measure: metrics.outcomeHistogram('webhook_attempt_duration_seconds', 'Attempts to deliver a status webhook'),
  });
  const overdue = createOverdue(db);
  const waiting = (since: OverdueSince) => async () => {
    const at = now();
    return (at.getTime() - ((await since(at)) ?? at).getTime()) / 1000;
  };
  metrics.gauge(
    'webhook_overdue_seconds',
    'Age of the oldest due delivery that nobody took',
    waiting(overdue.deliveries),
  );
  metrics.gauge('push_overdue_seconds', 'Age of the oldest due push that nobody took', waiting(overdue.pushes));
  const webPush = createWebPushTransport({
    post: outbound.post,
    masterKey,
    vapidKey,
    contact: settings.pushContact,
    now,
    measure: metrics.outcomeHistogram(
      'push_attempt_duration_seconds',
      'Attempts to hand a push to the push service of a browser',
    ),
  });
  const dispatcher = createDispatcher({
    ...store,
    transports: { 'web-push': webPush, stream: streamTransport },
    signals,
    now,
    newId,
    log,
    following,
  });

  const context: NotificationsContext = {
    store,
    now,
    newId,
    randomBytes,
    masterKey,
    webhookKeys,
    vetUrl: outbound.checkUrl,
    signals,
    streams,
    pushKey: vapidKey.publicKey,
  };
  const knownKeys = createKnownKeys();
  const app = await createService(
    {
      name: 'notifications',
      contract,
      handlers: notificationsHandlers,
      context,
      identifyClient: knownKeys.clientOf,
      security: createSecurity({
        apiKeys: store.apiKeys,
        knownKeys,
        issuer: settings.issuer,
        keys: (kid) => jwks.key(kid),
        replayStore,
        masterKey,
        tokenCache: createVerifiedTokenCache(),
        portalClients: settings.portalClients,
        now,
      }),
      errors: notificationsErrors,
      bodyLimit,
      extend: async (instance) => {
        // Open streams would keep the server from closing.
        instance.addHook('preClose', async () => streams.stop());
        await allowOrigins(instance, settings.allowedOrigins);
        await pages?.(instance);
      },
    },
    environment,
  );

  signals.on('deliveries', deliveries.wake);
  signals.on('notifications', dispatcher.wake);
  deliveries.start();
  dispatcher.start();
  const prunes = [...createPruning(db, now), (limit: number) => replayStore.deleteExpired(now(), limit)];
  const pruning = startDeletingExpired(prunes, environment);

  return {
    app,
    stop: async () => {
      await pruning.stop();
      await dispatcher.stop();
      await deliveries.stop();
      await stopRelay();
      await outbound.close();
    },
  };
}
