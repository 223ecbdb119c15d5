// Package entry: verifies access tokens on a server.
export type { ReplayStore } from '../../protocol/dpop-request.ts';
export { headerPairs, type RawHeaders } from '../../protocol/request-headers.ts';
export type { KeyResolver } from '../../protocol/signed-jwt.ts';
export type { Thumbprint as JwkThumbprint } from '../../protocol/jwk-thumbprint.ts';
export {
  type AcceptedAccessToken,
  type AccessTokenVerifier,
  type AccessTokenVerifierOptions,
  createAccessTokenVerifier,
  type RejectedAccessToken,
  callerOf,
  expressAccessToken,
  fastifyAccessToken,
  fetchAccessToken,
  nextAccessToken,
} from '../access-token/access-token-verifier.ts';
export { createKeySetResolver, type GuardedRequest } from '../guards/guard.ts';
export {
  createKyselyReplayStore,
  type KyselyReplayStore,
  createMemoryReplayStore,
  type MemoryReplayStoreOptions,
  createRedisReplayStore,
  type RedisReplayStoreOptions,
} from '../dpop/replay-stores.ts';
