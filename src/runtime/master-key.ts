import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';
import { loadOrGenerateSecret } from './generated-secret.ts';

/** The secret of 32 bytes from which every key that protects data at rest is derived. */
export interface MasterKey {
  /** Derives a key of 32 bytes for one purpose (HKDF-SHA256, RFC 5869). */
  readonly derive: (purpose: string) => Uint8Array;
  /** Encrypts bytes for one purpose (AES-256-GCM). @returns base64url of version, nonce, ciphertext and tag. */
  readonly seal: (plaintext: Uint8Array, purpose: string) => string;
  /** Decrypts sealed bytes. @throws SealedDataError when they were sealed with another key or purpose, or changed */
  readonly open: (sealed: string, purpose: string) => Uint8Array;
}

/** Data at rest cannot be decrypted with this master key. */
export class SealedDataError extends Error {
  constructor(purpose: string) {
    super(
      `The ${purpose} in the database cannot be decrypted with this master key. Set MASTER_KEY to the key that encrypted ` +
        'it, or restore the file master.key of the data directory.',
    );
    this.name = 'SealedDataError';
  }
}

const keyLength = 32;
const nonceLength = 12;
const tagLength = 16;
const version = 1;

export interface MasterKeyOptions {
  /** 32 bytes, from the setting MASTER_KEY; default: the file `master.key` of the data directory, created on first use. */
  readonly key?: Uint8Array | undefined;
  readonly dataDir: string;
}

export async function loadMasterKey({ key, dataDir }: MasterKeyOptions): Promise<MasterKey> {
  return createMasterKey(key ?? (await loadGeneratedKey(dataDir)));
}

/** @param key 32 bytes */
export function createMasterKey(key: Uint8Array): MasterKey {
  if (key.length !== keyLength) throw new RangeError(`A master key has ${keyLength} bytes, not ${key.length}.`);
  const derive = (purpose: string) => new Uint8Array(hkdfSync('sha256', key, new Uint8Array(), purpose, keyLength));

  return {
    derive,
    seal: (plaintext, purpose) => {
      const nonce = randomBytes(nonceLength);
      const cipher = createCipheriv('aes-256-gcm', derive(`seal/${purpose}`), nonce);
      const ciphertext = Buffer.concat([cipher.update(plaintext), cipher.final()]);
      return Buffer.concat([Buffer.of(version), nonce, ciphertext, cipher.getAuthTag()]).toString('base64url');
    },
    open: (sealed, purpose) => {
      const bytes = Buffer.from(sealed, 'base64url');
      if (bytes.length < 1 + nonceLength + tagLength || bytes[0] !== version) throw new SealedDataError(purpose);
      const nonce = bytes.subarray(1, 1 + nonceLength);
      const decipher = createDecipheriv('aes-256-gcm', derive(`seal/${purpose}`), nonce);
      decipher.setAuthTag(bytes.subarray(-tagLength));
      try {
        return new Uint8Array(
          Buffer.concat([decipher.update(bytes.subarray(1 + nonceLength, -tagLength)), decipher.final()]),
        );
      } catch {
        throw new SealedDataError(purpose);
      }
    },
  };
}

async function loadGeneratedKey(dataDir: string): Promise<Uint8Array> {
  const text = await loadOrGenerateSecret(dataDir, 'master.key', () => randomBytes(keyLength).toString('base64url'));
  const key = Buffer.from(text, 'base64url');
  if (key.length === keyLength) return new Uint8Array(key);
  throw new Error(
    `The file master.key in ${dataDir} does not hold a master key of ${keyLength} bytes. Restore it from a backup.`,
  );
}
