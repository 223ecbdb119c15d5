import type { components } from '../../generated/backend/types.ts';

type Schemas = components['schemas'];
export type InvoiceStatement = Schemas['InvoiceStatement'];
export type PaymentWebhook = Schemas['PaymentWebhook'];

/** Outcomes to simulate; with `paid:failed` the user pays and the payment fails afterwards. */
export const scenarios = ['paid', 'paid:failed', 'cancelled'] as const;
export type Scenario = (typeof scenarios)[number];

export const isScenario = (text: string): text is Scenario => scenarios.some((known) => known === text);

/** Decimal places by token. */
const decimals: Readonly<Record<InvoiceStatement['token'], number>> = { USDC: 6, PLATFORM: 9 };

/** Returns the payment webhook's payload; undefined for a cancelled payment, which causes no webhook. */
export function paymentOutcome(
  { invoice, recipient, amount, token, network, test }: InvoiceStatement,
  scenario: Scenario,
  txHash: string,
): PaymentWebhook | undefined {
  if (scenario === 'cancelled') return undefined;
  return {
    invoice,
    recipient,
    status: scenario === 'paid' ? 'finalized' : 'failed',
    ...(scenario === 'paid' && { txHash }),
    amount,
    decimals: decimals[token],
    token,
    network,
    ...(test !== undefined && { test: true }),
  };
}
