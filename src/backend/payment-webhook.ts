import contract from '../../generated/backend/spec.json' with { type: 'json' };
import type { components } from '../../generated/backend/types.ts';
import { sha256 } from '#sha256';
import { encodeBase64url } from '../protocol/base64url.ts';
import { utf8Text } from '../protocol/bytes.ts';
import { parseJsonObject } from '../protocol/json-object.ts';
import { createSchemaChecker } from '../runtime/contract.ts';
import type { IntentStatus, TransactionStatus } from './database.ts';

export type PaymentWebhook = components['schemas']['PaymentWebhook'];

/** The one version that is understood; what is meant where none is said. */
export const webhookVersion = '3';

export interface ReceivedWebhook {
  readonly webhook: PaymentWebhook;
  /** The payload as it came, every character of it. */
  readonly payload: string;
  /** SHA-256, base64url. */
  readonly payloadHash: string;
}

const checkShape = createSchemaChecker(contract, 'PaymentWebhook');
const hasShape = (value: object): value is PaymentWebhook => checkShape(value).length === 0;

/** @returns undefined for bytes that are no payment webhook, or one that could not be kept as it is. */
export function readPaymentWebhook(body: Uint8Array): ReceivedWebhook | undefined {
  const webhook = parseJsonObject(body);
  const payload = utf8Text(body);
  if (webhook === undefined || payload === undefined || !hasShape(webhook) || !canBeKept(webhook, 0)) return undefined;
  return { webhook, payload, payloadHash: encodeBase64url(sha256(body)) };
}

/** Deepest nesting that is kept; the database reads JSON recursively and has an end. */
const maxDepth = 64;

/** Texts of PostgreSQL hold neither U+0000 nor half a surrogate pair. */
function canBeKept(value: unknown, depth: number): boolean {
  if (typeof value === 'string') return value.isWellFormed() && !value.includes('\0');
  if (typeof value !== 'object' || value === null) return true;
  if (depth >= maxDepth) return false;
  return Object.entries(value).every(([name, member]) => canBeKept(name, depth) && canBeKept(member, depth + 1));
}

/** What an intent says about its payment. */
export interface ExpectedPayment {
  readonly recipient: string;
  readonly amount: string;
  /** How many of the amount's digits stand behind the point. */
  readonly decimals: number;
  readonly token: string;
  readonly network: string;
  /** Whether nothing is to be really paid. */
  readonly test: boolean;
}

/** What a webhook may leave out, and may not say otherwise: 990000 in one token is another price in the next. */
const whenPresent = ['amount', 'decimals', 'token', 'network'] as const;

/**
 * The member in which a webhook says something else than the intent. A test payment never settles a real product, or
 * goods would be free; a real one never settles a test product.
 */
export function contradiction(webhook: PaymentWebhook, expected: ExpectedPayment): keyof ExpectedPayment | undefined {
  if (webhook.recipient !== expected.recipient) return 'recipient';
  const said = whenPresent.find((member) => webhook[member] !== undefined && webhook[member] !== expected[member]);
  if (said !== undefined) return said;
  return (webhook.test ?? false) === expected.test ? undefined : 'test';
}

export interface Outcome {
  readonly intentStatus: Exclude<IntentStatus, 'pending'>;
  readonly transactionStatus: TransactionStatus;
}

/** What becomes of an intent and its transaction. */
export const outcomes: Readonly<Record<PaymentWebhook['status'], Outcome>> = {
  finalized: { intentStatus: 'completed', transactionStatus: 'paid' },
  failed: { intentStatus: 'failed', transactionStatus: 'failed' },
};
