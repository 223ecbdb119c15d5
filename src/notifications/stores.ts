import type { Kysely } from 'kysely';
import { inTransaction } from '../runtime/database/queries.ts';
import type { NotificationsDatabase } from './database.ts';
import { createApiKeyStore } from './api-keys/api-key-store.ts';
import {
  createAdministratorEventStore,
  createPersonDataStore,
  createPersonErasureStore,
} from './people/person-store.ts';
import { createMemberNameStore, createAppMemberStore } from './apps/member-store.ts';
import { createAppActivityStore, createNotificationsAuditStore } from './apps/audit-store.ts';
import { createAppAdministrationStore, createAppStore } from './apps/app-store.ts';
import { createConsentStore } from './consent/consent-store.ts';
import { createDeliveryStatisticsStore } from './webhooks/delivery-statistics-store.ts';
import { createDeliveryStore } from './webhooks/delivery-store.ts';
import type { NotificationsStoreDependencies } from './sends/status-store.ts';
import { createPresenceStore, createPushDeviceStore } from './push/device-store.ts';
import { createRecoveryStore } from './webhooks/recovery-store.ts';
import { createPushStore } from './push/push-store.ts';
import { createSendStore } from './sends/send-store.ts';
import { createSystemPushStore } from './sends/system-push-store.ts';
import { createSentNotificationStore, createStatusEventStore } from './sends/sent-notification-store.ts';
import { createUsageStore } from './apps/usage-store.ts';
import { createWebhookKeyStore } from './webhooks/webhook-key-store.ts';
import { createWebhookStore } from './webhooks/webhook-store.ts';
import type { SealedColumn } from '../runtime/database/sealed-column.ts';
import { pushCredentialsPurpose } from './push/push-credentials-store.ts';
import { vapidKeyPurpose } from './push/push-key-store.ts';
import { subscriptionPurpose } from './push/push-transport.ts';
import { webhookKeyPurpose, webhookSecretPurpose } from '../runtime/webhooks/webhook-keys.ts';

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
    systemPushes: createSystemPushStore(db, dependencies),
    deliveries: createDeliveryStore(db, dependencies),
    deliveryStatistics: createDeliveryStatisticsStore(db),
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
    memberNames: createMemberNameStore(db),
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

/** Columns of the notification service that are sealed under the master key. */
export const notificationsSealedColumns: readonly SealedColumn[] = [
  webhookColumn('sealed_private_key', webhookKeyPurpose),
  webhookColumn('sealed_next_private_key', webhookKeyPurpose),
  webhookColumn('sealed_secret', webhookSecretPurpose),
  webhookColumn('sealed_previous_secret', webhookSecretPurpose),
  {
    table: 'notifications.push_keys',
    column: 'sealed_private_key',
    key: ['id'],
    purposeOf: () => vapidKeyPurpose,
  },
  {
    table: 'notifications.push_credentials',
    column: 'sealed_credentials',
    key: ['transport'],
    purposeOf: () => pushCredentialsPurpose,
  },
  {
    table: 'notifications.devices',
    column: 'sealed_subscription',
    key: ['session_address', 'id'],
    purposeOf: () => subscriptionPurpose,
  },
];

function webhookColumn(column: string, purpose: string): SealedColumn {
  return { table: 'notifications.webhooks', column, key: ['app_id'], purposeOf: () => purpose };
}
