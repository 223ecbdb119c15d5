import { verifyPaymentSignature, WebhookSignatureError } from '../../protocol/webhook-signature.ts';
import { decimals } from '../catalog.ts';
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
import { contradiction, settledStatuses, readPaymentWebhook, webhookVersion } from '../payment-webhook.ts';

/** Settles an intent by the platform's webhook. The contract defines the order of the checks. */
export const receivePaymentWebhook: BackendHandler<'receivePaymentWebhook'> = async (input) => {
  const { headers, request, webhookKey, catalog, intents, newId, now, log, respond } = input;
  const signature = headers['x-webhook-signature'];
  if (signature === undefined || signature === '') throw signatureMissing();
  const version = headers['x-webhook-version'] ?? webhookVersion;
  if (version !== webhookVersion) throw versionUnsupported(version);
  if (webhookKey === undefined) throw webhookKeyUnset();
  if (!isSigned(signature, request.rawBody, webhookKey)) throw signatureInvalid();

  const received = readPaymentWebhook(request.rawBody);
  if (received === undefined) throw payloadInvalid();
  const { webhook, payload, payloadHash } = received;
  const intent = await intents.byInvoice(webhook.invoice);
  if (intent === undefined) throw invoiceNotFound();

  const test = catalog.find(intent.product_id)?.test !== undefined;
  const contradicted = contradiction(webhook, {
    recipient: intent.recipient_address,
    amount: intent.amount,
    decimals: decimals[intent.token],
    token: intent.token,
    network: intent.network,
    test,
  });
  if (contradicted !== undefined) {
    log.warn({ invoice: intent.invoice, member: contradicted }, 'a payment webhook contradicts its intent');
    throw payloadMismatch();
  }

  const { invoice } = intent;
  const { status, txHash = null } = webhook;
  const at = now();
  const settled = await intents.settle({
    ...settledStatuses[status],
    intentId: intent.id,
    transactionId: newId(),
    txHash,
    test: test ? 'true' : null,
    payload,
    at,
  });
  if (settled) return respond(200, { success: true, processed: true });
  if (await intents.storeIfOpposite({ id: newId(), invoice, status, payloadHash, payload, at })) {
    log.warn({ invoice, status }, 'a late payment webhook contradicts the settlement; it is stored for audit');
  }
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
