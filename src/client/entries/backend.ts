// Package entry: the generated client of the backend contract. Message types have the names of the contract.
export { createBackendClient, type BackendClient } from '../../../generated/backend/client.ts';
export type * from '../../../generated/backend/messages.ts';
export {
  type ClientOptions,
  type Middleware,
  RefusedError,
  UndocumentedResponseError,
  unwrap,
} from '../../typed-contract/client.ts';
export { NetworkError, type ResilienceOptions } from '../../typed-contract/resilience.ts';
export type { DpopKeypair } from '../dpop/dpop-keypair.ts';
export { bearerMiddleware, dpopMiddleware, type DpopOptions, idempotencyMiddleware } from '../http/middleware.ts';
