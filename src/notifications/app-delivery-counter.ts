import type { ServiceMetrics } from '../runtime/metrics.ts';
import type { DeliveryOutcome } from '../runtime/webhook-delivery/delivery-counter.ts';

/** Maximum number of apps with their own metric series, per process. Further apps share one, which bounds the memory. */
const maxNamedApps = 1_000;

/** Creates a counter of webhook delivery attempts by app. @param limit maximum number of apps with their own series */
export function createAppDeliveryCounter(
  { counter }: Pick<ServiceMetrics, 'counter'>,
  limit = maxNamedApps,
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
