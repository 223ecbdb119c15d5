import type { NotificationsTables } from '../../generated/notifications/tables.ts';
import type { components } from '../../generated/notifications/types.ts';
import type { TypedTables } from '../runtime/database/database.ts';
import * as initial from './migrations/0001-initial.ts';

export type AdministratorEventName = 'person_exported' | 'person_erased' | 'push_credentials_set';

interface NotificationsColumns {
  'notifications.prompt_budgets': { shown: number[] };
  'notifications.notifications': { handovers: Record<string, number> };
  'notifications.delivery_attempts': { headers: Record<string, string> };
  'notifications.administrator_events': { event: AdministratorEventName; details: Record<string, number> };
  'notifications.audit_events': { details: Record<string, string> };
}

/**
 * Tables of the notification service, as `migrations/` creates them. Keys of an app's rows begin with `app_id`, keys of
 * a person's rows with `session_address`, so that tables can be distributed over machines.
 */
export interface NotificationsDatabase extends TypedTables<NotificationsTables, NotificationsColumns> {}

export type MemberRole = NotificationsDatabase['notifications.app_members']['role'];
export type DeliveryState = NotificationsDatabase['notifications.deliveries']['state'];
export type DropReason = NonNullable<NotificationsDatabase['notifications.deliveries']['dropped_reason']>;
export type MobileTransport = components['schemas']['MobileTransport'];
export type DeviceTransport = components['schemas']['DeviceTransport'];

/** Result of `PushSubscription.toJSON()` in a browser. */
export interface PushSubscription {
  readonly endpoint: string;
  readonly keys: { readonly p256dh: string; readonly auth: string };
}

/** Migrations, forward only, in this order. */
export const notificationsMigrations = [initial];
