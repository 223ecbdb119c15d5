// Package entry: the generated client of the notifications contract. Types of all its messages have the contract's names.
export { createNotificationsClient, type NotificationsClient } from '../../../generated/notifications/client.ts';
export type * from '../../../generated/notifications/types.ts';
export type { ClientOptions, Middleware } from '../../typed-contract/client.ts';
export { RefusedError, UndocumentedResponseError, unwrap } from '../../typed-contract/client.ts';
export type { DpopKeypair } from '../dpop/dpop-keypair.ts';
export { bearerMiddleware } from '../http/bearer-middleware.ts';
export { dpopMiddleware, type DpopOptions } from '../http/dpop-middleware.ts';
export { idempotencyMiddleware } from '../http/idempotency-middleware.ts';
