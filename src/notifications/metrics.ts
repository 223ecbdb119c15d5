import type { ServiceMetrics } from '../runtime/metrics.ts';
import { notificationOutcomes, type NotificationStatus } from './notification-status.ts';

/** Returns what counts the statuses of notifications, test sends excluded. */
export function createStatusCounter({
  counter,
}: Pick<ServiceMetrics, 'counter'>): (status: NotificationStatus) => void {
  const notifications = counter(
    'notifications_total',
    'Notifications by outcome; clicked ones count as delivered too',
    ['outcome'],
  );
  // Exist from the start, so that rates see the first increase.
  for (const outcome of [...notificationOutcomes, 'clicked']) notifications({ outcome }, 0);
  return (outcome) => notifications({ outcome });
}
