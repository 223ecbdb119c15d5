// Package entry: the generated client of the forum contract. Message types have the names of the contract.
export { createForumClient, type ForumClient } from '../../../generated/forum/client.ts';
export type * from '../../../generated/forum/messages.ts';
export {
  type ClientOptions,
  type Middleware,
  RefusedError,
  UndocumentedResponseError,
  unwrap,
} from '../../typed-contract/client.ts';
export { NetworkError, type ResilienceOptions } from '../../typed-contract/resilience.ts';
export type { DpopKeypair } from '../dpop/dpop-keypair.ts';
export { bearerMiddleware, dpopMiddleware, type DpopOptions } from '../http/middleware.ts';
