import type { FastifyInstance } from 'fastify';
import type { ServiceEnvironment } from '../runtime/http/create-service.ts';
import { type Database, createReplicaReads } from '../runtime/database/database.ts';
import type { StatusLists } from '../protocol/status-lists.ts';
import type { MasterKey } from '../runtime/start/master-key.ts';
import type { UsedProofs } from '../runtime/caller/replay-store.ts';
import { createAppAdministrationStore } from './apps/app-store.ts';
import { createOutboundHttp } from '../runtime/outbound/outbound-http.ts';
import { createRequestTracer } from '../runtime/observe/tracing.ts';
import type { NotificationsDatabase } from './database.ts';
import { createDistributedEventBus } from './push/distributed-event-bus.ts';
import type { PushIntake } from './push/push-dispatcher.ts';
import { createPushStreams } from './push/push-streams.ts';
import { createPushCredentialsKeyring, createPushCredentialsStore } from './push/push-credentials-store.ts';
import { createPushKeyStore, openVapidKeyring } from './push/push-key-store.ts';
import type { NotificationsSettings } from './settings.ts';
import { createNotificationsStores } from './stores.ts';
import { createWebhookKeyring, createWebhookSecrets } from '../runtime/webhooks/webhook-keys.ts';
import contract from '../../generated/notifications/spec.json' with { type: 'json' };
import { createResourceMetadata } from '../runtime/caller/resource-server.ts';
import type { ServiceMetrics } from '../runtime/observe/metrics.ts';
import { notificationOutcomes, type NotificationStatus } from './sends/notification.ts';

/** Collaborators of the notification service, injected by the composition root. */
export interface NotificationsDependencies {
  readonly database: Database;
  /** A read replica of the database; undefined when there is none. */
  readonly replica?: Database | undefined;
  /** Stores used proofs instead of the database. */
  readonly usedProofs?: UsedProofs | undefined;
  readonly masterKey: MasterKey;
  readonly settings: NotificationsSettings;
  readonly environment: ServiceEnvironment;
  readonly now: () => Date;
  /** Time of the database, which due times of pushes follow; read from the database by default. */
  readonly databaseTime?: (() => Promise<Date>) | undefined;
  readonly randomBytes: (length: number) => Uint8Array;
  readonly newId: () => string;
  /** Fetches the provider's key set. */
  readonly fetch: typeof globalThis.fetch;
  /** Registers pages for people. */
  readonly pages?: ((app: FastifyInstance) => Promise<void>) | undefined;
}

/** What handlers share with the background work, which takes the pushes that they accept. */
export type NotificationsWorkContext = Awaited<ReturnType<typeof createNotificationsContext>>['context'];

/** What every handler receives besides its input. */
export type NotificationsHandlerContext = NotificationsWorkContext & { readonly pushIntake: PushIntake };

/** Creates the context of handlers, and what the background workers share with it. */
export async function createNotificationsContext({
  database,
  replica,
  masterKey,
  settings,
  environment: { baseUrl, log, metrics, tracing },
  now,
  databaseTime,
  randomBytes,
  newId,
  statusLists,
}: Omit<NotificationsDependencies, 'fetch' | 'pages'> & { readonly statusLists: StatusLists }) {
  const db = database.as<NotificationsDatabase>();
  const store = createNotificationsStores(db, {
    now,
    newId,
    databaseTime,
    traceparent: () => tracing?.currentTraceparent() ?? null,
    countStatus: createStatusCounter(metrics),
  });
  const { count: countApps } = store.appAdministration;
  const read = createReplicaReads(() => now().getTime());
  const outbound = createOutboundHttp({
    allow: settings.webhookAllowTargets,
    trace: tracing && createRequestTracer('notifications', tracing),
  });
  const vapidKeys = await openVapidKeyring(createPushKeyStore(db), masterKey, now());
  const eventBus = await createDistributedEventBus({ database, natsUrl: settings.natsUrl, newId, log });
  const context = {
    store,
    /** Counts apps, on the replica when there is one. */
    countApps: replica
      ? read(createAppAdministrationStore(replica.as<NotificationsDatabase>()).count, countApps)
      : countApps,
    now,
    newId,
    randomBytes,
    masterKey,
    webhookKeyring: createWebhookKeyring(masterKey, randomBytes),
    webhookSecrets: createWebhookSecrets(masterKey, randomBytes),
    /** Returns the reason why requests to a URL are refused; undefined when they are allowed. */
    checkUrl: outbound.checkUrl,
    documents: {
      resourceMetadata: createResourceMetadata({
        title: contract.info.title,
        baseUrl,
        issuer: settings.issuer,
        scopes: ['openid', 'notifications:host'],
        bearer: true,
      }),
    },
    health: metrics.health,
    eventBus,
    streams: createPushStreams({ ...store, statusLists, eventBus, now, newId, log }),
    vapidKeys,
    pushCredentials: createPushCredentialsKeyring(createPushCredentialsStore(db), masterKey),
  };
  return { context, outbound, stopEventBus: eventBus.stop };
}

/** Creates a counter of notifications by status. Callers do not count test sends. */
function createStatusCounter({ counter }: Pick<ServiceMetrics, 'counter'>): (status: NotificationStatus) => void {
  const notifications = counter(
    'notifications_total',
    'Notifications by outcome; clicked ones count as delivered too',
    ['outcome'],
  );
  // Every series exists from the start, so that a rate includes the first increase.
  for (const outcome of [...notificationOutcomes, 'clicked']) notifications({ outcome }, 0);
  return (outcome) => notifications({ outcome });
}
