import type { ServiceMetrics } from '../runtime/metrics.ts';
import { notificationOutcomes, type NotificationStatus } from './notification-status.ts';

/** Creates a counter of notifications by status. Callers do not count test sends. */
export function createStatusCounter({
  counter,
}: Pick<ServiceMetrics, 'counter'>): (status: NotificationStatus) => void {
  const notifications = counter(
    'notifications_total',
    'Notifications by outcome; clicked ones count as delivered too',
    ['outcome'],
  );
  // Every series exists from the start, so that a rate includes the first increase.
  for (const outcome of [...notificationOutcomes, 'clicked']) notifications({ outcome }, 0);
  return (outcome) => notifications({ outcome });
}
