import { sha256Base64url } from '#sha256';
import contract from '../../../generated/backend/spec.json' with { type: 'json' };
import type { components } from '../../../generated/backend/types.ts';
import { utf8Text } from '../../protocol/bytes.ts';
import { parseJsonObject } from '../../protocol/json-object.ts';
import { createSchemaChecker } from '../../runtime/contract/contract.ts';
import type { ContradictionCause, IntentStatus, Token, TransactionStatus } from '../database.ts';
import type { TokenNames } from '../settings.ts';

export type PaymentWebhook = components['schemas']['PaymentWebhook'];

/** The only supported version, and the default without X-Webhook-Version. */
export const webhookVersion = '3';

export interface ReceivedWebhook {
  readonly webhook: PaymentWebhook;
  /** The payload text, unchanged. */
  readonly payload: string;
  /** SHA-256, base64url. */
  readonly payloadHash: string;
}

const checkShape = createSchemaChecker(contract, 'PaymentWebhook');
const hasShape = (value: object): value is PaymentWebhook => checkShape(value).length === 0;

/** Parses a payment webhook. @returns undefined for an invalid payload, or one that PostgreSQL cannot store unchanged */
export function readPaymentWebhook(body: Uint8Array): ReceivedWebhook | undefined {
  const webhook = parseJsonObject(body);
  const payload = utf8Text(body);
  if (webhook === undefined || payload === undefined || !hasShape(webhook) || !isStorable(webhook, 0)) return undefined;
  return { webhook, payload, payloadHash: sha256Base64url(body) };
}

/** Maximum nesting of stored payloads; PostgreSQL parses JSON recursively, with a stack limit. */
const maxDepth = 64;

/** Whether PostgreSQL can store the value: its texts contain neither U+0000 nor unpaired surrogates. */
function isStorable(value: unknown, depth: number): boolean {
  if (typeof value === 'string') return value.isWellFormed() && !value.includes('\0');
  if (typeof value !== 'object' || value === null) return true;
  if (depth >= maxDepth) return false;
  return Object.entries(value).every(([name, member]) => isStorable(name, depth) && isStorable(member, depth + 1));
}

/** What a webhook must state for an intent. */
interface ExpectedPayment {
  readonly recipient: string;
  readonly amount: string;
  /** Number of decimal digits in the amount. */
  readonly decimals: number;
  readonly token: Token;
  readonly network: string;
  /** Whether the product is a test product. */
  readonly test: boolean;
}

/**
 * Returns the member in which a webhook contradicts the intent. Test payments settle test products only, and real
 * payments real products only. The payment service has its own names for tokens, so that only a known name of another
 * token contradicts, and decimals are compared only for the token that the invoice names.
 */
export function contradiction(
  webhook: PaymentWebhook,
  expected: ExpectedPayment,
  { tokenOf }: TokenNames,
): keyof ExpectedPayment | undefined {
  const { recipient, amount, decimals, token = expected.token, network, test = false } = webhook;
  const rules: readonly (readonly [keyof ExpectedPayment, boolean])[] = [
    ['recipient', recipient === expected.recipient],
    ['amount', amount === undefined || amount === expected.amount],
    ['decimals', decimals === undefined || token !== expected.token || decimals === expected.decimals],
    ['token', (tokenOf(token) ?? expected.token) === expected.token],
    ['network', network === undefined || network === expected.network],
    ['test', test === expected.test],
  ];
  return rules.find(([, holds]) => !holds)?.[0];
}

interface SettledStatuses {
  readonly intentStatus: Exclude<IntentStatus, 'pending'>;
  readonly transactionStatus: TransactionStatus;
}

/** New statuses of a pending intent and its transaction, by webhook status. */
export const settledStatuses: Readonly<Record<'finalized' | 'failed', SettledStatuses>> = {
  finalized: { intentStatus: 'completed', transactionStatus: 'paid' },
  failed: { intentStatus: 'failed', transactionStatus: 'failed' },
};

/** What is known about an invoice that a webhook names. */
export interface InvoiceState {
  readonly status: IntentStatus;
  readonly expiresAt: Date;
  /** Results and refund of the invoice. */
  readonly transactions: readonly { readonly status: TransactionStatus; readonly txHash: string | null }[];
}

/** What a webhook that matches its intent leads to. */
type PaymentDecision =
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
