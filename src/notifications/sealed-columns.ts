import type { SealedColumn } from '../runtime/sealed-column.ts';
import { vapidKeyPurpose } from './push/vapid-key.ts';
import { subscriptionPurpose } from './push/web-push-transport.ts';
import { webhookKeyPurpose } from '../runtime/webhook-delivery/webhook-keyring.ts';

/** Columns of the notification service that are sealed under the master key. */
export const notificationsSealedColumns: readonly SealedColumn[] = [
  {
    table: 'notifications.webhooks',
    column: 'sealed_private_key',
    key: ['app_id'],
    purposeOf: () => webhookKeyPurpose,
  },
  {
    table: 'notifications.push_keys',
    column: 'sealed_private_key',
    key: ['id'],
    purposeOf: () => vapidKeyPurpose,
  },
  {
    table: 'notifications.devices',
    column: 'sealed_subscription',
    key: ['session_address', 'id'],
    purposeOf: () => subscriptionPurpose,
  },
];
