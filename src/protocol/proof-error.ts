/** Error codes of proofs in the order of the checks; the first failed check determines the code. */
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

/** `use_dpop_nonce` demands a nonce in the proof (RFC 9449 §8); only device proofs have `bad_proof_body`. */
export type ProofErrorCode = (typeof proofErrorCodes)[number] | 'use_dpop_nonce' | 'bad_proof_body';

export class ProofError extends Error {
  readonly code: ProofErrorCode;

  constructor(code: ProofErrorCode, message: string) {
    super(message);
    this.name = 'ProofError';
    this.code = code;
  }
}
