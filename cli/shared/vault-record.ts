import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';
import { canonicalJson } from '../../src/protocol/canonical-json.ts';
import { Failure } from './failure.ts';
import type { JsonObject } from '../../src/protocol/json-object.ts';
import { isTextOrNull, parseObject } from './json.ts';

/** Unencrypted members of a record. Times are Unix seconds. */
export interface RecordLabel {
  readonly service: string;
  readonly type: string;
  readonly url: string | null;
  readonly username: string | null;
  readonly createdAt: number;
  readonly updatedAt: number;
}

/** A stored credential. Salt, iv, ciphertext and tag are base64url. */
export interface VaultRecord extends RecordLabel {
  readonly version: 1;
  readonly salt: string;
  readonly iv: string;
  readonly ciphertext: string;
  readonly tag: string;
}

/** Derives the key of a record: HKDF-SHA256 (RFC 5869) of the agent's private key with the salt of the record. */
function recordKey(seed: Uint8Array, salt: Uint8Array): Buffer {
  return Buffer.from(hkdfSync('sha256', seed, salt, 'platform-agent-id/vault-record/v1', 32));
}

/** Additional authenticated data: all unencrypted members, so that a change is detected. */
function associatedData({ service, type, url, username, createdAt, updatedAt }: RecordLabel): Buffer {
  return Buffer.from(canonicalJson({ version: 1, service, type, url, username, createdAt, updatedAt }));
}

/** Encrypts a credential with AES-256-GCM under a key derived from the agent's private key. */
export function sealRecord(seed: Uint8Array, label: RecordLabel, credential: string): VaultRecord {
  const salt = randomBytes(32);
  const iv = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', recordKey(seed, salt), iv);
  cipher.setAAD(associatedData(label));
  const ciphertext = Buffer.concat([cipher.update(credential, 'utf8'), cipher.final()]);
  return {
    version: 1,
    ...label,
    salt: salt.toString('base64url'),
    iv: iv.toString('base64url'),
    ciphertext: ciphertext.toString('base64url'),
    tag: cipher.getAuthTag().toString('base64url'),
  };
}

/**
 * Decrypts a record.
 * @throws Failure record_unreadable when a member was changed or the record belongs to another agent key
 */
export function openRecord(seed: Uint8Array, record: VaultRecord): string {
  try {
    const key = recordKey(seed, Buffer.from(record.salt, 'base64url'));
    const iv = Buffer.from(record.iv, 'base64url');
    const decipher = createDecipheriv('aes-256-gcm', key, iv, { authTagLength: 16 });
    decipher.setAAD(associatedData(record));
    decipher.setAuthTag(Buffer.from(record.tag, 'base64url'));
    return Buffer.concat([decipher.update(Buffer.from(record.ciphertext, 'base64url')), decipher.final()]).toString(
      'utf8',
    );
  } catch {
    throw new Failure(
      'record_unreadable',
      `The record of ${record.service} cannot be decrypted: it was changed, or stored under another agent key.`,
    );
  }
}

function isRecord(fields: JsonObject): fields is JsonObject & VaultRecord {
  const texts = ['service', 'type', 'salt', 'iv', 'ciphertext', 'tag'];
  return (
    fields['version'] === 1 &&
    texts.every((name) => typeof fields[name] === 'string') &&
    ['createdAt', 'updatedAt'].every((name) => Number.isSafeInteger(fields[name])) &&
    isTextOrNull(fields['url']) &&
    isTextOrNull(fields['username'])
  );
}

/** Parses a record file. @returns undefined for another form */
export function parseRecord(text: string): VaultRecord | undefined {
  const fields = parseObject(text);
  return fields && isRecord(fields) ? fields : undefined;
}
