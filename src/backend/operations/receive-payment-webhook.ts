import { verifyPaymentSignature, WebhookSignatureError } from '../../protocol/webhook-signature.ts';
import {
  invoiceNotFound,
  payloadInvalid,
  payloadMismatch,
  signatureInvalid,
  signatureMissing,
  versionUnsupported,
  webhookKeyUnset,
} from '../errors.ts';
import type { BackendHandler } from '../handler.ts';
import { readPaymentWebhook, webhookVersion } from '../payment-webhook.ts';
import { processPayment } from '../process-payment.ts';

/** Settles an intent by the platform's webhook. The contract defines the order of the checks. */
export const receivePaymentWebhook: BackendHandler<'receivePaymentWebhook'> = async (input) => {
  const { headers, request, webhookKeys, tokenNames, log, respond } = input;
  const signature = headers['x-webhook-signature'];
  if (signature === undefined || signature === '') throw signatureMissing();
  const version = headers['x-webhook-version'] ?? webhookVersion;
  if (version !== webhookVersion) throw versionUnsupported(version);
  if (webhookKeys.length === 0) throw webhookKeyUnset();
  if (!webhookKeys.some((publicKey) => isSigned(signature, request.rawBody, publicKey))) throw signatureInvalid();

  const received = readPaymentWebhook(request.rawBody);
  if (received === undefined) throw payloadInvalid();
  const { invoice, token } = received.webhook;
  const processed = await processPayment(received, input);
  if (processed.result === 'contradicted') {
    log.warn({ invoice, cause: processed.cause }, 'a payment webhook contradicts its invoice; it is stored');
    if (processed.cause === 'unknown_invoice') throw invoiceNotFound();
    if (!processed.acknowledged) throw payloadMismatch();
  } else if (token !== undefined && tokenNames.tokenOf(token) === undefined) {
    log.warn({ invoice, token }, 'a payment webhook has an unknown token name; PAYMENT_TOKEN_NAMES adds names');
  }
  if (processed.result === 'settled') return respond(200, { success: true, processed: true });
  return respond(200, { success: true, processed: false, reason: 'already_processed' });
};

function isSigned(signature: string, body: Uint8Array, publicKey: Uint8Array): boolean {
  try {
    verifyPaymentSignature({ signature, body, publicKey });
    return true;
  } catch (error) {
    if (error instanceof WebhookSignatureError) return false;
    throw error;
  }
}
