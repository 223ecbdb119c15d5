import { parseEd25519Hex } from '../../protocol/ed25519-key.ts';
import { isJsonObject, parseJsonObject } from '../../protocol/json-object.ts';
import { verifyPaymentSignature, WebhookSignatureError } from '../../protocol/webhook-signature.ts';
import {
  headerReader,
  malformedBody,
  rawBodyBytes,
  type RefusedWebhook,
  refuseWebhook,
  type WebhookHeaders,
} from './verify-webhook.ts';

export interface PaymentWebhookVerification {
  /** Raw body before any parsing; a string is encoded as UTF-8. */
  readonly rawBody: Uint8Array | string;
  readonly headers: WebhookHeaders;
  /** Ed25519 public key of 64 hex digits. */
  readonly publicKey: string;
  /** Key before the last rotation, tried second while its deliveries may still arrive. */
  readonly previousPublicKey?: string | undefined;
  /** Key after the next rotation, tried last. */
  readonly nextPublicKey?: string | undefined;
}

/** The outcome of a payment, or its refund. Statuses and members are open sets: accept unknown ones. */
export interface PaymentEvent {
  /** Number of the invoice. */
  readonly invoice: string;
  readonly recipient: string;
  readonly status: 'finalized' | 'failed' | 'refunded' | (string & {});
  readonly txHash?: string;
  /** Smallest units in decimal digits. */
  readonly amount?: string;
  /** Digits of the amount behind the decimal point. */
  readonly decimals?: number;
  readonly token?: string;
  readonly network?: string;
  /** Whether the payment was simulated. */
  readonly test?: boolean;
  readonly [member: string]: unknown;
}

export interface VerifiedPaymentWebhook {
  readonly ok: true;
  readonly event: PaymentEvent;
  /** Which key signed. Remove the previous key once it no longer occurs. */
  readonly signedBy: 'current' | 'previous' | 'next';
}

/**
 * Verifies and parses a payment webhook (version 3): Ed25519 over the raw body bytes. Handle events idempotently: the same
 * invoice and status may arrive again.
 *
 * @throws Ed25519KeyError for an invalid public key, which is a configuration error
 * @throws TypeError for a parsed body, which cannot be verified
 */
export function verifyPaymentWebhook(options: PaymentWebhookVerification): VerifiedPaymentWebhook | RefusedWebhook {
  const { rawBody, headers, publicKey, previousPublicKey, nextPublicKey } = options;
  const keys = [
    ['current', publicKey],
    ['previous', previousPublicKey],
    ['next', nextPublicKey],
  ] as const;
  const publicKeys = keys.flatMap(([name, hex]) => (hex === undefined ? [] : [[name, parseEd25519Hex(hex)] as const]));
  const body = rawBodyBytes(rawBody);
  try {
    const signature = headerReader(headers)('x-webhook-signature');
    const signer = publicKeys.find(([, key]) => isSignedBy(key, signature, body));
    if (signer === undefined) {
      throw new WebhookSignatureError('bad_signature', 'The signature does not verify with any of the public keys.');
    }
    const event = parseJsonObject(body);
    if (isPaymentEvent(event)) return { ok: true, event, signedBy: signer[0] };
    return malformedBody('The body is signed but is not a payment event.');
  } catch (error) {
    return refuseWebhook(error);
  }
}

/** @throws WebhookSignatureError for a missing or malformed signature */
function isSignedBy(publicKey: Uint8Array, signature: string | undefined, body: Uint8Array): boolean {
  try {
    verifyPaymentSignature({ signature, body, publicKey });
    return true;
  } catch (error) {
    if (error instanceof WebhookSignatureError && error.code === 'bad_signature') return false;
    throw error;
  }
}

function isPaymentEvent(value: unknown): value is PaymentEvent {
  if (!isJsonObject(value)) return false;
  const { invoice, recipient, status, txHash, amount, decimals, token, network, test } = value;
  const required = [invoice, recipient, status].every((text) => typeof text === 'string' && text !== '');
  const optional = [txHash, amount, token, network].every((text) => text === undefined || typeof text === 'string');
  return (
    required &&
    optional &&
    (decimals === undefined || Number.isInteger(decimals)) &&
    (test === undefined || typeof test === 'boolean')
  );
}
