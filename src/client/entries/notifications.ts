// Package entry: the generated client of the notifications contract. Message types have the names of the contract.
export { createNotificationsClient, type NotificationsClient } from '../../../generated/notifications/client.ts';
export type * from '../../../generated/notifications/types.ts';
export type {
  /** @deprecated Use NotificationsError. */
  NotificationsError as ConflictError,
  /** @deprecated Use SetConsentRequest. */
  SetConsentRequest as ConsentDecision,
  /** @deprecated Use NotificationsError. */
  NotificationsError as ConsentDeniedError,
  /** @deprecated Use NotificationsError. */
  NotificationsError as ConsentMissingError,
  /** @deprecated Use NotificationsError. */
  NotificationsError as ForbiddenError,
  /** @deprecated Use NotificationsError. */
  NotificationsError as IdempotencyConflictError,
  /** @deprecated Use NotificationsError. */
  NotificationsError as InternalError,
  /** @deprecated Use NotificationsError. */
  NotificationsError as InvalidRequestError,
  /** @deprecated Use CreateAppRequest. */
  CreateAppRequest as NewApp,
  /** @deprecated Use CreateDeviceRequest. */
  CreateDeviceRequest as NewDevice,
  /** @deprecated Use NotificationsError. */
  NotificationsError as NotFoundError,
  /** @deprecated Use ParameterNotificationIdPath. */
  ParameterNotificationIdPath as ParameterNotificationId,
  /** @deprecated Use SetPresenceRequest. */
  SetPresenceRequest as PresenceReport,
  /** @deprecated Use ErrorDetails. */
  ErrorDetails as RateLimitDetails,
  /** @deprecated Use NotificationsError. */
  NotificationsError as RateLimitError,
  /** @deprecated Use CreateReceiptRequest. */
  CreateReceiptRequest as Receipt,
  /** @deprecated Use ResponseInternalFailure. */
  ResponseInternalFailure as ResponseInternalError,
  /** @deprecated Use NotificationsError. */
  NotificationsError as SendInvalidError,
  /** @deprecated Use CreateStreamDeviceRequest. */
  CreateStreamDeviceRequest as StreamDevice,
  /** @deprecated Use NotificationsError. */
  NotificationsError as TooLargeError,
  /** @deprecated Use NotificationsError. */
  NotificationsError as UnauthorizedError,
  /** @deprecated Use NotificationsError. */
  NotificationsError as UnavailableError,
  /** @deprecated Use NotificationsError. */
  NotificationsError as UnsupportedMediaTypeError,
  /** @deprecated Use CreateWebPushDeviceRequest. */
  CreateWebPushDeviceRequest as WebPushDevice,
  /** @deprecated Use SetWebhookRequest. */
  SetWebhookRequest as WebhookTarget,
} from '../../../generated/notifications/types.ts';
export type { ClientOptions, Middleware } from '../../typed-contract/client.ts';
export { NetworkError, type ResilienceOptions } from '../../typed-contract/resilience.ts';
export {
  RefusedError,
  UndocumentedResponseError,
  /** @deprecated Use UndocumentedResponseError. */
  UndocumentedResponseError as UndocumentedAnswerError,
  unwrap,
} from '../../typed-contract/client.ts';
export type { DpopKeypair } from '../dpop/dpop-keypair.ts';
export { bearerMiddleware } from '../http/bearer-middleware.ts';
export { dpopMiddleware, type DpopOptions } from '../http/dpop-middleware.ts';
export { idempotencyMiddleware } from '../http/idempotency-middleware.ts';
