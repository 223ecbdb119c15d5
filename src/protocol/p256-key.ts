import { p256 } from '@noble/curves/nist.js';
import { LRUCache } from 'lru-cache';
import { decodeBase64url } from './base64url.ts';
import { isJsonObject } from './json-object.ts';
import type { P256Jwk, Thumbprint } from './jwk-thumbprint.ts';
import { jwkThumbprint } from './jwk-thumbprint.ts';

/** A validated public key: a point of the curve P-256. */
export interface P256PublicKey {
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
