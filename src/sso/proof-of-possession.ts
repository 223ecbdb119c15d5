import { dpopHeader } from '../protocol/dpop-header.ts';
import { type DpopProof, verifyDpopProof } from '../protocol/dpop-proof.ts';
import type { ReplayStore } from '../protocol/dpop-request.ts';
import { ProofError } from '../protocol/proof-error.ts';
import { defaultProofMaxAge } from '../protocol/proof-jwt.ts';
import { headerPairs } from '../protocol/raw-headers.ts';
import { UnavailableError } from '../protocol/unavailable-error.ts';
import { dpopNonceNeeded, invalidDpopProof } from './errors/oauth-errors.ts';
import type { SsoHandlerContext } from './context.ts';
import type { SsoRequestContext } from './handler.ts';
import type { Refusal, Refusals } from './refusals.ts';

/** Seconds for which a used proof is stored beyond its acceptance window. */
const clockSkew = 30;

/**
 * Verifies the DPoP proof of a token request (RFC 9449 §5) without consuming it.
 *
 * @returns undefined when no proof was sent
 * @throws DomainError invalid_dpop_proof, or use_dpop_nonce when nonces are required
 */
export async function verifyPresentedProof({
  request,
  nonces,
  refusals,
  now,
}: SsoHandlerContext & SsoRequestContext): Promise<DpopProof | undefined> {
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

/** Audit fields of the grant that a proof is for. */
export type ProofAuditFields = Omit<Refusal, 'event'>;

/**
 * Requires that the proof was signed by the key that a sign-in or a session is bound to.
 *
 * @param bound thumbprint of that key; null accepts any key
 * @throws DomainError invalid_dpop_proof
 */
export async function requireBoundKey(
  proof: DpopProof | undefined,
  bound: string | null,
  { refusals, metrics }: Pick<SsoHandlerContext, 'refusals' | 'metrics'>,
  auditFields: ProofAuditFields,
): Promise<void> {
  if (bound === null || proof?.jkt === bound) return;
  metrics.signInRefused('proof_refused');
  await recordRefused(refusals, auditFields, proof ? 'jkt_mismatch' : 'missing_dpop');
  throw invalidDpopProof(
    proof
      ? `The key ${proof.jkt} signed the proof, but this sign-in is bound to the key ${bound}.`
      : `The DPoP header is missing: this sign-in is bound to the key ${bound}.`,
  );
}

/**
 * Consumes a proof. Called after every other check, so that a rejected request consumes nothing.
 *
 * @throws DomainError invalid_dpop_proof when it was used before, in any process
 */
export async function consumeProof(
  proof: DpopProof | undefined,
  { proofs, refusals, metrics }: Pick<SsoHandlerContext, 'proofs' | 'refusals' | 'metrics'>,
  auditFields: ProofAuditFields,
): Promise<void> {
  if (!proof || (await once(proofs, proof))) return;
  metrics.signInRefused('proof_refused');
  await recordRefused(refusals, auditFields, 'replayed_proof_jti');
  throw invalidDpopProof('The proof was used before: make a new one for every request.');
}

function recordRefused(
  refusals: Refusals,
  { details, ...auditFields }: ProofAuditFields,
  reason: string,
): Promise<void> {
  return refusals.record({ ...auditFields, event: 'proof_refused', details: { ...details, reason } });
}

async function once(proofs: ReplayStore, { jkt, jti, iat }: DpopProof): Promise<boolean> {
  try {
    return await proofs.once(jkt, jti, iat + defaultProofMaxAge + clockSkew);
  } catch (error) {
    throw new UnavailableError('replay_store', error);
  }
}
