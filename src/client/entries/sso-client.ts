// Package entry: signs users in. For browsers, Node and edge runtimes.
export type { AuthorizeResponse, PollResponse, TokenResponse, UserInfoResponse } from '../../../generated/sso/types.ts';
export { createKeySetCache, type KeySetCache, type KeySetCacheOptions } from '../../protocol/key-set-cache.ts';
export { type Ed25519Jwk, jwkThumbprint, type Thumbprint as JwkThumbprint } from '../../protocol/jwk-thumbprint.ts';
export type { KeyResolver } from '../../protocol/signed-jwt.ts';
export { UnavailableError } from '../../protocol/unavailable-error.ts';
export { createDpopKeypair, type DpopKeypair, createDpopProof, type NewDpopProof } from '../dpop/dpop-keypair.ts';
export {
  createIdTokenVerifier,
  type IdTokenRefusal,
  type IdTokenVerification,
  type IdTokenVerifier,
  type IdTokenVerifierOptions,
} from '../sso/id-token-verifier.ts';
export type { CallOptions } from '../sso/provider-call.ts';
export { type LogoutOptions, SsoClient } from '../sso/sso-client.ts';
export type { ResolvedSsoConfig, SsoClientConfig } from '../sso/sso-config.ts';
export {
  AuthorizeError,
  IdTokenError,
  LogoutError,
  PollError,
  RefreshError,
  SsoClientError,
  type SsoFailure,
  TokenExchangeError,
  UnauthorizedError,
  UserinfoError,
} from '../sso/sso-errors.ts';
export type { SsoEvent, SsoLogger } from '../sso/sso-events.ts';
export { type IdTokenClaims, createMemoryStorage, type TokenStorage } from '../sso/stored-session.ts';
export type { WaitOptions } from '../sso/finish-sign-in.ts';
