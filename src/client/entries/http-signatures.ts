// Package entry: signs requests as an agent and verifies requests that agents signed.
export type { ReplayStore } from '../../protocol/dpop-request.ts';
export { type Ed25519Jwk, jwkThumbprint, type Thumbprint as JwkThumbprint } from '../../protocol/jwk-thumbprint.ts';
export { type MessageSignatureErrorCode, messageSignatureErrorCodes } from '../../protocol/message-signature.ts';
export { headerPairs, type RawHeaders } from '../../protocol/request-headers.ts';
export { agentDirectoryUrl, type SignatureAgentForm } from '../../protocol/web-bot-auth.ts';
export { createDpopKeypair, type DpopKeypair } from '../dpop/dpop-keypair.ts';
export {
  createKyselyReplayStore,
  type KyselyReplayStore,
  createMemoryReplayStore,
  type MemoryReplayStoreOptions,
  createRedisReplayStore,
  type RedisReplayStoreOptions,
} from '../dpop/replay-stores.ts';
export type { SignedRequest } from '../http-signatures/request-components.ts';
export { type RequestSignatureOptions, signRequest } from '../http-signatures/sign-request.ts';
export {
  type AcceptedSignature,
  createSignatureVerifier,
  type RejectedSignature,
  type SignatureVerifier,
  type SignatureVerifierOptions,
} from '../http-signatures/signature-verifier.ts';
