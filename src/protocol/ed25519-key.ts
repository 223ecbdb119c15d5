import { ed25519 } from '@noble/curves/ed25519.js';
import { decodeBase64url } from './base64url.ts';
import { type Bytes, decodeHex } from './bytes.ts';
import { isSmallOrder } from './ed25519-small-order.ts';
import { isJsonObject } from './json-object.ts';
import type { Ed25519Jwk, Thumbprint } from './jwk-thumbprint.ts';
import { jwkThumbprint } from './jwk-thumbprint.ts';
import { LRUCache } from 'lru-cache';

/** A validated public key: canonical and not of small order. */
export interface Ed25519PublicKey {
  /** Only kty, crv and x. */
  readonly jwk: Ed25519Jwk;
  /** The 32 bytes of RFC 8032 §5.1.5. */
  readonly bytes: Bytes;
  readonly jkt: Thumbprint;
}

/** `bad_key`: no usable Ed25519 public key. `private_member`: a usable key with private or secret members. */
export type Ed25519KeyErrorCode = 'bad_key' | 'private_member';

export class Ed25519KeyError extends Error {
  readonly code: Ed25519KeyErrorCode;

  constructor(code: Ed25519KeyErrorCode, message: string) {
    super(message);
    this.name = 'Ed25519KeyError';
    this.code = code;
  }
}

// The point check costs more than a native verification.
const accepted = /* @__PURE__ */ new LRUCache<string, Ed25519PublicKey>({ max: 4096 });

/** Private and secret JWK members (RFC 7518 §6.2.2, §6.3.2 and §6.4, RFC 8037 §2). */
export const secretJwkMembers = ['d', 'p', 'q', 'dp', 'dq', 'qi', 'oth', 'k'] as const;

/**
 * Parses an untrusted JWK as an Ed25519 public key (RFC 8037 §2).
 *
 * @throws Ed25519KeyError `bad_key`, or `private_member` for an otherwise usable key.
 */
export function parseEd25519Jwk(jwk: unknown): Ed25519PublicKey {
  if (!isJsonObject(jwk)) throw badKey('The key is not a JSON object.');
  const { kty, crv, x } = jwk;
  if (kty !== 'OKP') throw badKey('The key type (kty) is not OKP.');
  if (crv !== 'Ed25519') throw badKey('The curve (crv) is not Ed25519.');
  if (typeof x !== 'string') throw badKey('The public key (x) is missing.');
  const key = accepted.get(x) ?? accept(x);
  const secret = secretJwkMembers.find((member) => Object.hasOwn(jwk, member));
  if (secret !== undefined) {
    throw new Ed25519KeyError('private_member', `The key has the private member ${secret}: send only the public key.`);
  }
  return key;
}

/**
 * Parses a public key of 64 hex digits with the same checks.
 *
 * @throws Ed25519KeyError `bad_key`.
 */
export function parseEd25519Hex(hex: string): Bytes {
  const bytes = decodeHex(hex);
  if (bytes?.length !== 32) throw badKey('The public key is not 64 hex digits.');
  assertUsablePoint(bytes);
  return bytes;
}

function accept(x: string): Ed25519PublicKey {
  // 32 bytes are 43 base64url characters.
  const bytes = x.length === 43 ? decodeBase64url(x) : undefined;
  if (bytes === undefined) throw badKey('The public key (x) is not 32 bytes of canonical base64url.');
  assertUsablePoint(bytes);
  const jwk = Object.freeze({ kty: 'OKP', crv: 'Ed25519', x } as const);
  const key = Object.freeze({ jwk, bytes, jkt: jwkThumbprint(jwk) });
  accepted.set(x, key);
  return key;
}

/** Rejects non-canonical encodings, which would give one key two thumbprints. */
function assertUsablePoint(bytes: Uint8Array): void {
  if (isSmallOrder(bytes))
    throw badKey('The public key is a point of small order, for which anyone can forge signatures.');
  try {
    ed25519.Point.fromBytes(bytes, false);
  } catch {
    throw badKey('The public key is not a canonical point of the curve.');
  }
}

function badKey(message: string): Ed25519KeyError {
  return new Ed25519KeyError('bad_key', message);
}
