import { createCipheriv, createDecipheriv, randomBytes, scryptSync } from 'node:crypto';
import { Failure } from './failure.ts';

/** scrypt parameters (RFC 7914): about 400 ms and 128 MiB, since such a file leaves the machine. */
const cost = { N: 2 ** 17, r: 8, p: 1 } as const;
const maxmem = 256 * 1024 * 1024;

/** What an encrypted file contains. */
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
