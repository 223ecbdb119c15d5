import type { BackendOperations } from '../../generated/backend/operations.ts';
import type { BackendHandler } from './handler.ts';
import { createInvoice, getInvoice } from './invoices/invoices.ts';
import { deleteUser, getMe, getUserData } from './people/people.ts';
import { getSettledHookKey } from './payments/settled-hook.ts';
import { listContradictions, resolveContradiction } from './payments/contradictions.ts';
import { listTransactions } from './payments/transactions.ts';
import { receivePaymentWebhook } from './payments/receive-payment.ts';

/** Returns which tokens this service accepts (RFC 9728 §3). */
const getProtectedResourceMetadata: BackendHandler<'getProtectedResourceMetadata'> = ({ documents, headers }) =>
  documents.resourceMetadata.response(headers);

/** Reads what the operator console shows of this service. */
const getServiceHealth: BackendHandler<'getServiceHealth'> = async ({ health, respond }) =>
  respond(200, await health());

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
  getServiceHealth,
};
