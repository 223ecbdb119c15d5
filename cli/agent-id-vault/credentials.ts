import { fstatSync } from 'node:fs';
import { Failure } from '../shared/failure.ts';
import { readInputFile } from '../shared/named-files.ts';
import type { CommandHost } from '../shared/host.ts';
import { type Keypair, requireCurrentKey, requireKeypair } from '../shared/keypair/keypair.ts';
import { withLock } from '../shared/state-dir/lock.ts';
import type { StateDir } from '../shared/state-dir/state-dir.ts';
import {
  listRecords,
  noCredential,
  openRecord,
  readRecord,
  type RecordLabel,
  sealRecord,
  type VaultRecord,
  writeRecord,
} from '../shared/vault-records.ts';
import { readPassphrase } from '../shared/keypair/passphrase.ts';
import { isJsonObject } from '../../src/protocol/json-object.ts';
import { isTextOrNull, parseObject } from '../shared/json.ts';

/** Sources of the credential for `store`, by precedence. */
export interface CredentialFlags {
  readonly file: string | undefined;
  readonly env: string | undefined;
  readonly value: string | undefined;
}

/** Time to wait for data on an open stdin when --credential is given. */
const silentStdinMs = 300;

/** Decodes a file or stdin and removes one trailing newline. */
function decode(bytes: Uint8Array): string {
  try {
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
    return text.replace(/\r?\n$/, '');
  } catch {
    throw new Failure(
      'credential_not_text',
      'The credential is not UTF-8 text and could not be restored exactly; nothing was stored. Encode it first, for example as base64.',
    );
  }
}

/**
 * Reads stdin. Returns undefined when it is a terminal, closed or empty.
 * @param timeoutMs time to wait for the first data of an open pipe; undefined waits without limit
 */
async function readStdin(timeoutMs: number | undefined): Promise<string | undefined> {
  let interactive: boolean;
  try {
    interactive = fstatSync(0).isCharacterDevice();
  } catch {
    return undefined;
  }
  // A terminal or /dev/null.
  if (interactive) return undefined;
  const { stdin } = process;
  const chunks: Buffer[] = [];
  let timer: NodeJS.Timeout | undefined;
  await new Promise<void>((done, fail) => {
    stdin.on('data', (chunk: Buffer) => {
      clearTimeout(timer);
      chunks.push(chunk);
    });
    stdin.on('end', done);
    stdin.on('error', fail);
    if (timeoutMs !== undefined) timer = setTimeout(done, timeoutMs);
  });
  clearTimeout(timer);
  stdin.destroy();
  return chunks.length === 0 ? undefined : decode(Buffer.concat(chunks));
}

async function firstSource({ file, env, value }: CredentialFlags, host: CommandHost): Promise<string> {
  if (file !== undefined) return decode(readInputFile('credential-file', file, host.cwd));
  if (env !== undefined) {
    const found = host.env[env];
    if (found === undefined) throw new Failure('no_credential_given', `The environment variable ${env} is not set.`);
    return found;
  }
  const piped = await readStdin(value === undefined ? undefined : silentStdinMs);
  if (piped !== undefined) return piped;
  if (value === undefined) {
    throw new Failure(
      'no_credential_given',
      'No credential given. Use --credential-file, --credential-env, stdin, or --credential.',
    );
  }
  return value;
}

/**
 * Reads the credential from --credential-file, --credential-env, stdin or --credential, in this order. One trailing
 * newline of a file or stdin is removed.
 * @throws Failure no_credential_given, unreadable_file, credential_not_text, empty_credential
 */
export async function readCredential(flags: CredentialFlags, host: CommandHost): Promise<string> {
  // The command line is visible even when another source is used.
  if (flags.value !== undefined) {
    host.log(
      'warning: --credential shows the secret in process lists and shell history; prefer stdin or --credential-file.',
    );
  }
  const credential = await firstSource(flags, host);
  if (credential === '') throw new Failure('empty_credential', 'The credential is empty; nothing was stored.');
  return credential;
}

/** Creation time of an authentic record; undefined for an edited one, so that it is not authenticated again. */
function authenticCreationTime(dir: StateDir, seed: Uint8Array, record: VaultRecord): number | undefined {
  try {
    openRecord(seed, record);
    return record.createdAt;
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    dir.log(`warning: ${error.message} It is replaced and gets a new creation time.`);
    return undefined;
  }
}

/**
 * Stores a credential, keeping the creation time of the one it replaces.
 * @param now Unix seconds.
 * @returns whether an existing record was replaced.
 */
export function storeCredential(
  dir: StateDir,
  keypair: Keypair,
  label: Omit<RecordLabel, 'createdAt' | 'updatedAt'>,
  credential: string,
  now: number,
): Promise<boolean> {
  return withLock(dir, () => {
    requireCurrentKey(dir, keypair);
    const seed = keypair.seed();
    const existing = readRecord(dir, label.service);
    const createdAt = (existing && authenticCreationTime(dir, seed, existing)) ?? now;
    writeRecord(dir, sealRecord(seed, { ...label, createdAt, updatedAt: now }, credential));
    return existing !== undefined;
  });
}

/**
 * Reads and decrypts a credential.
 * @throws Failure no_agent_keypair, no_credential, record_unreadable
 */
export function requireCredential(
  dir: StateDir,
  host: Pick<CommandHost, 'env' | 'cwd'>,
  service: string,
): { readonly record: VaultRecord; readonly credential: string } {
  const keypair = requireKeypair(dir, readPassphrase(host));
  const record = readRecord(dir, service);
  if (!record) throw noCredential(service);
  return { record, credential: openRecord(keypair.seed(), record) };
}

/** A credential in the clear, as it is inside an encrypted export. */
export interface ExportedCredential extends RecordLabel {
  readonly credential: string;
}

/**
 * Decrypts all credentials.
 * @throws Failure record_unreadable, since the export would be incomplete
 */
export function exportCredentials(dir: StateDir, seed: Uint8Array): readonly ExportedCredential[] {
  return listRecords(dir).map((record) => {
    const { service, type, url, username, createdAt, updatedAt } = record;
    return { service, type, url, username, createdAt, updatedAt, credential: openRecord(seed, record) };
  });
}

function isExportedCredential(value: unknown): value is ExportedCredential {
  if (!isJsonObject(value)) return false;
  return (
    ['service', 'type', 'credential'].every((name) => typeof value[name] === 'string' && value[name] !== '') &&
    ['createdAt', 'updatedAt'].every((name) => Number.isSafeInteger(value[name])) &&
    isTextOrNull(value['url']) &&
    isTextOrNull(value['username'])
  );
}

/**
 * Parses the decrypted text of an export.
 * @throws Failure bad_encrypted_file
 */
export function parseExport(text: string): readonly ExportedCredential[] {
  const credentials = parseObject(text)?.['credentials'];
  if (Array.isArray(credentials) && credentials.every(isExportedCredential)) return credentials;
  throw new Failure('bad_encrypted_file', 'The export does not contain a list of credentials.');
}

/**
 * Encrypts credentials under the agent key and stores them.
 * @param existing whether credentials of the same service are kept or replaced
 * @param now Unix seconds
 */
export function importCredentials(
  dir: StateDir,
  keypair: Keypair,
  credentials: readonly ExportedCredential[],
  existing: 'keep' | 'replace',
  now: number,
) {
  return withLock(dir, () => {
    requireCurrentKey(dir, keypair);
    const seed = keypair.seed();
    const imported: string[] = [];
    const kept: string[] = [];
    for (const { service, type, url, username, createdAt, credential } of credentials) {
      if (existing === 'keep' && readRecord(dir, service)) kept.push(service);
      else {
        writeRecord(dir, sealRecord(seed, { service, type, url, username, createdAt, updatedAt: now }, credential));
        imported.push(service);
      }
    }
    return { imported, kept };
  });
}
