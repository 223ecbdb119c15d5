import { dpopHeader } from '../protocol/dpop-header.ts';
import { type DpopProof, verifyDpopProof } from '../protocol/dpop-proof.ts';
import type { ReplayStore } from '../protocol/dpop-request.ts';
import { ProofError } from '../protocol/proof-error.ts';
import { defaultProofMaxAge } from '../protocol/proof-jwt.ts';
import { headerPairs } from '../protocol/raw-headers.ts';
import { UnavailableError } from '../protocol/unavailable-error.ts';
import { dpopNonceNeeded, invalidDpopProof } from './errors.ts';
import type { SsoContext, SsoFacts } from './handler.ts';
import type { Refusal, Refusals } from './refusals.ts';

/** Seconds for which a used proof is remembered beyond the time in which it would be accepted. */
const clockSkew = 30;

/**
 * The proof of a token request (RFC 9449 §5), verified but not used up; undefined when none was sent.
 *
 * @throws DomainError invalid_dpop_proof, or use_dpop_nonce where nonces are demanded
 */
export async function presentedProof({
  request,
  nonces,
  refusals,
  now,
}: SsoContext & SsoFacts): Promise<DpopProof | undefined> {
  const at = now();
  try {
    const proof = dpopHeader(headerPairs(request.rawHeaders));
    if (proof === undefined) return undefined;
    return verifyDpopProof({
      proof,
      htm: request.method,
      htu: request.url,
      now: at.getTime() / 1000,
      nonce: nonces?.accepted(),
    });
  } catch (error) {
    if (!(error instanceof ProofError)) throw error;
    if (error.code === 'use_dpop_nonce' && nonces) throw dpopNonceNeeded(nonces.current());
    const { id: requestId, ip } = request;
    await refusals.record({ event: 'proof_refused', at, requestId, ip, details: { reason: error.code } });
    throw invalidDpopProof(error.message);
  }
}

/** What a proof is for, as it is put on record when it is refused. */
export type Purpose = Omit<Refusal, 'event'>;

/**
 * The key signed that a sign-in or a session is bound to.
 *
 * @param bound its thumbprint; null leaves the choice to the request
 * @throws DomainError invalid_dpop_proof
 */
export async function demandBoundKey(
  proof: DpopProof | undefined,
  bound: string | null,
  { refusals }: Pick<SsoContext, 'refusals'>,
  purpose: Purpose,
): Promise<void> {
  if (bound === null || proof?.jkt === bound) return;
  await recordRefused(refusals, purpose, proof ? 'jkt_mismatch' : 'missing_dpop');
  throw invalidDpopProof(
    proof
      ? `The key ${proof.jkt} signed the proof, but this sign-in is bound to the key ${bound}.`
      : `The DPoP header is missing: this sign-in is bound to the key ${bound}.`,
  );
}

/**
 * Uses a proof up. Called after every other check, so that a refused request burns nothing.
 *
 * @throws DomainError invalid_dpop_proof when it was used before, here or by another process
 */
export async function useProof(
  proof: DpopProof | undefined,
  { proofs, refusals }: Pick<SsoContext, 'proofs' | 'refusals'>,
  purpose: Purpose,
): Promise<void> {
  if (!proof || (await once(proofs, proof))) return;
  await recordRefused(refusals, purpose, 'replayed_proof_jti');
  throw invalidDpopProof('The proof was used before: make a new one for every request.');
}

function recordRefused(refusals: Refusals, { details, ...purpose }: Purpose, reason: string): Promise<void> {
  return refusals.record({ ...purpose, event: 'proof_refused', details: { ...details, reason } });
}

async function once(proofs: ReplayStore, { jkt, jti, iat }: DpopProof): Promise<boolean> {
  try {
    return await proofs.once(jkt, jti, iat + defaultProofMaxAge + clockSkew);
  } catch (error) {
    throw new UnavailableError('replay_store', error);
  }
}
