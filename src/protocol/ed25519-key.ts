import { ed25519 } from '@noble/curves/ed25519.js';
import { decodeBase64url } from './base64url.ts';
import type { Bytes } from './bytes.ts';
import { isSmallOrder } from './ed25519-small-order.ts';
import { decodeHex } from './hex.ts';
import { isJsonObject } from './json-object.ts';
import type { Ed25519Jwk, Thumbprint } from './jwk-thumbprint.ts';
import { jwkThumbprint } from './jwk-thumbprint.ts';
import { createRecentMap } from './recent-map.ts';

/** A public key that may be trusted to tell signers apart. */
export interface Ed25519PublicKey {
  /** Only kty, crv and x, whatever else the untrusted key carried. */
  readonly jwk: Ed25519Jwk;
  /** The 32 bytes of RFC 8032 §5.1.5. */
  readonly bytes: Bytes;
  readonly jkt: Thumbprint;
}

/** `bad_key`: no usable Ed25519 public key. `private_member`: a good key that carries private or secret material. */
export type Ed25519KeyErrorCode = 'bad_key' | 'private_member';

export class Ed25519KeyError extends Error {
  readonly code: Ed25519KeyErrorCode;

  constructor(code: Ed25519KeyErrorCode, message: string) {
    super(message);
    this.name = 'Ed25519KeyError';
    this.code = code;
  }
}

// The point check costs more than a native verification, so each key pays it once.
const accepted = createRecentMap<Ed25519PublicKey>(4096);

/** RFC 7518 §6.2.2, §6.3.2 and §6.4, RFC 8037 §2: what must never leave its owner. */
const secretMembers = ['d', 'p', 'q', 'dp', 'dq', 'qi', 'oth', 'k'] as const;

/**
 * Accepts an untrusted JWK as an Ed25519 public key (RFC 8037 §2).
 *
 * @throws Ed25519KeyError `bad_key` before `private_member`.
 */
export function parseEd25519Jwk(jwk: unknown): Ed25519PublicKey {
  if (!isJsonObject(jwk)) throw badKey('The key is not a JSON object.');
  const { kty, crv, x } = jwk;
  if (kty !== 'OKP') throw badKey('The key type (kty) is not OKP.');
  if (crv !== 'Ed25519') throw badKey('The curve (crv) is not Ed25519.');
  if (typeof x !== 'string') throw badKey('The public key (x) is missing.');
  const key = accepted.get(x) ?? accept(x);
  const secret = secretMembers.find((member) => Object.hasOwn(jwk, member));
  if (secret !== undefined) {
    throw new Ed25519KeyError(
      'private_member',
      `The key carries the private member ${secret}: send the public key alone.`,
    );
  }
  return key;
}

/**
 * Reads a public key from 64 hex digits, with the same refusals.
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
  // 43 characters is what 32 bytes take: nothing longer is worth decoding.
  const bytes = x.length === 43 ? decodeBase64url(x) : undefined;
  if (bytes === undefined) throw badKey('The public key (x) is not 32 bytes of canonical base64url.');
  assertUsablePoint(bytes);
  const jwk = Object.freeze({ kty: 'OKP', crv: 'Ed25519', x } as const);
  const key = Object.freeze({ jwk, bytes, jkt: jwkThumbprint(jwk) });
  accepted.set(x, key);
  return key;
}

/** A non-canonical encoding would give one key two thumbprints. */
function assertUsablePoint(bytes: Uint8Array): void {
  if (isSmallOrder(bytes)) throw badKey('The public key is a point of small order, for which anybody can sign.');
  try {
    ed25519.Point.fromBytes(bytes, false);
  } catch {
    throw badKey('The public key is no point of the curve in canonical form.');
  }
}

function badKey(message: string): Ed25519KeyError {
  return new Ed25519KeyError('bad_key', message);
}
