import { sha256 } from '#sha256';
import { encodeBase64url } from './base64url.ts';
import type { Ed25519Jwk, Thumbprint } from './jwk-thumbprint.ts';
import { ProofError } from './proof-error.ts';
import type { ProofInput, ProofExpectation } from './proof-jwt.ts';
import { signProofJwt, verifyProofJwt } from './proof-jwt.ts';

const typ = 'dpop+jwt';

export interface DpopProofExpectation extends ProofExpectation {
  /** The nonce, or the nonces, that the server accepts now (RFC 9449 §8). Left out: none is asked for. */
  readonly nonce?: string | readonly string[] | undefined;
}

export interface DpopProof {
  readonly jwk: Ed25519Jwk;
  /** Thumbprint of the key that signed. */
  readonly jkt: Thumbprint;
  readonly jti: string;
  /** Unix seconds at which the proof says it was made. */
  readonly iat: number;
  /** Hash of the access token that the proof accompanies; compare with accessTokenHash. */
  readonly ath: string | undefined;
  readonly nonce: string | undefined;
}

/**
 * Verifies a DPoP proof by itself (RFC 9449 §4.3, checks 2 to 11). Left to the caller: that there was
 * one header, that jti is new, and what the proof's key and ath mean for an access token.
 *
 * @throws ProofError with the code of the first check that fails.
 */
export function verifyDpopProof({ nonce: expected, ...expectation }: DpopProofExpectation): DpopProof {
  const { jwk, jkt, jti, iat, claims } = verifyProofJwt(typ, expectation);
  const nonce = textClaim(claims['nonce']);
  const accepted = typeof expected === 'string' ? [expected] : expected;
  if (accepted !== undefined && (nonce === undefined || !accepted.includes(nonce))) {
    throw new ProofError('use_dpop_nonce', 'The proof does not carry a nonce that the server accepts now.');
  }
  return { jwk, jkt, jti, iat, ath: textClaim(claims['ath']), nonce };
}

export interface DpopProofInput extends ProofInput {
  /** The access token that the request presents; its hash becomes `ath`. */
  readonly accessToken?: string | undefined;
  /** The nonce that the server gave (RFC 9449 §8). */
  readonly nonce?: string | undefined;
}

/**
 * Makes the value of a DPoP header (RFC 9449 §4.2).
 *
 * @throws TypeError when htu is no absolute http or https address.
 */
export function signDpopProof({ accessToken, nonce, ...proof }: DpopProofInput): Promise<string> {
  const ath = accessToken === undefined ? undefined : accessTokenHash(accessToken);
  return signProofJwt(typ, proof, { ath, nonce });
}

/** The `ath` of an access token: base64url SHA-256 of its ASCII (RFC 9449 §4.2). */
export function accessTokenHash(accessToken: string): string {
  return encodeBase64url(sha256(accessToken));
}

function textClaim(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}
