// Package entry: creates DPoP proofs and verifies requests that contain them.
export { dpopChallenge, dpopOffer, type ChallengeOptions } from '../../protocol/bearer-request.ts';
export type { ReplayStore } from '../../protocol/dpop-request.ts';
export { type Ed25519Jwk, jwkThumbprint, type Thumbprint as JwkThumbprint } from '../../protocol/jwk-thumbprint.ts';
export { headerPairs, type RawHeaders } from '../../protocol/request-headers.ts';
export type { KeyResolver } from '../../protocol/signed-jwt.ts';
export { UnavailableError } from '../../protocol/unavailable-error.ts';
export { type VerificationErrorCode, verificationErrorCodes } from '../../protocol/dpop-request.ts';
export { createVerifiedTokenCache, type VerifiedTokenCache } from '../../protocol/access-token.ts';
export { agentOf } from '../dpop/adapters.ts';
export { createDpopKeypair, type DpopKeypair } from '../dpop/dpop-keypair.ts';
export { createDpopProof, type NewDpopProof } from '../dpop/dpop-keypair.ts';
export { expressDpop } from '../dpop/adapters.ts';
export { fastifyDpop } from '../dpop/adapters.ts';
export { fetchDpop } from '../dpop/adapters.ts';
export { createKeySetResolver } from '../guards/guard.ts';
export { createKyselyReplayStore, type KyselyReplayStore } from '../dpop/replay-stores.ts';
export { createMemoryReplayStore, type MemoryReplayStoreOptions } from '../dpop/replay-stores.ts';
export { createRedisReplayStore, type RedisReplayStoreOptions } from '../dpop/replay-stores.ts';
export { deleteDpopKeypair, loadDpopKeypair } from '../dpop/dpop-keypair.ts';
export {
  type AcceptedRequest,
  createRequestVerifier,
  type RefusedRequest,
  type RequestVerifier,
  type RequestVerifierOptions,
  verifyRequest,
} from '../dpop/verify-request.ts';
export type { GuardedRequest } from '../guards/guard.ts';
