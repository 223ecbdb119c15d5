import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';
import { loadOrGenerateSecret } from './generated-secret.ts';

/** One secret of 32 bytes from which every key that protects data at rest is derived. */
export interface MasterKey {
  /** A key of 32 bytes for one purpose (HKDF-SHA256, RFC 5869); another purpose gives an unrelated key. */
  readonly derive: (purpose: string) => Uint8Array;
  /** Encrypts bytes for one purpose (AES-256-GCM). @returns base64url of version, nonce, ciphertext and tag. */
  readonly seal: (plaintext: Uint8Array, purpose: string) => string;
  /** @throws SealedDataError when it was sealed under another key or purpose, or was changed. */
  readonly open: (sealed: string, purpose: string) => Uint8Array;
}

/** Data at rest does not open under this master key. */
export class SealedDataError extends Error {
  constructor(purpose: string) {
    super(
      `The ${purpose} in the database does not open with this master key. Set MASTER_KEY to the key that it was sealed ` +
        'under, or restore the file master.key of the data directory.',
    );
    this.name = 'SealedDataError';
  }
}

const keyLength = 32;
const nonceLength = 12;
const tagLength = 16;
const version = 1;

export interface MasterKeyOptions {
  /** 32 bytes, from the setting MASTER_KEY; left out: the file `master.key` of the data directory, made on first use. */
  readonly key?: Uint8Array | undefined;
  readonly dataDir: string;
}

export async function loadMasterKey({ key, dataDir }: MasterKeyOptions): Promise<MasterKey> {
  return createMasterKey(key ?? (await ownKey(dataDir)));
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

async function ownKey(dataDir: string): Promise<Uint8Array> {
  const text = await loadOrGenerateSecret(dataDir, 'master.key', () => randomBytes(keyLength).toString('base64url'));
  const key = Buffer.from(text, 'base64url');
  if (key.length === keyLength) return new Uint8Array(key);
  throw new Error(
    `The file master.key in ${dataDir} does not hold a master key of ${keyLength} bytes. Restore it from a backup.`,
  );
}
