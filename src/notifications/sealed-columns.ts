import type { SealedColumn } from '../runtime/database/sealed-column.ts';
import { pushCredentialsPurpose } from './push/push-credentials.ts';
import { vapidKeyPurpose } from './push/vapid-key.ts';
import { subscriptionPurpose } from './push/web-push-transport.ts';
import { webhookKeyPurpose, webhookSecretPurpose } from '../runtime/webhooks/webhook-keys.ts';

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
