// Written by `npm run generate` from the contract. Do not edit.

import { type ClientOptions, createClient } from '../../src/typed-contract/client.ts';
import type { OperationCall } from '../../src/typed-contract/operation.ts';
import type { BackendOperations } from './operations.ts';
import {
  getMe,
  createInvoice,
  getInvoice,
  listTransactions,
  receivePaymentWebhook,
  getServiceHealth,
  listContradictions,
  resolveContradiction,
  getUserData,
  deleteUser,
  getSettledHookKey,
  getProtectedResourceMetadata,
} from './routes.ts';

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
  /** Receive the outcome of a payment from the platform */
  readonly receivePaymentWebhook: OperationCall<BackendOperations['receivePaymentWebhook']>;
  /** Read the health of this service */
  readonly getServiceHealth: OperationCall<BackendOperations['getServiceHealth']>;
  /** List signed webhooks that contradict what is known, newest first */
  readonly listContradictions: OperationCall<BackendOperations['listContradictions']>;
  /** Resolve a contradiction */
  readonly resolveContradiction: OperationCall<BackendOperations['resolveContradiction']>;
  /** Export everything that is stored about a person */
  readonly getUserData: OperationCall<BackendOperations['getUserData']>;
  /** Erase a person */
  readonly deleteUser: OperationCall<BackendOperations['deleteUser']>;
  /** Read the key that signs settled payments */
  readonly getSettledHookKey: OperationCall<BackendOperations['getSettledHookKey']>;
  /** Read which tokens this service accepts */
  readonly getProtectedResourceMetadata: OperationCall<BackendOperations['getProtectedResourceMetadata']>;
}

export function createBackendClient(options: ClientOptions): BackendClient {
  // Listed by name: a namespace import would keep every route in every bundle.
  const routes = {
    getMe,
    createInvoice,
    getInvoice,
    listTransactions,
    receivePaymentWebhook,
    getServiceHealth,
    listContradictions,
    resolveContradiction,
    getUserData,
    deleteUser,
    getSettledHookKey,
    getProtectedResourceMetadata,
  };
  return createClient<BackendOperations>(routes, options);
}
