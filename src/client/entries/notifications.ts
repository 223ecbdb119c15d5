// Package entry: the generated client of the notifications contract. Message types have the names of the contract.
export { createNotificationsClient, type NotificationsClient } from '../../../generated/notifications/client.ts';
export type * from '../../../generated/notifications/messages.ts';
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
