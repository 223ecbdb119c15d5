/** What can become of a push. A notification has exactly one of these. */
export const outcomes = [
  'delivered',
  'suppressed_user_in_app',
  'dropped_permission_revoked',
  'dropped_device_unreachable',
] as const;

export type Outcome = (typeof outcomes)[number];

/** `clicked` is recorded in addition to `delivered`. */
export type NotificationStatus = Outcome | 'clicked';
