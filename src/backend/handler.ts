import type { FastifyBaseLogger } from 'fastify';
import type { BackendOperations, BackendSecurity } from '../../generated/backend/operations.ts';
import type { OperationHandler } from '../typed-contract/operation.ts';
import type { IncomingRequest } from '../runtime/incoming-request.ts';
import type { Catalog } from './catalog.ts';
import type { BackendDocuments } from './documents.ts';
import type { UserCredentials } from './security.ts';
import type { PaymentIntentStore } from './store/payment-intents.ts';
import type { TransactionStore } from './store/transactions.ts';
import type { UserStore } from './store/users.ts';

/** What every handler is given besides its input. */
export interface BackendContext {
  readonly users: UserStore;
  readonly intents: PaymentIntentStore;
  readonly transactions: TransactionStore;
  readonly catalog: Catalog;
  readonly documents: BackendDocuments;
  /** The platform's key, 32 bytes, that payment webhooks are verified with; undefined while the operator gave none. */
  readonly webhookKey: Uint8Array | undefined;
  readonly now: () => Date;
  readonly newId: () => string;
  readonly randomBytes: (length: number) => Uint8Array;
}

/** What each security scheme proves. */
export interface BackendCredentials extends Record<BackendSecurity[keyof BackendSecurity], object> {
  readonly anonymous: object;
  readonly bearer: UserCredentials;
  readonly dpop: UserCredentials;
}

export interface BackendFacts {
  readonly request: IncomingRequest;
  readonly log: FastifyBaseLogger;
}

export type BackendHandler<Id extends keyof BackendOperations> = OperationHandler<
  BackendOperations[Id],
  BackendContext & BackendCredentials[BackendSecurity[Id]] & BackendFacts
>;
