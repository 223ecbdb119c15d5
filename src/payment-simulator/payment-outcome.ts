import { sha512 } from '@noble/hashes/sha2.js';
import { base58 } from '@scure/base';
import { utf8 } from '../protocol/bytes.ts';
import type { components } from '../../generated/backend/types.ts';

type Schemas = components['schemas'];
export type InvoiceStatement = Schemas['InvoiceStatement'];
export type SimulatedWebhook = Schemas['PaymentWebhook'];

/**
 * Outcomes to simulate. `paid:failed`: the user pays, and the payment fails afterwards. `paid:refunded`: the payment is
 * paid back. `failed:paid`: a payment is reported as failed and then as finalized; an administrator resolves the contradiction.
 */
export const scenarios = ['paid', 'paid:failed', 'cancelled', 'paid:refunded', 'failed:paid'] as const;
export type Scenario = (typeof scenarios)[number];

export const isScenario = (text: string): text is Scenario => scenarios.some((known) => known === text);

/** Decimal places by token. */
const decimals: Readonly<Record<InvoiceStatement['token'], number>> = { USDC: 6, PLATFORM: 9 };

/** Statuses that the payment service reports, in order. */
const reports: Readonly<Record<Scenario, readonly SimulatedWebhook['status'][]>> = {
  paid: ['finalized'],
  'paid:failed': ['failed'],
  cancelled: [],
  'paid:refunded': ['finalized', 'refunded'],
  'failed:paid': ['failed', 'finalized'],
};

export interface SimulatedPayment {
  readonly scenario: Scenario;
  /** Name of the token in the webhooks; default: the slug of the invoice. */
  readonly tokenName?: string | undefined;
}

/** Returns the payloads of the payment webhooks, in order; none for a cancelled payment. */
export function paymentWebhooks(
  { invoice, recipient, amount, token, network, test }: InvoiceStatement,
  { scenario, tokenName = token }: SimulatedPayment,
): readonly SimulatedWebhook[] {
  return reports[scenario].map((status) => ({
    invoice,
    recipient,
    status,
    ...(status !== 'failed' && { txHash: txHashOf(invoice, status) }),
    amount,
    decimals: decimals[token],
    token: tokenName,
    network,
    ...(test !== undefined && { test: true }),
  }));
}

/** Derives a hash that is the same for every repetition: 64 bytes, the length of a Solana transaction signature. */
const txHashOf = (invoice: string, status: SimulatedWebhook['status']): string =>
  base58.encode(sha512(utf8(`${status} ${invoice}`)));
