import type { Kysely } from 'kysely';
import { inTransaction } from '../runtime/in-transaction.ts';
import type { NotificationsDatabase } from './database.ts';
import { createApiKeyStore } from './store/api-keys.ts';
import { createAdministratorEventStore } from './store/administrator-events.ts';
import { createAppActivityStore } from './store/app-activity.ts';
import { createAppAdministrationStore } from './store/app-administration.ts';
import { createAppMemberStore } from './store/app-members.ts';
import { createAppStore } from './store/apps.ts';
import { createNotificationsAuditStore } from './store/audit-events.ts';
import { createConsentStore } from './store/consents.ts';
import { createDeliveryStore } from './store/deliveries.ts';
import type { NotificationsStoreDependencies } from './store/dependencies.ts';
import { createPushDeviceStore } from './store/devices.ts';
import { createPersonErasureStore } from './store/person-erasure.ts';
import { createPersonDataStore } from './store/person-data.ts';
import { createPresenceStore } from './store/presence.ts';
import { createRecoveryStore } from './store/recovery.ts';
import { createPushStore } from './store/pushes.ts';
import { createSendStore } from './store/sends.ts';
import { createSentNotificationStore } from './store/sent-notifications.ts';
import { createStatusEventStore } from './store/status-events.ts';
import { createUsageStore } from './store/usage.ts';
import { createWebhookKeyStore } from './store/webhook-keys.ts';
import { createWebhookStore } from './store/webhooks.ts';

/** Creates all stores that operations use. */
export function createNotificationsStores(
  db: Kysely<NotificationsDatabase>,
  dependencies: NotificationsStoreDependencies,
) {
  return {
    ...createAuditedStores(db, dependencies),
    /** Runs a change and its audit record in one transaction. */
    atomically: <Result>(work: (stores: AuditedStores) => Promise<Result>): Promise<Result> =>
      inTransaction(db, (trx) => work(createAuditedStores(trx, dependencies))),
    consents: createConsentStore(db, dependencies),
    sends: createSendStore(db, dependencies),
    deliveries: createDeliveryStore(db, dependencies),
    devices: createPushDeviceStore(db),
    presence: createPresenceStore(db),
    pushes: createPushStore(db, dependencies),
    recovery: createRecoveryStore(db, dependencies),
    sentNotifications: createSentNotificationStore(db),
    statusEvents: createStatusEventStore(db),
    usage: createUsageStore(db),
    appActivity: createAppActivityStore(db),
    appAdministration: createAppAdministrationStore(db),
    administratorEvents: createAdministratorEventStore(db),
    personData: createPersonDataStore(db),
    personErasure: createPersonErasureStore(db),
  };
}

/** Stores of what developers change, and of its audit records; `db` may be a transaction. */
function createAuditedStores(db: Kysely<NotificationsDatabase>, dependencies: NotificationsStoreDependencies) {
  return {
    apps: createAppStore(db),
    members: createAppMemberStore(db),
    apiKeys: createApiKeyStore(db),
    webhooks: createWebhookStore(db),
    webhookKeys: createWebhookKeyStore(db),
    audit: createNotificationsAuditStore(db, dependencies),
  };
}

type AuditedStores = ReturnType<typeof createAuditedStores>;

export type NotificationsStores = ReturnType<typeof createNotificationsStores>;
