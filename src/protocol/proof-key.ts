import { verifyEd25519 } from '#ed25519';
import { verifyEs256 } from '#es256';
import { p256 } from '@noble/curves/nist.js';
import { LRUCache } from 'lru-cache';
import { Ed25519KeyError, parseEd25519Jwk, secretJwkMembers } from './ed25519-key.ts';
import { isJsonObject } from './json-object.ts';
import { type Ed25519Jwk, jwkThumbprint, type P256Jwk, type Thumbprint } from './jwk-thumbprint.ts';
import { ProofError } from './proof-error.ts';
import { decodeBase64url } from './base64url.ts';

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

/** A validated public key: a point of the curve P-256. */
interface P256PublicKey {
  /** Only kty, crv, x and y. */
  readonly jwk: P256Jwk;
  readonly jkt: Thumbprint;
}

/** No usable public key on P-256. */
export class P256KeyError extends Error {
  readonly code = 'bad_key';

  constructor(message: string) {
    super(message);
    this.name = 'P256KeyError';
  }
}

// The point check costs more than a native verification.
const accepted = /* @__PURE__ */ new LRUCache<string, P256PublicKey>({ max: 4096 });

/**
 * Parses an untrusted JWK as a public key on P-256 (RFC 7518 §6.2.1). The caller rejects private members.
 *
 * @throws P256KeyError
 */
export function parseP256Jwk(jwk: unknown): P256PublicKey {
  if (!isJsonObject(jwk)) throw badKey('The key is not a JSON object.');
  const { kty, crv, x, y } = jwk;
  if (kty !== 'EC') throw badKey('The key type (kty) is not EC.');
  if (crv !== 'P-256') throw badKey('The curve (crv) is not P-256.');
  if (typeof x !== 'string' || typeof y !== 'string') throw badKey('A coordinate of the public key (x, y) is missing.');
  return accepted.get(`${x}.${y}`) ?? accept(x, y);
}

function accept(x: string, y: string): P256PublicKey {
  const point = { x: coordinate(x), y: coordinate(y) };
  try {
    // Rejects coordinates beyond the field, which would give one key two thumbprints, and points beside the curve.
    p256.Point.fromAffine(point).assertValidity();
  } catch {
    throw badKey('The public key (x, y) is not a point of the curve P-256.');
  }
  const jwk = Object.freeze({ kty: 'EC', crv: 'P-256', x, y } as const);
  const key = Object.freeze({ jwk, jkt: jwkThumbprint(jwk) });
  accepted.set(`${x}.${y}`, key);
  return key;
}

/** Returns the number of 32 bytes, which are 43 base64url characters. */
function coordinate(text: string): bigint {
  const bytes = text.length === 43 ? decodeBase64url(text) : undefined;
  if (bytes === undefined) throw badKey('A coordinate of the public key is not 32 bytes of canonical base64url.');
  return bytes.reduce((number, byte) => (number << 8n) | BigInt(byte), 0n);
}

function badKey(message: string): P256KeyError {
  return new P256KeyError(message);
}
