import { sha256 } from '#sha256';
import { encodeBase64url } from './base64url.ts';
import type { Ed25519Jwk, Thumbprint } from './jwk-thumbprint.ts';
import { ProofError } from './proof-error.ts';
import type { ProofInput, ProofExpectation } from './proof-jwt.ts';
import { signProofJwt, verifyProofJwt } from './proof-jwt.ts';

const typ = 'device-proof+jwt';

export interface DeviceProofExpectation extends ProofExpectation {
  /** The exact bytes of the request body; undefined or empty when there is none. */
  readonly body?: Uint8Array | undefined;
}

export interface DeviceProof {
  readonly jwk: Ed25519Jwk;
  /** Thumbprint of the device key that signed. */
  readonly jkt: Thumbprint;
  readonly jti: string;
  /** Unix seconds at which the proof says it was made. */
  readonly iat: number;
}

/**
 * Verifies that a device signed this very request, body included. A device proof is built like a DPoP
 * proof, under its own typ so that neither passes for the other; its claim `body_sha256` is the
 * base64url SHA-256 of the body, and is absent when there is no body. That jti is new is left to the
 * caller.
 *
 * @throws ProofError with the code of the first check that fails; `bad_proof_body` is the last.
 */
export function verifyDeviceProof({ body, ...expectation }: DeviceProofExpectation): DeviceProof {
  const { jwk, jkt, jti, iat, claims } = verifyProofJwt(typ, expectation);
  if (claims['body_sha256'] !== bodyHash(body)) {
    throw new ProofError('bad_proof_body', 'The body_sha256 of the proof is not the hash of the request body.');
  }
  return { jwk, jkt, jti, iat };
}

export interface DeviceProofInput extends ProofInput {
  /** The exact bytes of the request body; undefined or empty when there is none. */
  readonly body?: Uint8Array | undefined;
}

/**
 * Makes a proof that verifyDeviceProof accepts.
 *
 * @throws TypeError when htu is no absolute http or https address.
 */
export function signDeviceProof({ body, ...proof }: DeviceProofInput): Promise<string> {
  return signProofJwt(typ, proof, { body_sha256: bodyHash(body) });
}

function bodyHash(body: Uint8Array | undefined): string | undefined {
  return body === undefined || body.length === 0 ? undefined : encodeBase64url(sha256(body));
}
