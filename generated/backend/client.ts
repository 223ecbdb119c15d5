// Written by `npm run generate` from the contract. Do not edit.

import { type ClientOptions, createClient, type Route } from '../../src/contract/client.ts';
import type { OperationCall } from '../../src/contract/operation.ts';
import type { BackendOperations } from './operations.ts';

const routes: { readonly [Id in keyof BackendOperations]: Route } = {
  getMe: { method: 'get', path: '/api/me', statuses: [200, 401, 429, 500, 503] },
  createInvoice: { method: 'post', path: '/api/invoices', statuses: [200, 400, 401, 409, 413, 415, 429, 500, 503] },
  getInvoice: { method: 'get', path: '/api/invoices/{invoice}', statuses: [200, 400, 404, 429, 500, 503] },
  listTransactions: { method: 'get', path: '/api/transactions', statuses: [200, 400, 401, 429, 500, 503] },
  receivePaymentWebhook: { method: 'post', path: '/api/webhooks/payment', statuses: [200, 400, 401, 404, 413, 415, 429, 500, 503] },
  getProtectedResourceMetadata: { method: 'get', path: '/.well-known/oauth-protected-resource', statuses: [200, 304, 429, 500, 503] },
};

/** Mini-app backend, version 1.0.0. */
export interface BackendClient {
  /** Read the signed-in user */
  readonly getMe: OperationCall<BackendOperations['getMe']>;
  /** Create an invoice for a product */
  readonly createInvoice: OperationCall<BackendOperations['createInvoice']>;
  /** Look an invoice up by its number */
  readonly getInvoice: OperationCall<BackendOperations['getInvoice']>;
  /** List the signed-in user's transactions, newest first */
  readonly listTransactions: OperationCall<BackendOperations['listTransactions']>;
  /** Take the outcome of a payment from the platform */
  readonly receivePaymentWebhook: OperationCall<BackendOperations['receivePaymentWebhook']>;
  /** Read which tokens this service accepts */
  readonly getProtectedResourceMetadata: OperationCall<BackendOperations['getProtectedResourceMetadata']>;
}

export function createBackendClient(options: ClientOptions): BackendClient {
  return createClient<BackendOperations>(routes, options);
}
