import type { Kysely } from 'kysely';
import type { ServiceEnvironment } from '../runtime/http/create-service.ts';
import type { OutboundHttp } from '../runtime/outbound/outbound-http.ts';
import type { Tracing } from '../runtime/observe/tracing.ts';
import {
  createDeliveryCounter,
  createDeliveryWorker,
  type DeliveryOutcome,
} from '../runtime/webhooks/delivery-worker.ts';
import { webhookUserAgent, type SignedDelivery, signDelivery } from '../runtime/webhooks/delivery-attempt.ts';
import type { NotificationsWorkContext } from './context.ts';
import type { NotificationsDatabase } from './database.ts';
import { createHttp2Client } from '../runtime/outbound/http2-client.ts';
import { createApnsTransport } from './push/apns-transport.ts';
import { createFcmTransport } from './push/fcm-transport.ts';
import { createPushDispatcher, type PushIntake } from './push/push-dispatcher.ts';
import { streamTransport } from './push/push-transport.ts';
import { createWebPushTransport } from './push/web-push-transport.ts';
import type { NotificationsSettings } from './settings.ts';
import { createDeliveryOutbox } from './webhooks/delivery-result-store.ts';
import { createQueueLag, type ClaimedDelivery } from './webhooks/delivery-queue-store.ts';
import type { ServiceMetrics } from '../runtime/observe/metrics.ts';
import type { Ed25519Sign } from '../protocol/proof-jwt.ts';
import type { WebhookKeyring, WebhookSecrets } from '../runtime/webhooks/webhook-keys.ts';

interface BackgroundWorkDependencies {
  readonly db: Kysely<NotificationsDatabase>;
  readonly context: NotificationsWorkContext;
  readonly environment: Pick<ServiceEnvironment, 'log' | 'metrics' | 'tracing'>;
  readonly outbound: OutboundHttp;
  readonly settings: Pick<NotificationsSettings, 'pushContact' | 'apnsEndpoint' | 'fcmEndpoint'>;
}

/** Starts the delivery workers and the push dispatcher, and registers the metrics of their queues. */
export function startBackgroundWork({ db, context, environment, outbound, settings }: BackgroundWorkDependencies): {
  readonly pushIntake: PushIntake;
  readonly stop: () => Promise<void>;
} {
  const {
    store,
    now,
    newId,
    randomBytes,
    masterKey,
    webhookKeyring,
    webhookSecrets,
    eventBus,
    vapidKeys,
    pushCredentials,
  } = context;
  const { log, metrics, tracing } = environment;
  const continueTrace: Tracing['continueTrace'] = (parent, work) =>
    tracing ? tracing.continueTrace(parent, work) : work();

  const measure = metrics.outcomeHistogram('webhook_attempt_duration_seconds', 'Attempts to deliver a status webhook');
  const countDelivery = createDeliveryCounter(metrics);
  const countOfApp = createAppDeliveryCounter(metrics);
  // Test sends have a worker of their own, so that no number of them delays an event of a real notification.
  const deliveryWorkers = (['live', 'test'] as const).map((keys) =>
    createDeliveryWorker({
      store: createDeliveryOutbox(db, keys),
      sign: statusWebhookSigner(webhookKeyring, webhookSecrets),
      userAgent: webhookUserAgent,
      post: outbound.post,
      now,
      newId,
      log,
      continueTrace,
      random: () => Buffer.from(randomBytes(4)).readUInt32BE() / 2 ** 32,
      measure,
      countOutcome: (outcome, appId) => {
        countDelivery(outcome);
        countOfApp(outcome, appId);
      },
    }),
  );
  const measurePush = metrics.outcomeHistogram('push_attempt_duration_seconds', 'Requests to push services');
  const webPush = createWebPushTransport({
    post: outbound.post,
    masterKey,
    findVapidKey: vapidKeys.find,
    contact: settings.pushContact,
    now,
    measure: measurePush,
  });
  const http = createHttp2Client();
  const mobile = { http, masterKey, credentials: pushCredentials, now, measure: measurePush, log };
  const pushes = createPushDispatcher({
    ...store,
    transports: {
      'web-push': webPush,
      stream: streamTransport,
      apns: createApnsTransport({ ...mobile, endpoint: settings.apnsEndpoint }),
      fcm: createFcmTransport({ ...mobile, endpoint: settings.fcmEndpoint }),
    },
    eventBus,
    now,
    newId,
    log,
    continueTrace,
  });

  const lag = createQueueLag(db, store.pushes.time);
  metrics.gauge('webhook_overdue_seconds', 'Age of the oldest due delivery that no worker has claimed', lag.deliveries);
  metrics.gauge('push_overdue_seconds', 'Age of the oldest due push that no worker has claimed', lag.pushes);

  eventBus.on('deliveries', undefined, () => deliveryWorkers.forEach((worker) => worker.wake()));
  eventBus.on('notifications', undefined, pushes.wake);
  for (const worker of deliveryWorkers) worker.start();
  pushes.start();
  return {
    pushIntake: pushes,
    stop: async () => {
      await pushes.stop();
      http.close();
      await Promise.all(deliveryWorkers.map((worker) => worker.stop()));
    },
  };
}

/** Maximum number of apps with their own metric series, per process. Further apps share one, which bounds the memory. */
const maxNamedApps = 1_000;

/** Creates a counter of webhook delivery attempts by app. @param limit maximum number of apps with their own series */
export function createAppDeliveryCounter(
  { counter }: Pick<ServiceMetrics, 'counter'>,
  limit = maxNamedApps,
): (outcome: DeliveryOutcome, appId: string) => void {
  const deliveries = counter('app_webhook_deliveries_total', 'Webhook deliveries by app and outcome of the attempt', [
    'app',
    'outcome',
  ]);
  const named = new Set<string>();
  return (outcome, appId) => {
    if (named.size < limit) named.add(appId);
    deliveries({ app: named.has(appId) ? appId : 'other', outcome });
  };
}

interface StatusWebhook {
  readonly deliveryId: string;
  readonly notificationId: string;
  readonly status: string;
  readonly sessionAddress: string;
  readonly test: boolean;
}

/** Builds the signed request of one attempt. The body contains the time of the attempt. */
export async function signWebhookRequest(
  { deliveryId, notificationId, status, sessionAddress, test }: StatusWebhook,
  attemptedAt: Date,
  sign: Ed25519Sign,
  secrets: readonly Uint8Array[] = [],
): Promise<SignedDelivery> {
  const body = JSON.stringify({ notificationId, status, sessionAddress, test, timestamp: attemptedAt.toISOString() });
  return signDelivery({ id: deliveryId, body, attemptedAt }, sign, secrets);
}

/** Returns the function that signs claimed status webhooks with the current key and the secrets of their endpoint. */
export function statusWebhookSigner(webhookKeyring: WebhookKeyring, webhookSecrets: WebhookSecrets) {
  return (delivery: ClaimedDelivery, attemptedAt: Date): Promise<SignedDelivery> =>
    signWebhookRequest(
      { ...delivery, deliveryId: delivery.id },
      attemptedAt,
      webhookKeyring.signer(delivery.sealedPrivateKey),
      delivery.sealedSecrets.map(webhookSecrets.open),
    );
}
