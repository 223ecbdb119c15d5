import type { Kysely } from 'kysely';
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
}

/** All SQL of the area that operations need, by noun. */
export function createNotificationsStore(db: Kysely<NotificationsDatabase>, tools: StoreTools) {
  return {
    apps: createAppStore(db),
    audit: createAuditStore(db, tools),
    apiKeys: createApiKeyStore(db),
    consents: createConsentStore(db, tools),
    sends: createSendStore(db, tools),
    webhooks: createWebhookStore(db),
    deliveries: createDeliveryStore(db, tools),
    devices: createDeviceStore(db),
    presence: createPresenceStore(db),
    pushes: createPushStore(db, tools),
    usage: createUsageStore(db),
  };
}

export type NotificationsStore = ReturnType<typeof createNotificationsStore>;
