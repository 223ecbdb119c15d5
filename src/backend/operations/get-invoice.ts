import { invoiceNotFound } from '../errors.ts';
import type { BackendHandler } from '../handler.ts';
import { invoiceStatementResponse } from '../responses.ts';

/** Returns an invoice to its payer, without data of the buyer. */
export const getInvoice: BackendHandler<'getInvoice'> = async ({ path, intents, catalog, now, respond }) => {
  const intent = await intents.byInvoice(path.invoice);
  const product = intent && catalog.find(intent.product_id);
  if (intent === undefined || product === undefined) throw invoiceNotFound();
  return respond(200, invoiceStatementResponse(intent, product, now()));
};
