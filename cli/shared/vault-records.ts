import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes } from 'node:crypto';
import { isTextOrNull, parseObject, toJsonText } from './json.ts';
import type { StateDir } from './state-dir/state-dir.ts';
import {
  listStateFiles,
  readStateFile,
  removeStateFile,
  writeStateFile,
  damagedState,
} from './state-dir/state-file.ts';
import { canonicalJson } from '../../src/protocol/canonical-json.ts';
import { Failure } from './failure.ts';
import type { JsonObject } from '../../src/protocol/json-object.ts';

export const noCredential = (service: string): Failure =>
  new Failure('no_credential', `No credential stored for ${service}. Store it first with agent-id-vault store.`);

/**
 * Name of the record file: the sanitized service name for people, and a short hash of the exact name, so that two
 * services never share a file.
 */
export function recordFileName(service: string): string {
  const readable = service
    .replace(/[^A-Za-z0-9._-]+/g, '_')
    .replace(/^\.+/, '_')
    .slice(0, 60);
  const hash = createHash('sha256').update(service).digest('hex').slice(0, 16);
  return `vault/${readable}-${hash}.json`;
}

/**
 * Reads the record of a service. Returns undefined when there is none.
 * @throws Failure damaged_state
 */
export function readRecord(dir: StateDir, service: string): VaultRecord | undefined {
  const name = recordFileName(service);
  const text = readStateFile(dir, name);
  if (text === undefined) return undefined;
  const record = parseRecord(text);
  if (!record) throw damagedState(name, 'it is not a vault record of version 1');
  if (record.service !== service) throw damagedState(name, 'it is the record of another service');
  return record;
}

/** Adds or replaces a record; the caller holds the lock. */
export function writeRecord(dir: StateDir, record: VaultRecord): void {
  writeStateFile(dir, recordFileName(record.service), toJsonText(record));
}

/** The caller holds the lock. @returns whether there was one. */
export function removeRecord(dir: StateDir, service: string): boolean {
  return removeStateFile(dir, recordFileName(service));
}

/** Lists all records sorted by service. Other files are omitted with a warning. */
export function listRecords(dir: StateDir): readonly VaultRecord[] {
  const records: VaultRecord[] = [];
  for (const name of listStateFiles(dir, 'vault').filter((one) => one.endsWith('.json'))) {
    const record = parseRecord(readStateFile(dir, `vault/${name}`) ?? '');
    if (record && recordFileName(record.service) === `vault/${name}`) records.push(record);
    else dir.log(`warning: vault/${name} is not a vault record and is omitted.`);
  }
  return records.sort((a, b) => (a.service < b.service ? -1 : 1));
}

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
function parseRecord(text: string): VaultRecord | undefined {
  const fields = parseObject(text);
  return fields && isRecord(fields) ? fields : undefined;
}
