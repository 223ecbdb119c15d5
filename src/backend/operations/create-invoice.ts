import { sha256 } from '#sha256';
import { encodeBase64url } from '../../protocol/base64url.ts';
import { canonicalJson } from '../../protocol/canonical-json.ts';
import { idempotencyConflict, invalidProduct } from '../errors.ts';
import type { BackendHandler } from '../handler.ts';
import { invoiceNumber } from '../invoice-number.ts';
import { invoiceRecord } from '../records.ts';

/** How long an Idempotency-Key is good for, milliseconds. */
const keyLifetime = 24 * 3_600_000;

/**
 * Everything about the payment comes from the catalog; the buyer names the product and nothing else. The key is judged
 * before the product: a retry finds its invoice although the product was taken off sale in between.
 */
export const createInvoice: BackendHandler<'createInvoice'> = async (input) => {
  const { body, headers, user, catalog, intents, newId, randomBytes, now, respond } = input;
  const at = now();
  const id = newId();
  const intent = () => {
    const product = catalog.onSale(body.productId) ?? refuse();
    return {
      id,
      invoice: invoiceNumber(randomBytes(16)),
      sender_platform_id: user.platformId,
      recipient_address: product.recipient,
      amount: product.amount,
      token: product.token,
      network: product.network,
      product_id: product.id,
      created_at: at,
    };
  };
  const key = headers['idempotency-key'];
  const created =
    key === undefined
      ? await intents.create(intent())
      : await intents.createOnce(intent, {
          sender: user.platformId,
          key,
          payloadHash: encodeBase64url(sha256(canonicalJson(body))),
          intentId: id,
          at,
          expiresAt: new Date(at.getTime() + keyLifetime),
        });
  if (created === undefined) throw idempotencyConflict();
  return respond(200, invoiceRecord(created, catalog.find(created.product_id) ?? refuse()));
};

function refuse(): never {
  throw invalidProduct();
}
