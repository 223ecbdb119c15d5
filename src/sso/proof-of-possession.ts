import { dpopHeader } from '../protocol/dpop-header.ts';
import { type DpopProof, verifyDpopProof } from '../protocol/dpop-proof.ts';
import type { ReplayStore } from '../protocol/dpop-request.ts';
import { ProofError } from '../protocol/proof-error.ts';
import { defaultProofMaxAge } from '../protocol/proof-jwt.ts';
import { headerPairs } from '../protocol/raw-headers.ts';
import { UnavailableError } from '../protocol/unavailable-error.ts';
import type { RequestFacts } from '../service/request.ts';
import type { DpopNonces } from './dpop-nonces.ts';
import { dpopNonceNeeded, invalidDpopProof } from './errors.ts';

/** Seconds for which a used proof is remembered beyond the time in which it would be accepted. */
const clockSkew = 30;

/**
 * The proof of a token request (RFC 9449 §5), verified but not used up; undefined when none was sent.
 *
 * @throws DomainError invalid_dpop_proof, or use_dpop_nonce where nonces are demanded
 */
export function presentedProof(
  request: RequestFacts,
  nonces: DpopNonces | undefined,
  now: Date,
): DpopProof | undefined {
  try {
    const proof = dpopHeader(headerPairs(request.rawHeaders));
    if (proof === undefined) return undefined;
    return verifyDpopProof({
      proof,
      htm: request.method,
      htu: request.url,
      now: now.getTime() / 1000,
      nonce: nonces?.accepted(),
    });
  } catch (error) {
    if (!(error instanceof ProofError)) throw error;
    throw error.code === 'use_dpop_nonce' && nonces
      ? dpopNonceNeeded(nonces.current())
      : invalidDpopProof(error.message);
  }
}

/**
 * Whether the key signed that a sign-in or a session is bound to.
 *
 * @param bound its thumbprint; null leaves the choice to the request
 * @returns what is wrong, or undefined
 */
export function boundKeyProblem(proof: DpopProof | undefined, bound: string | null): string | undefined {
  if (bound === null || proof?.jkt === bound) return undefined;
  return proof
    ? `The key ${proof.jkt} signed the proof, but this sign-in is bound to the key ${bound}.`
    : `The DPoP header is missing: this sign-in is bound to the key ${bound}.`;
}

/**
 * Uses a proof up. Called after every other check, so that a refused request burns nothing.
 *
 * @throws DomainError invalid_dpop_proof when it was used before, here or by another process
 */
export async function useProof(proof: DpopProof | undefined, proofs: ReplayStore): Promise<void> {
  if (!proof) return;
  if (!(await once(proofs, proof)))
    throw invalidDpopProof('The proof was used before: make a new one for every request.');
}

async function once(proofs: ReplayStore, { jkt, jti, iat }: DpopProof): Promise<boolean> {
  try {
    return await proofs.once(jkt, jti, iat + defaultProofMaxAge + clockSkew);
  } catch (error) {
    throw new UnavailableError('replay_store', error);
  }
}
