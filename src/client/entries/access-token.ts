// Package entry: verifies access tokens on a server.
export type { ReplayStore } from '../../protocol/dpop-request.ts';
export { headerPairs, type RawHeaders } from '../../protocol/raw-headers.ts';
export type { KeyResolver } from '../../protocol/signed-jwt.ts';
export type { Thumbprint as JwkThumbprint } from '../../protocol/jwk-thumbprint.ts';
export {
  type AcceptedAccessToken,
  type AccessTokenVerifier,
  type AccessTokenVerifierOptions,
  createAccessTokenVerifier,
  type RejectedAccessToken,
} from '../access-token/access-token-verifier.ts';
export { callerOf } from '../access-token/caller-of.ts';
export { expressAccessToken } from '../access-token/express-access-token.ts';
export { fastifyAccessToken } from '../access-token/fastify-access-token.ts';
export { fetchAccessToken } from '../access-token/fetch-access-token.ts';
export { nextAccessToken } from '../access-token/next-access-token.ts';
export { createKeySetResolver } from '../dpop/key-set-resolver.ts';
export { createKyselyReplayStore, type KyselyReplayStore } from '../dpop/kysely-replay-store.ts';
export { createMemoryReplayStore, type MemoryReplayStoreOptions } from '../dpop/memory-replay-store.ts';
export { createRedisReplayStore, type RedisReplayStoreOptions } from '../dpop/redis-replay-store.ts';
export type { GuardedRequest } from '../guards/incoming-request.ts';
