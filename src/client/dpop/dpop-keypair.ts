import type { CryptoKey } from 'jose';
import type { Ed25519Jwk } from '../../protocol/jwk-thumbprint.ts';
import type { Ed25519Sign } from '../../protocol/proof-jwt.ts';

/** A client's DPoP key: a private key that can sign, and the public half that servers see. */
export interface DpopKeypair {
  /** An Ed25519 key of WebCrypto, or a function that signs (a key in hardware, or in another process). */
  readonly privateKey: CryptoKey | Ed25519Sign;
  readonly publicJwk: Ed25519Jwk;
}

/**
 * Makes an Ed25519 key pair whose private half cannot be read, by this page or by a script injected into it. It can be
 * stored in IndexedDB as it is.
 *
 * @throws Error where WebCrypto has no Ed25519 (browsers before 2025, pages without https)
 */
export async function createDpopKeypair(): Promise<DpopKeypair & { readonly privateKey: CryptoKey }> {
  const { subtle } = globalThis.crypto ?? {};
  if (subtle === undefined) throw new Error('There is no WebCrypto here: a page needs https, or a loopback host.');
  const pair = await subtle.generateKey({ name: 'Ed25519' }, false, ['sign', 'verify']).catch((cause: unknown) => {
    throw new Error('This platform has no Ed25519 in WebCrypto: pass a keypair whose privateKey is a function.', {
      cause,
    });
  });
  if (!('privateKey' in pair)) throw new Error('WebCrypto made no key pair.');
  const { x } = await subtle.exportKey('jwk', pair.publicKey);
  if (x === undefined) throw new Error('WebCrypto exported no public key.');
  return { privateKey: pair.privateKey, publicJwk: { kty: 'OKP', crv: 'Ed25519', x } };
}

/** The signing function of a key pair. */
export function createKeypairSigner({ privateKey }: DpopKeypair): Ed25519Sign {
  if (typeof privateKey === 'function') return privateKey;
  return async (message) =>
    new Uint8Array(await crypto.subtle.sign({ name: 'Ed25519' }, privateKey, new Uint8Array(message)));
}
