import { createPrivateKey, createPublicKey, type KeyObject, sign } from 'node:crypto';
import { decodeBase64url } from '../protocol/base64url.ts';
import { encodeHex } from '../protocol/hex.ts';
import type { Ed25519Sign } from '../protocol/proof-jwt.ts';
import { LRUCache } from 'lru-cache';
import type { MasterKey } from '../runtime/master-key.ts';
import type { WebhookKeyPair } from './store/webhooks.ts';

const purpose = 'webhook signing key';

/** PKCS#8 around a bare Ed25519 seed (RFC 8410 §7). */
const pkcs8Prefix = Buffer.from('302e020100300506032b657004220420', 'hex');

/** Key pairs that sign webhooks; private halves leave this module sealed only. */
export interface WebhookKeys {
  readonly create: () => WebhookKeyPair;
  /** The signer of a sealed private key. */
  readonly signer: (sealedPrivateKey: string) => Ed25519Sign;
}

export function createWebhookKeys(masterKey: MasterKey, randomBytes: (length: number) => Uint8Array): WebhookKeys {
  // Opening and importing a key costs more than a signature: endpoints are called again and again.
  const opened = new LRUCache<string, KeyObject>({ max: 4096 });

  const keyOf = (sealed: string): KeyObject => {
    const known = opened.get(sealed);
    if (known) return known;
    const key = privateKey(masterKey.open(sealed, purpose));
    opened.set(sealed, key);
    return key;
  };

  return {
    create: () => {
      const seed = randomBytes(32);
      return { publicKey: publicKeyHex(privateKey(seed)), sealedPrivateKey: masterKey.seal(seed, purpose) };
    },
    signer: (sealed) => {
      const key = keyOf(sealed);
      return async (message) => new Uint8Array(sign(null, message, key));
    },
  };
}

function privateKey(seed: Uint8Array): KeyObject {
  return createPrivateKey({ key: Buffer.concat([pkcs8Prefix, seed]), format: 'der', type: 'pkcs8' });
}

function publicKeyHex(key: KeyObject): string {
  const { x = '' } = createPublicKey(key).export({ format: 'jwk' });
  return encodeHex(decodeBase64url(x) ?? new Uint8Array());
}
