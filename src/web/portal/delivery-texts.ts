import type { Delivery } from '../../../generated/notifications/types.ts';

/** Titles of events by status; what happened to the notification, not to its webhook. */
export const eventTitles: Readonly<Record<string, string>> = {
  delivered: 'Notification delivered',
  clicked: 'Notification clicked',
  suppressed_user_in_app: 'Notification suppressed: the user was in the app',
  dropped_permission_revoked: 'Notification dropped: permission revoked',
  dropped_device_unreachable: 'Notification dropped: no device reachable',
};

/** Returns the title of an event; the set of statuses is open. */
export const eventTitle = (status: string): string => eventTitles[status] ?? `Notification ${status}`;

/** Returns the text of what happened to the webhook of an event. */
export function deliverySummary({ state, attempts }: Pick<Delivery, 'state' | 'attempts'>): string {
  const times = `${attempts.length} ${attempts.length === 1 ? 'attempt' : 'attempts'}`;
  if (state === 'delivered') return attempts.length > 1 ? `Webhook received after ${times}` : 'Webhook received';
  if (state === 'dropped') return attempts.length > 0 ? `Webhook failed after ${times}` : 'Webhook not sent';
  return attempts.length > 0 ? `Webhook failed ${times}, retrying` : 'Webhook waiting';
}
