import { ed25519 } from '@noble/curves/ed25519.js';
import { decodeBase64url, encodeBase64url } from '../base64url.ts';
import { utf8 } from '../bytes.ts';
import type { Ed25519Jwk } from '../jwk-thumbprint.ts';

/** A key pair for tests: the same seed gives the same key. */
export interface Ed25519Signer {
  readonly jwk: Ed25519Jwk;
  readonly publicKey: Uint8Array;
  readonly seed: Uint8Array;
  readonly sign: (message: Uint8Array) => Uint8Array;
}

export function ed25519Signer(seed: Uint8Array): Ed25519Signer {
  const publicKey = ed25519.getPublicKey(seed);
  const jwk = { kty: 'OKP', crv: 'Ed25519', x: encodeBase64url(publicKey) } as const;
  return { jwk, publicKey, seed, sign: (message) => ed25519.sign(message, seed) };
}

/** The key pair of RFC 8037 appendix A.1. */
export const rfc8037Signer = ed25519Signer(
  decodeBase64url('nWGxne_9WmC6hEr0kuwsxERJxWl7MmkZcDusAxyuf2A') ?? new Uint8Array(),
);

/** Another key pair than the one of RFC 8037. */
export const otherSigner = ed25519Signer(new Uint8Array(32).fill(7));

export interface JwtParts {
  readonly header: unknown;
  readonly claims: unknown;
}

/** Signs whatever header and claims a test wants to be judged. Texts are taken as they are, the rest as JSON. */
export function signJwt({ header, claims }: JwtParts, sign: Ed25519Signer['sign']): string {
  const signingInput = `${segment(header)}.${segment(claims)}`;
  return `${signingInput}.${encodeBase64url(sign(utf8(signingInput)))}`;
}

function segment(value: unknown): string {
  return encodeBase64url(utf8(typeof value === 'string' ? value : JSON.stringify(value)));
}
