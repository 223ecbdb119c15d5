// Package entry: the generated client of the sso contract. Message types have the names of the contract.
export { createSsoClient, type SsoApiClient } from '../../../generated/sso/client.ts';
export type * from '../../../generated/sso/messages.ts';
export {
  type ClientOptions,
  type Middleware,
  RefusedError,
  UndocumentedResponseError,
  unwrap,
} from '../../typed-contract/client.ts';
export { NetworkError, type ResilienceOptions } from '../../typed-contract/resilience.ts';
export type { DpopKeypair } from '../dpop/dpop-keypair.ts';
export {
  bearerMiddleware,
  dpopMiddleware,
  type DpopOptions,
  deviceMiddleware,
  type DeviceOptions,
} from '../http/middleware.ts';
