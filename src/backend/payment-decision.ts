import type { ContradictionCause, IntentStatus, TransactionStatus } from './database.ts';
import type { PaymentWebhook } from './payment-webhook.ts';

/** What is known about an invoice that a webhook names. */
export interface InvoiceState {
  readonly status: IntentStatus;
  readonly expiresAt: Date;
  /** Results and refund of the invoice. */
  readonly transactions: readonly { readonly status: TransactionStatus; readonly txHash: string | null }[];
}

/** What a webhook that matches its intent leads to. */
export type PaymentDecision =
  | { readonly action: 'settle' | 'refund' | 'acknowledge' }
  /** Acknowledged when repeating the delivery is pointless although nothing is wrong with the payload itself. */
  | { readonly action: 'contradict'; readonly cause: ContradictionCause; readonly acknowledged: boolean };

const contradict = (cause: ContradictionCause, acknowledged: boolean): PaymentDecision => ({
  action: 'contradict',
  cause,
  acknowledged,
});

/** Decides what a webhook means for its invoice. A missing txHash contradicts no other. */
export function decidePayment(webhook: PaymentWebhook, invoice: InvoiceState, now: Date): PaymentDecision {
  switch (webhook.status) {
    case 'finalized':
      return decideFinalized(webhook, invoice, now);
    case 'failed':
      if (invoice.status === 'completed') return contradict('failed_after_finalized', true);
      return { action: invoice.status === 'pending' ? 'settle' : 'acknowledge' };
    case 'refunded':
      return decideRefunded(webhook, invoice);
  }
}

function decideFinalized(webhook: PaymentWebhook, invoice: InvoiceState, now: Date): PaymentDecision {
  switch (invoice.status) {
    case 'pending':
      return invoice.expiresAt <= now ? contradict('expired', false) : { action: 'settle' };
    case 'failed':
      return contradict('finalized_after_failed', true);
    case 'completed':
      return namesAnother(webhook, invoice, 'paid') ? contradict('paid_twice', true) : { action: 'acknowledge' };
  }
}

function decideRefunded(webhook: PaymentWebhook, invoice: InvoiceState): PaymentDecision {
  if (invoice.status !== 'completed') return contradict('refund_without_payment', false);
  if (!invoice.transactions.some(({ status }) => status === 'refunded')) return { action: 'refund' };
  return namesAnother(webhook, invoice, 'refunded') ? contradict('refunded_twice', true) : { action: 'acknowledge' };
}

function namesAnother({ txHash }: PaymentWebhook, { transactions }: InvoiceState, status: TransactionStatus): boolean {
  const known = transactions.find((transaction) => transaction.status === status)?.txHash ?? undefined;
  return known !== undefined && txHash !== undefined && known !== txHash;
}
