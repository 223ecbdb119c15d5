import {
  createCipheriv,
  createDecipheriv,
  hkdfSync,
  randomBytes,
  randomUUID,
  createHmac,
  createSecretKey,
} from 'node:crypto';
import { link, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** One or more secrets of 32 bytes that protect data at rest: the first encrypts, all decrypt. */
export interface MasterKey {
  /**
   * Derives a key of 32 bytes for one purpose (HKDF-SHA256, RFC 5869) from the last key, which has been in use longest. Store
   * it sealed, so that it outlives the master key.
   */
  readonly derive: (purpose: string) => Uint8Array;
  /** Encrypts bytes for one purpose (AES-256-GCM). @returns base64url of version, nonce, ciphertext and tag. */
  readonly seal: (plaintext: Uint8Array, purpose: string) => string;
  /** Decrypts sealed bytes. @throws SealedDataError when they were sealed with another key or purpose, or changed */
  readonly open: (sealed: string, purpose: string) => Uint8Array;
  /**
   * Encrypts sealed bytes again with the first key.
   *
   * @returns undefined when the first key encrypted them already
   * @throws SealedDataError when no key opens them
   */
  readonly reseal: (sealed: string, purpose: string) => string | undefined;
}

/** Data at rest cannot be decrypted with this master key. */
export class SealedDataError extends Error {
  constructor(purpose: string) {
    super(
      `The ${purpose} in the database cannot be decrypted with this master key. Add the key that encrypted it to ` +
        'MASTER_KEY, or restore the file master.key of the data directory.',
    );
    this.name = 'SealedDataError';
  }
}

const keyLength = 32;
const nonceLength = 12;
const tagLength = 16;
const version = 1;

interface MasterKeyOptions {
  /** 32 bytes each, from the setting MASTER_KEY; default: the file `master.key` of the data directory, created on first use. */
  readonly keys?: readonly Uint8Array[] | undefined;
  readonly dataDir: string;
}

export async function loadMasterKey({ keys = [], dataDir }: MasterKeyOptions): Promise<MasterKey> {
  const [key, ...former] = keys;
  return key === undefined ? createMasterKey(await loadGeneratedKey(dataDir)) : createMasterKey(key, ...former);
}

/**
 * @param key 32 bytes; encrypts
 * @param former earlier keys; decrypt only
 */
export function createMasterKey(key: Uint8Array, ...former: readonly Uint8Array[]): MasterKey {
  const keys = [key, ...former];
  const short = keys.find(({ length }) => length !== keyLength);
  if (short) throw new RangeError(`A master key has ${keyLength} bytes, not ${short.length}.`);

  const seal: MasterKey['seal'] = (plaintext, purpose) => {
    const nonce = randomBytes(nonceLength);
    const cipher = createCipheriv('aes-256-gcm', derive(key, `seal/${purpose}`), nonce);
    const ciphertext = Buffer.concat([cipher.update(plaintext), cipher.final()]);
    return Buffer.concat([Buffer.of(version), nonce, ciphertext, cipher.getAuthTag()]).toString('base64url');
  };
  const openWith = (candidates: readonly Uint8Array[], sealed: string, purpose: string): Uint8Array => {
    for (const candidate of candidates) {
      const opened = decrypt(candidate, sealed, purpose);
      if (opened) return opened;
    }
    throw new SealedDataError(purpose);
  };
  return {
    derive: (purpose) => derive(keys.at(-1) ?? key, purpose),
    seal,
    open: (sealed, purpose) => openWith(keys, sealed, purpose),
    reseal: (sealed, purpose) =>
      decrypt(key, sealed, purpose) ? undefined : seal(openWith(former, sealed, purpose), purpose),
  };
}

const derive = (key: Uint8Array, purpose: string): Uint8Array =>
  new Uint8Array(hkdfSync('sha256', key, new Uint8Array(), purpose, keyLength));

/** @returns undefined when another key or purpose sealed the bytes, or they changed */
function decrypt(key: Uint8Array, sealed: string, purpose: string): Uint8Array | undefined {
  const bytes = Buffer.from(sealed, 'base64url');
  if (bytes.length < 1 + nonceLength + tagLength || bytes[0] !== version) return undefined;
  const nonce = bytes.subarray(1, 1 + nonceLength);
  const decipher = createDecipheriv('aes-256-gcm', derive(key, `seal/${purpose}`), nonce);
  decipher.setAuthTag(bytes.subarray(-tagLength));
  try {
    return new Uint8Array(
      Buffer.concat([decipher.update(bytes.subarray(1 + nonceLength, -tagLength)), decipher.final()]),
    );
  } catch {
    return undefined;
  }
}

async function loadGeneratedKey(dataDir: string): Promise<Uint8Array> {
  const text = await loadOrGenerateSecret(dataDir, 'master.key', () => randomBytes(keyLength).toString('base64url'));
  const key = Buffer.from(text, 'base64url');
  if (key.length === keyLength) return new Uint8Array(key);
  throw new Error(
    `The file master.key in ${dataDir} does not hold a master key of ${keyLength} bytes. Restore it from a backup.`,
  );
}

const hasCode = (error: unknown, code: string): boolean =>
  error instanceof Error && 'code' in error && error.code === code;

/**
 * Reads a secret from a file of one line, or generates it and creates the file with mode 0600. Concurrent processes get
 * the same secret, because the file is created atomically and only once.
 */
export async function loadOrGenerateSecret(dataDir: string, name: string, generate: () => string): Promise<string> {
  const path = join(dataDir, name);
  try {
    return (await readFile(path, 'utf8')).trim();
  } catch (error) {
    if (!hasCode(error, 'ENOENT')) throw error;
  }
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  const draft = `${path}.${randomUUID()}`;
  try {
    await writeFile(draft, `${generate()}\n`, { mode: 0o600, flush: true });
    await link(draft, path);
  } catch (error) {
    if (!hasCode(error, 'EEXIST')) throw error;
  } finally {
    await rm(draft, { force: true });
  }
  return (await readFile(path, 'utf8')).trim();
}

/**
 * Creates HMAC-SHA-256 with one key. node:crypto imports the bytes of a key at each use, which takes eight times as long as the
 * rest.
 */
export function keyedHash(key: Uint8Array): (text: string, encoding?: 'base64url' | 'hex') => string {
  const secret = createSecretKey(key);
  return (text, encoding = 'base64url') => createHmac('sha256', secret).update(text).digest(encoding);
}
