import { sha256Base64url } from '#sha256';

/** An Ed25519 public key as a JWK (RFC 8037 §2). `x` is 32 bytes, base64url without padding. */
export interface Ed25519Jwk {
  readonly kty: 'OKP';
  readonly crv: 'Ed25519';
  readonly x: string;
}

/** A public key on P-256 as a JWK (RFC 7518 §6.2.1). `x` and `y` are 32 bytes each, base64url without padding. */
export interface P256Jwk {
  readonly kty: 'EC';
  readonly crv: 'P-256';
  readonly x: string;
  readonly y: string;
}

/** An RSA public key as a JWK (RFC 7518 §6.3.1). `n` and `e` are base64url without padding. */
interface RsaJwk {
  readonly kty: 'RSA';
  readonly n: string;
  readonly e: string;
}

/** base64url SHA-256 of a key's required members in lexical order: 43 characters. */
export type Thumbprint = string & { readonly __brand: 'Thumbprint' };

/** Computes the thumbprint of a key over its required members only (RFC 7638 §3, RFC 8037 §2). */
export function jwkThumbprint(jwk: Ed25519Jwk | P256Jwk | RsaJwk): Thumbprint {
  return sha256Base64url(JSON.stringify(jwk, requiredMembers[jwk.kty])) as Thumbprint;
}

/** Members of a key type in lexicographic order (RFC 7638 §3.2); JSON.stringify writes them in this order. */
const requiredMembers: Record<(Ed25519Jwk | P256Jwk | RsaJwk)['kty'], string[]> = {
  OKP: ['crv', 'kty', 'x'],
  EC: ['crv', 'kty', 'x', 'y'],
  RSA: ['e', 'kty', 'n'],
};

/** Returns whether a value has the form of a thumbprint: 43 base64url characters. */
export function isThumbprint(text: unknown): text is Thumbprint {
  return typeof text === 'string' && /^[A-Za-z0-9_-]{43}$/.test(text);
}
