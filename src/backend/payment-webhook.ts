import contract from '../../generated/backend/spec.json' with { type: 'json' };
import type { components } from '../../generated/backend/types.ts';
import { sha256 } from '#sha256';
import { encodeBase64url } from '../protocol/base64url.ts';
import { utf8Text } from '../protocol/bytes.ts';
import { parseJsonObject } from '../protocol/json-object.ts';
import { createSchemaChecker } from '../runtime/contract.ts';
import type { IntentStatus, Token, TransactionStatus } from './database.ts';
import type { TokenNames } from './token-names.ts';

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
  return { webhook, payload, payloadHash: encodeBase64url(sha256(body)) };
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
export interface ExpectedPayment {
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
