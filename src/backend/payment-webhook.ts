import contract from '../../generated/backend/spec.json' with { type: 'json' };
import type { components } from '../../generated/backend/types.ts';
import { sha256 } from '#sha256';
import { encodeBase64url } from '../protocol/base64url.ts';
import { utf8Text } from '../protocol/bytes.ts';
import { parseJsonObject } from '../protocol/json-object.ts';
import { createSchemaChecker } from '../runtime/contract.ts';
import type { IntentStatus, TransactionStatus } from './database.ts';

type PaymentWebhook = components['schemas']['PaymentWebhook'];

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
  readonly token: string;
  readonly network: string;
  /** Whether the product is a test product. */
  readonly test: boolean;
}

/** Optional members that must equal the intent when present. */
const whenPresent = ['amount', 'decimals', 'token', 'network'] as const;

/**
 * Returns the member in which a webhook contradicts the intent. Test payments settle test products only, and real
 * payments real products only.
 */
export function contradiction(webhook: PaymentWebhook, expected: ExpectedPayment): keyof ExpectedPayment | undefined {
  if (webhook.recipient !== expected.recipient) return 'recipient';
  const different = whenPresent.find((member) => webhook[member] !== undefined && webhook[member] !== expected[member]);
  if (different !== undefined) return different;
  return (webhook.test ?? false) === expected.test ? undefined : 'test';
}

interface SettledStatuses {
  readonly intentStatus: Exclude<IntentStatus, 'pending'>;
  readonly transactionStatus: TransactionStatus;
}

/** New statuses of an intent and its transaction, by webhook status. */
export const settledStatuses: Readonly<Record<PaymentWebhook['status'], SettledStatuses>> = {
  finalized: { intentStatus: 'completed', transactionStatus: 'paid' },
  failed: { intentStatus: 'failed', transactionStatus: 'failed' },
};
