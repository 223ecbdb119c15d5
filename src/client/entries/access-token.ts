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
} from '../access-token/access-token-verifier.ts';
export { callerOf } from '../access-token/adapters.ts';
export { expressAccessToken } from '../access-token/adapters.ts';
export { fastifyAccessToken } from '../access-token/adapters.ts';
export { fetchAccessToken } from '../access-token/adapters.ts';
export { nextAccessToken } from '../access-token/adapters.ts';
export { createKeySetResolver } from '../guards/guard.ts';
export { createKyselyReplayStore, type KyselyReplayStore } from '../dpop/replay-stores.ts';
export { createMemoryReplayStore, type MemoryReplayStoreOptions } from '../dpop/replay-stores.ts';
export { createRedisReplayStore, type RedisReplayStoreOptions } from '../dpop/replay-stores.ts';
export type { GuardedRequest } from '../guards/guard.ts';
