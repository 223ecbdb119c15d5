import { createPrivateKey, createPublicKey, sign } from 'node:crypto';
import { loadSodium, type Sodium } from './sodium.ts';

/** An Ed25519 key pair whose private key cannot be read. */
export interface Ed25519KeyPair {
  /** 32 bytes. */
  readonly publicKey: Uint8Array;
  /** @returns 64 bytes */
  readonly sign: (message: Uint8Array) => Uint8Array<ArrayBuffer>;
}

/** PKCS#8 header of an Ed25519 seed (RFC 8410 §7). */
const pkcs8Prefix = Buffer.from('302e020100300506032b657004220420', 'hex');

/**
 * Imports the 32 bytes of an Ed25519 private key (RFC 8032 §5.1.5).
 *
 * @param sodium signs in half the time of node:crypto; null when node:crypto signs
 * @throws Error for another length
 */
export function ed25519KeyPair(seed: Uint8Array, sodium: Sodium | null = loadSodium() ?? null): Ed25519KeyPair {
  if (seed.length !== 32) throw new Error(`An Ed25519 private key has 32 bytes, not ${seed.length}.`);
  if (sodium !== null) {
    const { publicKey, secretKey } = sodium.keyPair(seed);
    return { publicKey, sign: (message) => sodium.sign(message, secretKey) };
  }
  const privateKey = createPrivateKey({ key: Buffer.concat([pkcs8Prefix, seed]), format: 'der', type: 'pkcs8' });
  const { x = '' } = createPublicKey(privateKey).export({ format: 'jwk' });
  return {
    publicKey: new Uint8Array(Buffer.from(x, 'base64url')),
    sign: (message) => new Uint8Array(sign(null, message, privateKey)),
  };
}
