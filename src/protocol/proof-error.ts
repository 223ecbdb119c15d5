/** Why a proof is refused, in the order of the checks: the first that fails names the refusal. */
export const proofErrorCodes = [
  'malformed_proof',
  'bad_proof_typ',
  'bad_proof_alg',
  'missing_proof_jwk',
  'bad_proof_jwk',
  'private_in_proof_jwk',
  'bad_proof_signature',
  'bad_proof_htm',
  'bad_proof_htu',
  'stale_proof',
  'future_proof',
  'missing_proof_jti',
] as const;

/** `use_dpop_nonce` (RFC 9449 §8) asks for the same request with a nonce; `bad_proof_body` is of device proofs. */
export type ProofErrorCode = (typeof proofErrorCodes)[number] | 'use_dpop_nonce' | 'bad_proof_body';

export class ProofError extends Error {
  readonly code: ProofErrorCode;

  constructor(code: ProofErrorCode, message: string) {
    super(message);
    this.name = 'ProofError';
    this.code = code;
  }
}
