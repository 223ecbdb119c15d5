import { createHmac, createPrivateKey, createPublicKey, sign } from 'node:crypto';
import type { Ed25519Sign } from '../../src/protocol/proof-jwt.ts';

/** PKCS#8 header of an Ed25519 seed (RFC 8410 §7). */
const pkcs8Prefix = Buffer.from('302e020100300506032b657004220420', 'hex');

export interface LocalSigningKeys {
  /** Ed25519, hex. */
  readonly publicKey: string;
  readonly sign: Ed25519Sign;
  /** `whsec_` and base64. */
  readonly secret: string;
  readonly secretBytes: Uint8Array;
}

/**
 * Derives the keys that sign forwarded events from the API key, so that they stay the same from run to run. The app's own
 * keys never leave the service: an API key must not be enough to forge what production receivers accept.
 */
export function localSigningKeys(apiKey: string): LocalSigningKeys {
  const derive = (purpose: string) => createHmac('sha256', apiKey).update(`webhooks listen: ${purpose}`).digest();
  const der = Buffer.concat([pkcs8Prefix, derive('Ed25519 key')]);
  const key = createPrivateKey({ key: der, format: 'der', type: 'pkcs8' });
  const { x = '' } = createPublicKey(key).export({ format: 'jwk' });
  const secretBytes = derive('shared secret');
  return {
    publicKey: Buffer.from(x, 'base64url').toString('hex'),
    sign: async (message) => new Uint8Array(sign(null, message, key)),
    secret: `whsec_${secretBytes.toString('base64')}`,
    secretBytes,
  };
}
