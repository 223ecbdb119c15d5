import { type KeyObject, sign } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { Ed25519Sign } from '../../protocol/proof-jwt.ts';
import { ed25519PrivateKey, ed25519PublicHex } from '../ed25519-seed.ts';
import type { MasterKey } from '../master-key.ts';

export const webhookKeyPurpose = 'webhook signing key';

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
    const key = ed25519PrivateKey(masterKey.open(sealed, webhookKeyPurpose));
    opened.set(sealed, key);
    return key;
  };

  return {
    create: () => {
      const seed = randomBytes(32);
      return {
        publicKey: ed25519PublicHex(ed25519PrivateKey(seed)),
        sealedPrivateKey: masterKey.seal(seed, webhookKeyPurpose),
      };
    },
    signer: (sealed) => {
      const key = keyOf(sealed);
      return async (message) => new Uint8Array(sign(null, message, key));
    },
  };
}
