import type { Kysely } from 'kysely';
import { inTransaction } from '../runtime/in-transaction.ts';
import type { NotificationsDatabase } from './database.ts';
import { createApiKeyStore } from './store/api-keys.ts';
import { createAppStore } from './store/apps.ts';
import { createAuditStore } from './store/audit-events.ts';
import { createConsentStore } from './store/consents.ts';
import { createDeliveryStore } from './store/deliveries.ts';
import { createDeviceStore } from './store/devices.ts';
import { createPresenceStore } from './store/presence.ts';
import { createPushStore } from './store/pushes.ts';
import { createSendStore } from './store/sends.ts';
import { createUsageStore } from './store/usage.ts';
import { createWebhookStore } from './store/webhooks.ts';

export interface StoreTools {
  readonly now: () => Date;
  readonly newId: () => string;
  /** Of the request that is being worked on, for the workers that go on with it. */
  readonly traceparent: () => string | null;
}

/** All SQL of the area that operations need, by noun. */
export function createNotificationsStore(db: Kysely<NotificationsDatabase>, tools: StoreTools) {
  return {
    ...createAuditedStores(db, tools),
    /** Changes something and puts it on record, together or not at all. */
    atomically: <Result>(work: (stores: AuditedStores) => Promise<Result>): Promise<Result> =>
      inTransaction(db, (trx) => work(createAuditedStores(trx, tools))),
    consents: createConsentStore(db, tools),
    sends: createSendStore(db, tools),
    deliveries: createDeliveryStore(db, tools),
    devices: createDeviceStore(db),
    presence: createPresenceStore(db),
    pushes: createPushStore(db, tools),
    usage: createUsageStore(db),
  };
}

/** What developers change, and the record of it: over the database, or within one transaction. */
function createAuditedStores(db: Kysely<NotificationsDatabase>, tools: StoreTools) {
  return {
    apps: createAppStore(db),
    apiKeys: createApiKeyStore(db),
    webhooks: createWebhookStore(db),
    audit: createAuditStore(db, tools),
  };
}

type AuditedStores = ReturnType<typeof createAuditedStores>;

export type NotificationsStore = ReturnType<typeof createNotificationsStore>;
