import type { BackendOperations } from '../../generated/backend/operations.ts';
import type { BackendHandler } from './handler.ts';
import { createInvoice } from './operations/create-invoice.ts';
import { deleteUser } from './operations/delete-user.ts';
import { getInvoice } from './operations/get-invoice.ts';
import { getMe } from './operations/get-me.ts';
import { getProtectedResourceMetadata } from './operations/get-protected-resource-metadata.ts';
import { getSettledHookKey } from './operations/get-settled-hook-key.ts';
import { getUserData } from './operations/get-user-data.ts';
import { listContradictions } from './operations/list-contradictions.ts';
import { listTransactions } from './operations/list-transactions.ts';
import { receivePaymentWebhook } from './operations/receive-payment-webhook.ts';
import { resolveContradiction } from './operations/resolve-contradiction.ts';

/** The handler of each operation of the contract: the compiler names one that is missing. */
export const backendHandlers: { readonly [Id in keyof BackendOperations]: BackendHandler<Id> } = {
  getMe,
  createInvoice,
  getInvoice,
  listTransactions,
  receivePaymentWebhook,
  listContradictions,
  resolveContradiction,
  getUserData,
  deleteUser,
  getSettledHookKey,
  getProtectedResourceMetadata,
};
