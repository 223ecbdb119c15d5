import type { ServiceMetrics } from '../metrics.ts';
import type { WebhookResult } from './delivery-store.ts';

/** `delivered`: accepted. `retried`: failed, and is attempted again. `failed`: failed, and was the last attempt. */
export type DeliveryOutcome = 'delivered' | 'retried' | 'failed';

const outcomes: readonly DeliveryOutcome[] = ['delivered', 'retried', 'failed'];

export const deliveryOutcome = ({
  succeeded,
  gone,
  retryAt,
}: Pick<WebhookResult, 'succeeded' | 'gone' | 'retryAt'>): DeliveryOutcome => {
  if (succeeded) return 'delivered';
  return gone || retryAt === undefined ? 'failed' : 'retried';
};

/** Returns what counts the attempts of webhook deliveries by outcome. */
export function createDeliveryCounter({
  counter,
}: Pick<ServiceMetrics, 'counter'>): (outcome: DeliveryOutcome) => void {
  const deliveries = counter('webhook_deliveries_total', 'Webhook deliveries by outcome of the attempt', ['outcome']);
  // Exist from the start, so that rates see the first increase.
  for (const outcome of outcomes) deliveries({ outcome }, 0);
  return (outcome) => deliveries({ outcome });
}
