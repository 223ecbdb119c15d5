import { createPrivateKey, createPublicKey, sign } from 'node:crypto';
import { decodeBase64url, encodeBase64url } from '../base64url.ts';
import type { Bytes } from '../bytes.ts';
import { concatBytes, utf8 } from '../bytes.ts';
import { decodeHex } from '../hex.ts';
import type { Ed25519Jwk } from '../jwk-thumbprint.ts';

/** A key pair for tests: the same seed gives the same key. */
export interface Ed25519Signer {
  readonly jwk: Ed25519Jwk;
  readonly publicKey: Bytes;
  readonly sign: (message: Uint8Array) => Uint8Array;
}

/** Throws unless a vector that a test has written down decodes. */
export function vector(bytes: Bytes | undefined): Bytes {
  if (bytes === undefined) throw new TypeError('The vector does not decode.');
  return bytes;
}

/** @param seed the 32 private bytes of RFC 8032 §5.1.5 */
export function ed25519Signer(seed: Uint8Array): Ed25519Signer {
  const pkcs8 = concatBytes(vector(decodeHex('302e020100300506032b657004220420')), seed);
  const privateKey = createPrivateKey({ key: Buffer.from(pkcs8), format: 'der', type: 'pkcs8' });
  const x = String(createPublicKey(privateKey).export({ format: 'jwk' }).x);
  return {
    jwk: { kty: 'OKP', crv: 'Ed25519', x },
    publicKey: vector(decodeBase64url(x)),
    sign: (message) => sign(null, message, privateKey),
  };
}

/** The key pair of RFC 8037 appendix A.1. */
export const rfc8037Signer = ed25519Signer(vector(decodeBase64url('nWGxne_9WmC6hEr0kuwsxERJxWl7MmkZcDusAxyuf2A')));

/** Another key pair than the one of RFC 8037. */
export const otherSigner = ed25519Signer(new Uint8Array(32).fill(7));

/** A compact JWS over whatever header and claims a test wants judged: texts as they are, the rest as JSON. */
export function signJwt(header: unknown, claims: unknown, sign: Ed25519Signer['sign']): string {
  const signingInput = `${segment(header)}.${segment(claims)}`;
  return `${signingInput}.${encodeBase64url(sign(utf8(signingInput)))}`;
}

function segment(value: unknown): string {
  return encodeBase64url(utf8(typeof value === 'string' ? value : JSON.stringify(value)));
}
