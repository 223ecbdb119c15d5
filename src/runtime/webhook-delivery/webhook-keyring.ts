import { createPrivateKey, createPublicKey, type KeyObject, sign } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { decodeBase64url } from '../../protocol/base64url.ts';
import { encodeHex } from '../../protocol/hex.ts';
import type { Ed25519Sign } from '../../protocol/proof-jwt.ts';
import type { MasterKey } from '../master-key.ts';

export const webhookKeyPurpose = 'webhook signing key';

/** PKCS#8 header of an Ed25519 seed (RFC 8410 §7). */
const pkcs8Prefix = Buffer.from('302e020100300506032b657004220420', 'hex');

export interface WebhookKeyPair {
  /** 32 bytes, lowercase hex. */
  readonly publicKey: string;
  readonly sealedPrivateKey: string;
}

/** Creates and opens the key pairs that sign webhooks. Private keys leave this module only encrypted. */
export interface WebhookKeyring {
  readonly create: () => WebhookKeyPair;
  /** Returns the signer of an encrypted private key. */
  readonly signer: (sealedPrivateKey: string) => Ed25519Sign;
}

export function createWebhookKeyring(
  masterKey: MasterKey,
  randomBytes: (length: number) => Uint8Array,
): WebhookKeyring {
  // Caches imported keys: decryption and import cost more than a signature.
  const opened = new LRUCache<string, KeyObject>({ max: 4096 });

  const keyOf = (sealed: string): KeyObject => {
    const cached = opened.get(sealed);
    if (cached) return cached;
    const key = privateKey(masterKey.open(sealed, webhookKeyPurpose));
    opened.set(sealed, key);
    return key;
  };

  return {
    create: () => {
      const seed = randomBytes(32);
      return { publicKey: publicKeyHex(privateKey(seed)), sealedPrivateKey: masterKey.seal(seed, webhookKeyPurpose) };
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
