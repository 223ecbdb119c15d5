import { createClient, type Middleware, type Route } from '../../typed-contract/client.ts';
import type { OperationCall } from '../../typed-contract/operation.ts';

/** Result of a payment by this page's server. */
export interface PaidInvoice {
  /** Null: cancelled. */
  readonly status: 'finalized' | 'failed' | 'refunded' | null;
  readonly txHash: string | null;
}

type Json<Body> = { readonly content: { readonly 'application/json': Body } };
type Refusal = Json<{ readonly error: string; readonly details?: { readonly reason: string } }>;

export interface HostServerOperations {
  readonly payInvoice: {
    readonly parameters: Record<never, never>;
    readonly requestBody: Json<{ readonly invoice: string }>;
    readonly responses: {
      readonly 200: Json<PaidInvoice>;
      readonly 400: Refusal;
      readonly 401: Refusal;
      readonly 403: Refusal;
      readonly 429: Refusal;
      readonly 503: Refusal;
    };
  };
}

export const hostServerRoutes: { readonly [Id in keyof HostServerOperations]: Route } = {
  payInvoice: { method: 'post', path: '/host/api/payments', statuses: [200, 400, 401, 403, 429, 503] },
};

export const hostServerBodies: { readonly [Id in keyof HostServerOperations]: object } = {
  payInvoice: {
    type: 'object',
    additionalProperties: false,
    required: ['invoice'],
    properties: { invoice: { type: 'string', minLength: 1, maxLength: 128 } },
  },
};

export interface HostServerClient {
  readonly payInvoice: OperationCall<HostServerOperations['payInvoice']>;
}

/** @param middleware authenticates as the user */
export const createHostServerClient = (baseUrl: string, middleware: Middleware): HostServerClient =>
  createClient<HostServerOperations>(hostServerRoutes, { baseUrl, middleware: [middleware] });

/** Path of the service worker, which `register-host.ts` serves. */
export const workerPath = '/host/service-worker.js';

/** Returns the worker's URL. A worker knows only its own URL, so it contains the notification service's address. */
export const workerAddress = (notifications: string): string =>
  `${workerPath}?${new URLSearchParams({ notifications })}`;

/** Returns the notification service's base URL. @param href URL of the worker */
export const notificationsOf = (href: string): string => new URL(href).searchParams.get('notifications') ?? '';
