import { withBucket } from '../../runtime/database/bucket.ts';
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
import {
  contradiction,
  decidePayment,
  type PaymentWebhook,
  readPaymentWebhook,
  type ReceivedWebhook,
  settledStatuses,
  webhookVersion,
} from './payment-webhook.ts';
import { decimals } from '../invoices/catalog.ts';
import type { BackendContext } from '../context.ts';
import type { ContradictionCause } from '../database.ts';
import type { KnownInvoice } from './settlement-store.ts';

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

/** Result of a signed webhook. */
type ProcessedPayment =
  | { readonly result: 'settled' | 'acknowledged' }
  | { readonly result: 'contradicted'; readonly cause: ContradictionCause; readonly acknowledged: boolean };

type PaymentContext = Pick<
  BackendContext,
  'settlements' | 'contradictions' | 'catalog' | 'tokenNames' | 'metrics' | 'newId' | 'now'
>;

/** Settles, refunds or acknowledges by a signed webhook, and stores one that contradicts what is known. */
async function processPayment(received: ReceivedWebhook, context: PaymentContext): Promise<ProcessedPayment> {
  const { contradictions, metrics, newId, now } = context;
  const processed = await apply(received, context);
  if (processed.result !== 'contradicted') return processed;
  const { webhook, payload, payloadHash } = received;
  const { invoice, txHash = null } = webhook;
  const { cause } = processed;
  const at = now();
  if (await contradictions.add({ id: newId(), invoice, txHash, cause, payloadHash, payload, at }))
    metrics.countPayment('contradicted');
  return processed;
}

async function apply({ webhook, payload }: ReceivedWebhook, context: PaymentContext): Promise<ProcessedPayment> {
  const { settlements, metrics, newId, now } = context;
  // Ends because an invoice that another delivery changed in between is in a later state.
  for (;;) {
    const known = await settlements.find(webhook.invoice);
    if (known === undefined) return { result: 'contradicted', cause: 'unknown_invoice', acknowledged: false };
    const test = isTestProduct(known, context);
    const member = findMismatch(webhook, known, context);
    if (member !== undefined) return { result: 'contradicted', cause: member, acknowledged: false };

    const at = now();
    const decision = decidePayment(webhook, known.state, at);
    if (decision.action === 'acknowledge') return { result: 'acknowledged' };
    if (decision.action === 'contradict') return { ...decision, result: 'contradicted' };

    const { txHash = null } = webhook;
    const transaction = {
      intent: known.intent,
      transactionId: withBucket(newId(), known.intent.bucket),
      txHash,
      test: test ? ('true' as const) : null,
      payload,
      at,
    };
    if (webhook.status === 'refunded') {
      if (!(await settlements.refund(transaction))) continue;
      metrics.countPayment('refunded');
      return { result: 'settled' };
    }
    const statuses = settledStatuses[webhook.status];
    const result = await settlements.settle({ ...transaction, ...statuses });
    if (result === 'unchanged') continue;
    if (result === 'hash_used') return { result: 'contradicted', cause: 'tx_hash_used', acknowledged: false };
    metrics.countPayment(statuses.transactionStatus);
    return { result: 'settled' };
  }
}

export const isTestProduct = ({ intent }: KnownInvoice, { catalog }: Pick<BackendContext, 'catalog'>): boolean =>
  catalog.find(intent.product_id)?.test !== undefined;

/** Returns the member in which a webhook differs from its intent. */
function findMismatch(webhook: PaymentWebhook, known: KnownInvoice, context: PaymentContext) {
  const { recipient_address: recipient, amount, token, network } = known.intent;
  const test = isTestProduct(known, context);
  const expected = { recipient, amount, decimals: decimals[token], token, network, test };
  return contradiction(webhook, expected, context.tokenNames);
}
