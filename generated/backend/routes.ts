// Written by `npm run generate` from the contract. Do not edit.

import type { Route } from '../../src/typed-contract/client.ts';

export const getMe: Route = { method: 'get', path: '/api/me', statuses: [200, 401, 403, 429, 500, 503] };
export const createInvoice: Route = { method: 'post', path: '/api/invoices', idempotencyKey: true, statuses: [200, 400, 401, 403, 409, 413, 415, 429, 500, 503] };
export const getInvoice: Route = { method: 'get', path: '/api/invoices/{invoice}', statuses: [200, 400, 404, 429, 500, 503] };
export const listTransactions: Route = { method: 'get', path: '/api/transactions', statuses: [200, 400, 401, 403, 429, 500, 503] };
export const receivePaymentWebhook: Route = { method: 'post', path: '/api/webhooks/payment', statuses: [200, 400, 401, 404, 413, 415, 429, 500, 503] };
export const getServiceHealth: Route = { method: 'get', path: '/api/v1/admin/health', statuses: [200, 401, 403, 429, 500, 503] };
export const listContradictions: Route = { method: 'get', path: '/api/v1/admin/contradictions', statuses: [200, 400, 401, 403, 429, 500, 503] };
export const resolveContradiction: Route = { method: 'post', path: '/api/v1/admin/contradictions/{id}/resolve', statuses: [200, 400, 401, 403, 404, 409, 413, 415, 429, 500, 503] };
export const getUserData: Route = { method: 'get', path: '/api/v1/admin/users/{sub}', statuses: [200, 400, 401, 403, 404, 429, 500, 503] };
export const deleteUser: Route = { method: 'delete', path: '/api/v1/admin/users/{sub}', statuses: [200, 400, 401, 403, 404, 429, 500, 503] };
export const getSettledHookKey: Route = { method: 'get', path: '/.well-known/settled-hook-key', statuses: [200, 404, 429, 500, 503] };
export const getProtectedResourceMetadata: Route = { method: 'get', path: '/.well-known/oauth-protected-resource', statuses: [200, 304, 429, 500, 503] };
