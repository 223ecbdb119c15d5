import { invoiceNotFound } from '../errors.ts';
import type { BackendHandler } from '../handler.ts';
import { statementRecord } from '../records.ts';

/** For whoever is to pay; says nothing about the person who buys. */
export const getInvoice: BackendHandler<'getInvoice'> = async ({ path, intents, catalog, respond }) => {
  const intent = await intents.byInvoice(path.invoice);
  const product = intent && catalog.find(intent.product_id);
  if (intent === undefined || product === undefined) throw invoiceNotFound();
  return respond(200, statementRecord(intent, product));
};
