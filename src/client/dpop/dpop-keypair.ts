import type { CryptoKey } from 'jose';
import type { Ed25519Jwk } from '../../protocol/jwk-thumbprint.ts';
import type { Ed25519Sign } from '../../protocol/proof-jwt.ts';

/** A client's DPoP key pair. */
export interface DpopKeypair {
  /** A WebCrypto Ed25519 key, or a signing function for a key in hardware or another process. */
  readonly privateKey: CryptoKey | Ed25519Sign;
  readonly publicJwk: Ed25519Jwk;
}

/**
 * Creates an Ed25519 key pair with a non-extractable private key, which no script can read. IndexedDB can store it.
 *
 * @throws Error when WebCrypto has no Ed25519 (browsers before 2025, pages without https)
 */
export async function createDpopKeypair(): Promise<DpopKeypair & { readonly privateKey: CryptoKey }> {
  const { subtle } = globalThis.crypto ?? {};
  if (subtle === undefined)
    throw new Error('WebCrypto is not available: open the page over https or on a loopback host.');
  const pair = await subtle.generateKey({ name: 'Ed25519' }, false, ['sign', 'verify']).catch((cause: unknown) => {
    throw new Error('This platform has no Ed25519 in WebCrypto: pass a keypair whose privateKey is a function.', {
      cause,
    });
  });
  if (!('privateKey' in pair)) throw new Error('WebCrypto made no key pair.');
  const { x } = await subtle.exportKey('jwk', pair.publicKey);
  if (x === undefined) throw new Error('WebCrypto made no key pair.');
  return { privateKey: pair.privateKey, publicJwk: { kty: 'OKP', crv: 'Ed25519', x } };
}

/** Returns the signing function of a key pair. */
export function createKeypairSigner({ privateKey }: DpopKeypair): Ed25519Sign {
  if (typeof privateKey === 'function') return privateKey;
  return async (message) =>
    new Uint8Array(await crypto.subtle.sign({ name: 'Ed25519' }, privateKey, new Uint8Array(message)));
}
