// Package entry: the generated client of the sso contract. Message types have the names of the contract.
export { createSsoClient, type SsoClient } from '../../../generated/sso/client.ts';
export type * from '../../../generated/sso/types.ts';
export type {
  /** @deprecated Use SsoError. */
  SsoError as AdminAuthenticationError,
  /** @deprecated Use SsoError. */
  SsoError as AlreadyDecidedError,
  /** @deprecated Use SsoError. */
  SsoError as CodeRedeemedError,
  /** @deprecated Use DecisionRequest. */
  DecisionRequest as Decision,
  /** @deprecated Use SsoError. */
  SsoError as DecisionError,
  /** @deprecated Use CreateDeviceRequest. */
  CreateDeviceRequest as DeviceEnrolment,
  /** @deprecated Use SsoError. */
  SsoError as InvalidRequestError,
  /** @deprecated Use SsoError. */
  SsoError as LastPasskeyError,
  /** @deprecated Use CreateProviderRequest. */
  CreateProviderRequest as NewProvider,
  /** @deprecated Use SsoError. */
  SsoError as OriginNotAllowedError,
  /** @deprecated Use SsoError. */
  SsoError as OriginRefusedError,
  /** @deprecated Use SsoError. */
  SsoError as OwnerAuthenticationError,
  /** @deprecated Use ParameterProviderAddressPath. */
  ParameterProviderAddressPath as ParameterProviderAddress,
  /** @deprecated Use ParameterRequestIdPath. */
  ParameterRequestIdPath as ParameterRequestId,
  /** @deprecated Use SsoError. */
  SsoError as PasskeyConflictError,
  /** @deprecated Use SsoError. */
  SsoError as PasskeyError,
  /** @deprecated Use SsoError. */
  SsoError as PasskeyNotFoundError,
  /** @deprecated Use CreatePasskeyRequest. */
  CreatePasskeyRequest as PasskeyRegistration,
  /** @deprecated Use CreatePasskeyRegistrationOptionsRequest. */
  CreatePasskeyRegistrationOptionsRequest as PasskeyRegistrationStart,
  /** @deprecated Use CreateOwnerSessionRequest. */
  CreateOwnerSessionRequest as PasskeySignIn,
  /** @deprecated Use SsoError. */
  SsoError as PollingCodeUnknownError,
  /** @deprecated Use UpdateProviderRequest. */
  UpdateProviderRequest as ProviderChange,
  /** @deprecated Use SsoError. */
  SsoError as ProviderNotFoundError,
  /** @deprecated Use SsoError. */
  SsoError as RequestExpiredError,
  /** @deprecated Use SsoError. */
  SsoError as RequestNotFoundError,
  /** @deprecated Use ResponseProviderMetadataDocument. */
  ResponseProviderMetadataDocument as ResponseProviderMetadata,
  /** @deprecated Use SsoError. */
  SsoError as RevocationError,
  /** @deprecated Use SsoError. */
  SsoError as ServerError,
  /** @deprecated Use SsoError. */
  SsoError as SessionNotFoundError,
  /** @deprecated Use SsoError. */
  SsoError as SigningKeyNotFoundError,
  /** @deprecated Use SsoError. */
  SsoError as TemporaryError,
  /** @deprecated Use SsoError. */
  SsoError as TokenError,
  /** @deprecated Use RevokedSigningKey. */
  RevokedSigningKey as WithdrawnSigningKey,
} from '../../../generated/sso/types.ts';
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
export { deviceMiddleware, type DeviceOptions } from '../http/device-middleware.ts';
