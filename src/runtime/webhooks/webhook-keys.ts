import { LRUCache } from 'lru-cache';
import { encodeHex } from '../../protocol/bytes.ts';
import type { Ed25519Sign } from '../../protocol/proof-jwt.ts';
import { type Ed25519KeyPair, ed25519KeyPair } from '../start/ed25519-key-pair.ts';
import type { MasterKey } from '../start/master-key.ts';

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
  const opened = new LRUCache<string, Ed25519KeyPair>({ max: 4096 });

  const keyPairOf = (sealed: string): Ed25519KeyPair => {
    const cached = opened.get(sealed);
    if (cached) return cached;
    const keyPair = ed25519KeyPair(masterKey.open(sealed, webhookKeyPurpose));
    opened.set(sealed, keyPair);
    return keyPair;
  };

  return {
    create: () => {
      const seed = randomBytes(32);
      return {
        publicKey: encodeHex(ed25519KeyPair(seed).publicKey),
        sealedPrivateKey: masterKey.seal(seed, webhookKeyPurpose),
      };
    },
    signer: (sealed) => keyPairOf(sealed).sign,
  };
}

export const webhookSecretPurpose = 'webhook shared secret';

/** Length of a secret; Standard Webhooks demands 24 to 64 bytes. */
const secretBytes = 32;

/** Creates and opens the shared secrets of Standard Webhooks' symmetric signatures. */
export interface WebhookSecrets {
  readonly create: () => {
    /** `whsec_` and base64, as receivers configure it. */
    readonly secret: string;
    readonly sealedSecret: string;
  };
  /** Returns the bytes of an encrypted secret. */
  readonly open: (sealedSecret: string) => Uint8Array;
}

export function createWebhookSecrets(
  masterKey: Pick<MasterKey, 'open' | 'seal'>,
  randomBytes: (length: number) => Uint8Array,
): WebhookSecrets {
  return {
    create: () => {
      const bytes = randomBytes(secretBytes);
      return {
        secret: `whsec_${Buffer.from(bytes).toString('base64')}`,
        sealedSecret: masterKey.seal(bytes, webhookSecretPurpose),
      };
    },
    open: (sealed) => masterKey.open(sealed, webhookSecretPurpose),
  };
}
