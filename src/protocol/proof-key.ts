import { verifyEd25519 } from '#ed25519';
import { verifyEs256 } from '#es256';
import { Ed25519KeyError, parseEd25519Jwk, secretJwkMembers } from './ed25519-key.ts';
import { isJsonObject } from './json-object.ts';
import type { Ed25519Jwk, P256Jwk, Thumbprint } from './jwk-thumbprint.ts';
import { P256KeyError, parseP256Jwk } from './p256-key.ts';
import { ProofError } from './proof-error.ts';

/** A key in the header of a proof, of the type that the algorithm needs. */
export interface ProofKey<Jwk extends Ed25519Jwk | P256Jwk = Ed25519Jwk | P256Jwk> {
  readonly jwk: Jwk;
  readonly jkt: Thumbprint;
  readonly verifies: (message: Uint8Array, signature: Uint8Array) => boolean;
}

/** Reads the key of a proof for one of the algorithms that a kind of proof accepts. */
export interface ProofAlgorithms<Jwk extends Ed25519Jwk | P256Jwk = Ed25519Jwk | P256Jwk> {
  readonly names: readonly string[];
  /** @param alg one of `names` @throws Ed25519KeyError @throws P256KeyError @throws ProofError */
  readonly key: (alg: string, jwk: unknown) => ProofKey<Jwk>;
}

/** Device proofs. RFC 9864 names Ed25519 what RFC 8037 named EdDSA. */
export const deviceProofAlgorithms: ProofAlgorithms<Ed25519Jwk> = {
  names: ['EdDSA', 'Ed25519'],
  key: (_, jwk) => ed25519Key(jwk),
};

/** DPoP proofs: ES256 is what browsers and most libraries use (RFC 9449 §4.2). */
export const dpopProofAlgorithms: ProofAlgorithms = {
  names: ['EdDSA', 'Ed25519', 'ES256'],
  key: (alg, jwk) => (alg === 'ES256' ? p256Key(jwk) : ed25519Key(jwk)),
};

/** @throws ProofError with `bad_proof_alg`, `missing_proof_jwk`, `bad_proof_jwk` or `private_in_proof_jwk` */
export function readProofKey<Jwk extends Ed25519Jwk | P256Jwk>(
  alg: unknown,
  jwk: unknown,
  { names, key }: ProofAlgorithms<Jwk>,
): ProofKey<Jwk> {
  if (typeof alg !== 'string' || !names.includes(alg))
    throw new ProofError('bad_proof_alg', `The alg of the proof is none of ${names.join(', ')}.`);
  if (jwk === undefined) throw new ProofError('missing_proof_jwk', 'The header of the proof has no jwk.');
  try {
    return key(alg, jwk);
  } catch (error) {
    if (error instanceof P256KeyError) throw new ProofError('bad_proof_jwk', error.message);
    if (!(error instanceof Ed25519KeyError)) throw error;
    throw new ProofError(error.code === 'bad_key' ? 'bad_proof_jwk' : 'private_in_proof_jwk', error.message);
  }
}

function ed25519Key(jwk: unknown): ProofKey<Ed25519Jwk> {
  const key = parseEd25519Jwk(jwk);
  return { ...key, verifies: (message, signature) => verifyEd25519(key.bytes, message, signature) };
}

function p256Key(jwk: unknown): ProofKey<P256Jwk> {
  const key = parseP256Jwk(jwk);
  const secret = isJsonObject(jwk) && secretJwkMembers.find((member) => Object.hasOwn(jwk, member));
  if (secret)
    throw new ProofError('private_in_proof_jwk', `The key has the private member ${secret}: send only the public key.`);
  return { ...key, verifies: (message, signature) => verifyEs256(key.jwk, message, signature) };
}
