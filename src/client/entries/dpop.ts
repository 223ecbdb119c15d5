// Package entry: creates DPoP proofs and verifies requests that contain them.
export { dpopChallenge, dpopOffer, type ChallengeOptions } from '../../protocol/challenge.ts';
export { type ReplayStore, type VerificationErrorCode, verificationErrorCodes } from '../../protocol/dpop-request.ts';
export { type Ed25519Jwk, jwkThumbprint, type Thumbprint as JwkThumbprint } from '../../protocol/jwk-thumbprint.ts';
export { headerPairs, type RawHeaders } from '../../protocol/request-headers.ts';
export type { KeyResolver } from '../../protocol/signed-jwt.ts';
export { UnavailableError } from '../../protocol/unavailable-error.ts';
export { createVerifiedTokenCache, type VerifiedTokenCache } from '../../protocol/access-token.ts';
export {
  agentOf,
  expressDpop,
  fastifyDpop,
  fetchDpop,
  type AcceptedRequest,
  createRequestVerifier,
  type RefusedRequest,
  type RequestVerifier,
  type RequestVerifierOptions,
  verifyRequest,
} from '../dpop/verify-request.ts';
export {
  createDpopKeypair,
  type DpopKeypair,
  createDpopProof,
  type NewDpopProof,
  deleteDpopKeypair,
  loadDpopKeypair,
} from '../dpop/dpop-keypair.ts';
export { createKeySetResolver, type GuardedRequest } from '../guards/guard.ts';
export {
  createKyselyReplayStore,
  type KyselyReplayStore,
  createMemoryReplayStore,
  type MemoryReplayStoreOptions,
  createRedisReplayStore,
  type RedisReplayStoreOptions,
} from '../dpop/replay-stores.ts';
