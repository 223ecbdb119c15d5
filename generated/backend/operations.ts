// Written by `npm run generate` from the contract. Do not edit.

import type { operations } from './types.ts';

/** Every operation of the service. */
export interface BackendOperations {
  getMe: operations['getMe'];
  createInvoice: operations['createInvoice'];
  getInvoice: operations['getInvoice'];
  listTransactions: operations['listTransactions'];
  receivePaymentWebhook: operations['receivePaymentWebhook'];
  getServiceHealth: operations['getServiceHealth'];
  listContradictions: operations['listContradictions'];
  resolveContradiction: operations['resolveContradiction'];
  getUserData: operations['getUserData'];
  deleteUser: operations['deleteUser'];
  getSettledHookKey: operations['getSettledHookKey'];
  getProtectedResourceMetadata: operations['getProtectedResourceMetadata'];
}

/** The security schemes that each operation accepts; `anonymous` where none is needed. */
export interface BackendSecurity {
  getMe: 'bearer' | 'dpop';
  createInvoice: 'bearer' | 'approval' | 'dpop';
  getInvoice: 'anonymous';
  listTransactions: 'bearer' | 'dpop';
  receivePaymentWebhook: 'anonymous';
  getServiceHealth: 'adminKey';
  listContradictions: 'adminKey';
  resolveContradiction: 'adminKey';
  getUserData: 'adminKey';
  deleteUser: 'adminKey';
  getSettledHookKey: 'anonymous';
  getProtectedResourceMetadata: 'anonymous';
}
