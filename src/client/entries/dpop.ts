// Package entry: creates DPoP proofs and verifies requests that contain them.
export { dpopChallenge, dpopOffer, type ChallengeOptions } from '../../protocol/challenge.ts';
export type { ReplayStore } from '../../protocol/dpop-request.ts';
export { type Ed25519Jwk, jwkThumbprint, type Thumbprint as JwkThumbprint } from '../../protocol/jwk-thumbprint.ts';
export { headerPairs, type RawHeaders } from '../../protocol/raw-headers.ts';
export type { KeyResolver } from '../../protocol/signed-jwt.ts';
export { UnavailableError } from '../../protocol/unavailable-error.ts';
export { type VerificationErrorCode, verificationErrorCodes } from '../../protocol/verification-error.ts';
export { createVerifiedTokenCache, type VerifiedTokenCache } from '../../protocol/verified-token-cache.ts';
export { agentOf } from '../dpop/accepted-requests.ts';
export { createDpopKeypair, type DpopKeypair } from '../dpop/dpop-keypair.ts';
export { createDpopProof, type NewDpopProof } from '../dpop/dpop-proof.ts';
export { expressDpop } from '../dpop/express-adapter.ts';
export { fastifyDpop } from '../dpop/fastify-adapter.ts';
export { fetchDpop } from '../dpop/fetch-adapter.ts';
export { createKeySetResolver } from '../dpop/key-set-resolver.ts';
export { createKyselyReplayStore, type KyselyReplayStore } from '../dpop/kysely-replay-store.ts';
export { createMemoryReplayStore, type MemoryReplayStoreOptions } from '../dpop/memory-replay-store.ts';
export { createRedisReplayStore, type RedisReplayStoreOptions } from '../dpop/redis-replay-store.ts';
export { deleteDpopKeypair, loadDpopKeypair } from '../dpop/stored-dpop-keypair.ts';
export {
  type AcceptedRequest,
  createRequestVerifier,
  type RefusedRequest,
  type RequestVerifier,
  type RequestVerifierOptions,
  verifyRequest,
} from '../dpop/verify-request.ts';
export type { GuardedRequest } from '../guards/incoming-request.ts';
