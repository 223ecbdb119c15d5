import { accessTokenErrorCodes } from './access-token.ts';
import { proofErrorCodes } from './proof-error.ts';

/** Error codes of DPoP requests in the order of the checks. */
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

/** Rejects a request with 401 and a code. The message can be sent to the caller. */
export class VerificationError extends Error {
  readonly code: VerificationErrorCode;

  constructor(code: VerificationErrorCode, message: string) {
    super(message);
    this.name = 'VerificationError';
    this.code = code;
  }
}
