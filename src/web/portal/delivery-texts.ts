import type { Delivery, DeliveryState, DropReason } from '../../../generated/notifications/types.ts';
import type { Tone } from '../ui/values.tsx';

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
  const times = attemptsText(attempts.length);
  if (state === 'delivered') return attempts.length > 1 ? `Webhook received after ${times}` : 'Webhook received';
  if (state === 'dropped') return attempts.length > 0 ? `Webhook failed after ${times}` : 'Webhook not sent';
  return attempts.length > 0 ? `Webhook failed ${times}, retrying` : 'Webhook waiting';
}

export const attemptsText = (count: number): string => `${count} ${count === 1 ? 'attempt' : 'attempts'}`;

/** State of a delivery in one word. */
export const stateTexts: Readonly<Record<DeliveryState, string>> = {
  pending: 'Waiting',
  delivered: 'Received',
  dropped: 'Failed',
};

/** Colour of a delivery's state. */
export const stateTone: Readonly<Record<DeliveryState, Tone>> = { pending: 'busy', delivered: 'good', dropped: 'bad' };

/** Explanations of the contract's `error` codes. */
export const causes: Readonly<Record<string, string>> = {
  timeout: 'no response within 10 seconds',
  connection_refused: 'connection refused: no server at this address and port',
  name_not_resolved: 'the host name has no DNS entry',
  address_not_public: 'the address is not public, so no request was sent',
  tls_failed: 'the TLS certificate is not valid',
  lease_expired: 'the attempt was interrupted by a restart of the service',
};

export const dropReasons: Readonly<Record<DropReason, string>> = {
  attempts_exhausted: '8 attempts failed',
  webhook_deleted: 'the webhook was removed',
  webhook_paused: 'the webhook was paused for 30 days',
};

/** Returns whether an HTTP status accepts an event. */
export const isAccepted = (status: number | null): boolean => status !== null && status >= 200 && status < 300;
