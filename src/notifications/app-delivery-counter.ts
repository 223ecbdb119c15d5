import type { ServiceMetrics } from '../runtime/metrics.ts';
import type { DeliveryOutcome } from '../runtime/webhook-delivery/delivery-counter.ts';

/** Apps with series of their own, per process; the others share one, so that no number of apps exhausts the memory. */
const namedApps = 1_000;

/** Returns what counts the attempts of webhook deliveries per app. @param limit apps with series of their own */
export function createAppDeliveryCounter(
  { counter }: Pick<ServiceMetrics, 'counter'>,
  limit = namedApps,
): (outcome: DeliveryOutcome, appId: string) => void {
  const deliveries = counter('app_webhook_deliveries_total', 'Webhook deliveries by app and outcome of the attempt', [
    'app',
    'outcome',
  ]);
  const named = new Set<string>();
  return (outcome, appId) => {
    if (named.size < limit) named.add(appId);
    deliveries({ app: named.has(appId) ? appId : 'other', outcome });
  };
}
