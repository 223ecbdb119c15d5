import { createHash } from 'node:crypto';
import { damagedState } from './failures.ts';
import { toJsonText } from './json.ts';
import type { StateDir } from './state-dir.ts';
import { listStateFiles, readStateFile, removeStateFile, writeStateFile } from './state-file.ts';
import { parseRecord, type VaultRecord } from './vault-record.ts';

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
