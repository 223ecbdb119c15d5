import type { BackendHandlers } from '../../../generated/backend/operations.ts';
import type { BackendContext, BackendCredentials, BackendFacts } from '../handler.ts';
import { createInvoice } from './create-invoice.ts';
import { getInvoice } from './get-invoice.ts';
import { getMe } from './get-me.ts';
import { getProtectedResourceMetadata } from './get-protected-resource-metadata.ts';
import { listTransactions } from './list-transactions.ts';
import { receivePaymentWebhook } from './receive-payment-webhook.ts';

/** The backend's operations, one file each. */
export const backendHandlers: BackendHandlers<BackendContext & BackendFacts, BackendCredentials> = {
  getMe,
  createInvoice,
  getInvoice,
  listTransactions,
  receivePaymentWebhook,
  getProtectedResourceMetadata,
};
