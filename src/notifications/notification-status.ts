/** Outcomes of a push. A notification has exactly one of them. */
export const notificationOutcomes = [
  'delivered',
  'suppressed_user_in_app',
  'dropped_permission_revoked',
  'dropped_device_unreachable',
] as const;

export type NotificationOutcome = (typeof notificationOutcomes)[number];

/** Statuses of a notification; `clicked` follows `delivered`. */
export type NotificationStatus = NotificationOutcome | 'clicked';
