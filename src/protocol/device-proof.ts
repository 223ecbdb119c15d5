import { sha256Base64url } from '#sha256';
import type { Ed25519Jwk, Thumbprint } from './jwk-thumbprint.ts';
import { deviceProofAlgorithms } from './proof-key.ts';
import { ProofError } from './proof-error.ts';
import { type ProofExpectation, type ProofInput, signProofJwt, verifyProofJwt } from './proof-jwt.ts';

const typ = 'device-proof+jwt';

export interface DeviceProofExpectation extends ProofExpectation {
  /** Exact bytes of the request body; undefined or empty without a body. */
  readonly body?: Uint8Array | undefined;
}

/**
 * Verifies that a device signed this request, body included. A device proof has the form of a DPoP proof with its own
 * typ; its claim `body_sha256` is the base64url SHA-256 of the body, absent without a body. The caller checks that jti
 * is new.
 *
 * @throws ProofError with the code of the first failed check; `bad_proof_body` is the last.
 */
export function verifyDeviceProof({ body, ...expectation }: DeviceProofExpectation): {
  readonly jwk: Ed25519Jwk;
  /** Thumbprint of the device key that signed. */
  readonly jkt: Thumbprint;
  readonly jti: string;
  /** Creation time in Unix seconds, as the proof states. */
  readonly iat: number;
} {
  const { jwk, jkt, jti, iat, claims } = verifyProofJwt(typ, expectation, deviceProofAlgorithms);
  if (claims['body_sha256'] !== bodyHash(body)) {
    throw new ProofError('bad_proof_body', 'The body_sha256 of the proof is not the hash of the request body.');
  }
  return { jwk, jkt, jti, iat };
}

export interface DeviceProofInput extends ProofInput {
  /** Exact bytes of the request body; undefined or empty without a body. */
  readonly body?: Uint8Array | undefined;
}

/**
 * Creates a device proof for verifyDeviceProof.
 *
 * @throws TypeError when htu is no absolute http or https URL.
 */
export function signDeviceProof({ body, ...proof }: DeviceProofInput): Promise<string> {
  return signProofJwt(typ, proof, { body_sha256: bodyHash(body) });
}

function bodyHash(body: Uint8Array | undefined): string | undefined {
  return body === undefined || body.length === 0 ? undefined : sha256Base64url(body);
}
