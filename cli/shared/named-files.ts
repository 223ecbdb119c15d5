import { lstatSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { createCipheriv, createDecipheriv, randomBytes, scryptSync } from 'node:crypto';
import { Failure } from './failure.ts';

/**
 * Reads a file named by a flag.
 * @param path relative to `cwd`
 * @throws Failure unreadable_file
 */
export function readInputFile(flag: string, path: string, cwd: string): Buffer {
  try {
    return readFileSync(resolve(cwd, path));
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new Failure('unreadable_file', `The file of --${flag} cannot be read: ${reason}.`);
  }
}

/** Like readInputFile, with stdin for the path `-`. */
export async function readInput(flag: string, path: string, cwd: string): Promise<Buffer> {
  return path === '-' ? buffer(process.stdin) : readInputFile(flag, path, cwd);
}

/**
 * Decodes the content of an input file.
 * @throws Failure not_utf8
 */
export function decodeInput(flag: string, bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new Failure('not_utf8', `The file of --${flag} is not UTF-8 text.`);
  }
}

/** An output file. It gets its name only when its content is complete. */
export interface OutputFile {
  /** Absolute path. */
  readonly path: string;
  readonly write: (content: Uint8Array) => void;
  /** Deletes the temporary file, if any. */
  readonly discard: () => void;
}

function unwritable(flag: string, error: unknown): Failure {
  const reason = error instanceof Error ? error.message : String(error);
  return new Failure('unwritable_file', `The file of --${flag} cannot be written: ${reason}.`);
}

/**
 * Opens an output file before the work begins, so that a result is never lost to a wrong path. Only its owner can read it.
 * @throws Failure unwritable_file
 */
export function openOutputFile(flag: string, name: string, cwd: string): OutputFile {
  const path = resolve(cwd, name);
  const found = lstatSync(path, { throwIfNoEntry: false });
  if (found && !found.isFile()) throw unwritable(flag, new Error(`${path} is not a regular file`));
  const temporary = `${path}.${randomBytes(6).toString('hex')}.part`;
  try {
    writeFileSync(temporary, '', { flag: 'wx', mode: 0o600 });
  } catch (error) {
    throw unwritable(flag, error);
  }
  const discard = (): void => rmSync(temporary, { force: true });
  return {
    path,
    discard,
    write: (content) => {
      try {
        writeFileSync(temporary, content);
        renameSync(temporary, path);
      } catch (error) {
        discard();
        throw unwritable(flag, error);
      }
    },
  };
}

/** scrypt parameters (RFC 7914): about 400 ms and 128 MiB, since such a file leaves the machine. */
const cost = { N: 2 ** 17, r: 8, p: 1 } as const;
const maxmem = 256 * 1024 * 1024;

export type EncryptedPurpose = 'backup' | 'vault-export';

const saltBytes = 16;
const ivBytes = 12;
const tagBytes = 16;

const keyOf = (passphrase: string, salt: Uint8Array): Buffer =>
  scryptSync(passphrase.normalize('NFKC'), salt, 32, { ...cost, maxmem });

/** First line of a file. Readers accept only these parameters, so that a file cannot demand more work. */
const encryptedHeader = (purpose: EncryptedPurpose): Buffer =>
  Buffer.from(`${JSON.stringify({ format: `agent-id-${purpose}`, version: 1, kdf: 'scrypt', ...cost })}\n`);

/**
 * Encrypts a file with a passphrase: one line of JSON that names purpose and parameters, then salt, iv, AES-256-GCM
 * ciphertext and tag. The line is authenticated.
 */
export function encryptFile(passphrase: string, purpose: EncryptedPurpose, content: Uint8Array): Buffer {
  const header = encryptedHeader(purpose);
  const [salt, iv] = [randomBytes(saltBytes), randomBytes(ivBytes)];
  const cipher = createCipheriv('aes-256-gcm', keyOf(passphrase, salt), iv);
  cipher.setAAD(header);
  return Buffer.concat([header, salt, iv, cipher.update(content), cipher.final(), cipher.getAuthTag()]);
}

function split(bytes: Buffer, purpose: EncryptedPurpose, name: string) {
  const expected = encryptedHeader(purpose);
  const end = expected.length;
  const header = bytes.subarray(0, end);
  if (!header.equals(expected) || bytes.length < end + saltBytes + ivBytes + tagBytes)
    throw new Failure('bad_encrypted_file', `${name} is not a file of agent-id-${purpose} version 1, or is cut off.`);
  const iv = end + saltBytes;
  return {
    header,
    salt: bytes.subarray(end, iv),
    iv: bytes.subarray(iv, iv + ivBytes),
    ciphertext: bytes.subarray(iv + ivBytes, -tagBytes),
    tag: bytes.subarray(-tagBytes),
  };
}

/**
 * Decrypts a file with the first passphrase that opens it.
 * @param name of the file in messages
 * @throws Failure bad_encrypted_file, wrong_passphrase
 */
export function decryptFile(
  passphrases: readonly string[],
  purpose: EncryptedPurpose,
  bytes: Buffer,
  name: string,
): Buffer {
  const { header, salt, iv, ciphertext, tag } = split(bytes, purpose, name);
  for (const passphrase of passphrases) {
    try {
      const decipher = createDecipheriv('aes-256-gcm', keyOf(passphrase, salt), iv, { authTagLength: tagBytes });
      decipher.setAAD(header);
      decipher.setAuthTag(tag);
      return Buffer.concat([decipher.update(ciphertext), decipher.final()]);
    } catch {
      // Another passphrase may open it.
    }
  }
  throw new Failure('wrong_passphrase', `The passphrase does not decrypt ${name}, or the file was changed.`);
}
