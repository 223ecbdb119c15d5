import { sha256Base64url } from '#sha256';
import { canonicalJson } from '../../protocol/canonical-json.ts';
import {
  approvalNotCovering,
  invalidProduct,
  idempotencyConflict,
  invoiceNotFound,
  tooManyPendingInvoices,
} from '../errors.ts';
import type { BackendHandler } from '../handler.ts';
import { invoiceResponse, invoiceStatementResponse } from '../responses.ts';
import { isJsonObject } from '../../protocol/json-object.ts';
import type { Approval } from '../security.ts';
import { invoiceNumber, type NewPaymentIntent } from './invoice-store.ts';

/** Whether a granted detail is a payment with these members. */
const grants = (detail: unknown, members: Readonly<Record<string, string>>): boolean =>
  isJsonObject(detail) &&
  detail['type'] === 'payment' &&
  Object.entries(members).every(([name, value]) => detail[name] === value);

/**
 * Returns the intent bound to each granted detail that approves it.
 * @throws DomainError approval_not_covering when none does
 */
function usesOf({ jti, details }: Approval, intent: NewPaymentIntent): readonly NewPaymentIntent[] {
  const { product_id: productId, amount, token, recipient_address: payee } = intent;
  const uses = details.flatMap((detail, position) =>
    grants(detail, { productId, amount, token, payee })
      ? [{ ...intent, approval_jti: jti, approval_detail: position }]
      : [],
  );
  if (uses.length === 0) throw approvalNotCovering();
  return uses;
}

/** Lifetime of an Idempotency-Key, milliseconds. */
const keyLifetime = 24 * 3_600_000;
/** Pending invoices per person. */
const maxPending = 20;

/**
 * Creates an invoice for a product of the catalog. The Idempotency-Key is checked before the product, so that a retry
 * returns its invoice although the product was withdrawn meanwhile.
 */
export const createInvoice: BackendHandler<'createInvoice'> = async (input) => {
  const { body, headers, user, catalog, intents, invoiceLifetime, newId, randomBytes, now, respond } = input;
  const approval = 'approval' in input ? input.approval : undefined;
  // A repeated key returns an invoice of the product without another look at the details.
  if (approval && !approval.details.some((detail) => grants(detail, { productId: body.productId })))
    throw approvalNotCovering();
  const at = now();
  const id = newId();
  const sender = { id: newId(), platformId: user.platformId, at };
  const intent = (pending: number) => {
    const product = catalog.onSale(body.productId) ?? rejectProduct();
    if (pending >= maxPending) throw tooManyPendingInvoices();
    const made = {
      id,
      invoice: invoiceNumber(randomBytes(16), user.platformId),
      recipient_address: product.recipient,
      amount: product.amount,
      token: product.token,
      network: product.network,
      product_id: product.id,
      quantity: product.quantity,
      created_at: at,
      expires_at: new Date(at.getTime() + invoiceLifetime),
    };
    return approval === undefined ? [made] : usesOf(approval, made);
  };
  const key = headers['idempotency-key'];
  const created =
    key === undefined
      ? await intents.create(sender, intent)
      : await intents.createOnce(intent, {
          sender,
          key,
          payloadHash: sha256Base64url(canonicalJson(body)),
          intentId: id,
          expiresAt: new Date(at.getTime() + keyLifetime),
        });
  if (created === undefined) throw idempotencyConflict();
  return respond(200, invoiceResponse(created, catalog.find(created.product_id) ?? rejectProduct()));
};

function rejectProduct(): never {
  throw invalidProduct();
}

/** Returns an invoice to its payer, without data of the buyer. */
export const getInvoice: BackendHandler<'getInvoice'> = async ({ path, readInvoice, catalog, now, respond }) => {
  const intent = await readInvoice(path.invoice);
  const product = intent && catalog.find(intent.product_id);
  if (intent === undefined || product === undefined) throw invoiceNotFound();
  return respond(200, invoiceStatementResponse(intent, product, now()));
};
