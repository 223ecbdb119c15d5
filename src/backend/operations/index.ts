// Written by `npm run generate` from the contract. Do not edit.

import type { BackendOperations } from '../../../generated/backend/operations.ts';
import type { BackendHandler } from '../handler.ts';
import { createInvoice } from './create-invoice.ts';
import { deleteUser } from './delete-user.ts';
import { getInvoice } from './get-invoice.ts';
import { getMe } from './get-me.ts';
import { getProtectedResourceMetadata } from './get-protected-resource-metadata.ts';
import { getSettledHookKey } from './get-settled-hook-key.ts';
import { getUserData } from './get-user-data.ts';
import { listContradictions } from './list-contradictions.ts';
import { listTransactions } from './list-transactions.ts';
import { receivePaymentWebhook } from './receive-payment-webhook.ts';
import { resolveContradiction } from './resolve-contradiction.ts';

/** The handler of each operation of the contract. */
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
