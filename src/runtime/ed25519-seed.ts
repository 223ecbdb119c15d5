import { createPrivateKey, createPublicKey, type KeyObject } from 'node:crypto';

/** PKCS#8 header of an Ed25519 seed (RFC 8410 §7). */
const pkcs8Prefix = Buffer.from('302e020100300506032b657004220420', 'hex');

/** Imports the 32 bytes of an Ed25519 private key (RFC 8032 §5.1.5). */
export function ed25519PrivateKey(seed: Uint8Array): KeyObject {
  return createPrivateKey({ key: Buffer.concat([pkcs8Prefix, seed]), format: 'der', type: 'pkcs8' });
}

/** Returns the public key of an Ed25519 private key: 64 lowercase hex digits. */
export function ed25519PublicHex(privateKey: KeyObject): string {
  const { x = '' } = createPublicKey(privateKey).export({ format: 'jwk' });
  return Buffer.from(x, 'base64url').toString('hex');
}
