import { sha256Base64url } from '#sha256';
import { dpopProofAlgorithms } from './proof-key.ts';
import { ProofError } from './proof-error.ts';
import { headerValues, type RawHeaders } from './request-headers.ts';
import type { Ed25519Jwk, P256Jwk, Thumbprint } from './jwk-thumbprint.ts';
import { type ProofExpectation, type ProofInput, signProofJwt, verifyProofJwt } from './proof-jwt.ts';

/**
 * Returns the DPoP header of a request, or undefined without one (RFC 9449 §4.3, check 1).
 *
 * @throws ProofError `malformed_proof` for two or more DPoP headers.
 */
export function dpopHeader(headers: RawHeaders): string | undefined {
  const [proof, ...more] = headerValues(headers, 'dpop');
  if (more.length === 0) return proof;
  throw new ProofError('malformed_proof', `The request has ${more.length + 1} DPoP headers: send exactly one.`);
}

const typ = 'dpop+jwt';

export interface DpopProofExpectation extends ProofExpectation {
  /** Nonces that the server currently accepts (RFC 9449 §8). Default: no nonce is required. */
  readonly nonce?: string | readonly string[] | undefined;
}

export interface DpopProof {
  readonly jwk: Ed25519Jwk | P256Jwk;
  /** Thumbprint of the signing key. */
  readonly jkt: Thumbprint;
  readonly jti: string;
  /** Creation time in Unix seconds, as the proof states. */
  readonly iat: number;
  /** Hash of the presented access token; compare with accessTokenHash. */
  readonly ath: string | undefined;
  readonly nonce: string | undefined;
}

/**
 * Verifies a DPoP proof (RFC 9449 §4.3, checks 2 to 11). The caller checks that there is one header, that jti is new,
 * and that key and ath match the access token.
 *
 * @throws ProofError with the code of the first failed check.
 */
export function verifyDpopProof({ nonce: expected, ...expectation }: DpopProofExpectation): DpopProof {
  const { jwk, jkt, jti, iat, claims } = verifyProofJwt(typ, expectation, dpopProofAlgorithms);
  const nonce = textClaim(claims['nonce']);
  const accepted = typeof expected === 'string' ? [expected] : expected;
  if (accepted !== undefined && (nonce === undefined || !accepted.includes(nonce))) {
    throw new ProofError(
      'use_dpop_nonce',
      'The proof has no nonce that the server currently accepts: repeat the request with the nonce in DPoP-Nonce.',
    );
  }
  return { jwk, jkt, jti, iat, ath: textClaim(claims['ath']), nonce };
}

export interface DpopProofInput extends ProofInput {
  /** Access token of the request; its hash becomes `ath`. */
  readonly accessToken?: string | undefined;
  /** Last nonce of the server (RFC 9449 §8). */
  readonly nonce?: string | undefined;
}

/**
 * Creates the value of a DPoP header (RFC 9449 §4.2).
 *
 * @throws TypeError when htu is no absolute http or https URL.
 */
export function signDpopProof({ accessToken, nonce, ...proof }: DpopProofInput): Promise<string> {
  const ath = accessToken === undefined ? undefined : accessTokenHash(accessToken);
  return signProofJwt(typ, proof, { ath, nonce });
}

/** Returns the `ath` of an access token: base64url SHA-256 of its ASCII (RFC 9449 §4.2). */
export function accessTokenHash(accessToken: string): string {
  return sha256Base64url(accessToken);
}

function textClaim(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}
