import { isJsonObject } from '../../src/protocol/json-object.ts';
import { Failure } from '../shared/failure.ts';
import { isTextOrNull, parseObject } from '../shared/json.ts';
import { requireCurrentKey, type Keypair } from '../shared/keypair/keypair.ts';
import { withLock } from '../shared/state-dir/lock.ts';
import type { StateDir } from '../shared/state-dir/state-dir.ts';
import {
  listRecords,
  openRecord,
  readRecord,
  type RecordLabel,
  sealRecord,
  writeRecord,
} from '../shared/vault-records.ts';

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

/** Services of an import by what happened to them. */
export interface ImportResult {
  readonly imported: readonly string[];
  readonly kept: readonly string[];
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
): Promise<ImportResult> {
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
