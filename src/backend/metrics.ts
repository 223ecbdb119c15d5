import type { ServiceMetrics } from '../runtime/metrics.ts';

/** `contradicted`: a signed webhook was stored as a contradiction. */
const paymentOutcomes = ['paid', 'failed', 'refunded', 'contradicted'] as const;
export type CountedPayment = (typeof paymentOutcomes)[number];

/** Metrics of payments. */
export interface BackendMetrics {
  readonly countPayment: (outcome: CountedPayment) => void;
}

/** @param countOpen number of open contradictions */
export function createBackendMetrics(
  { counter, gauge }: Pick<ServiceMetrics, 'counter' | 'gauge'>,
  countOpen: () => Promise<number>,
): BackendMetrics {
  const payments = counter('payments_total', 'Payment webhooks that changed something, by outcome', ['outcome']);
  // Exist from the start, so that an alert sees the first increase.
  for (const outcome of paymentOutcomes) payments({ outcome }, 0);
  gauge('payment_contradictions_open', 'Contradictions that no administrator has resolved, at most 1000', countOpen);
  return { countPayment: (outcome) => payments({ outcome }) };
}
