import { accessTokenErrorCodes } from './access-token.ts';
import { proofErrorCodes } from './proof-error.ts';

/** Every reason for which a DPoP request is refused, in the order of the checks. */
export const verificationErrorCodes = [
  'missing_authorization',
  'invalid_scheme',
  'missing_dpop',
  ...proofErrorCodes,
  'use_dpop_nonce',
  ...accessTokenErrorCodes,
  'missing_cnf_jkt',
  'jkt_mismatch',
  'bad_proof_ath',
  'replayed_proof_jti',
] as const;

export type VerificationErrorCode = (typeof verificationErrorCodes)[number];

/** A refused request: 401 with the code. The message is fit for the caller. */
export class VerificationError extends Error {
  readonly code: VerificationErrorCode;

  constructor(code: VerificationErrorCode, message: string) {
    super(message);
    this.name = 'VerificationError';
    this.code = code;
  }
}
