import { withLock } from '../shared/lock.ts';
import type { StateDir } from '../shared/state-dir.ts';
import { sealRecord, type RecordLabel } from '../shared/vault-record.ts';
import { readRecord, writeRecord } from '../shared/vault-store.ts';

/**
 * Stores a credential, keeping the creation time of the one it replaces.
 * @param now Unix seconds.
 * @returns whether an existing record was replaced.
 */
export function storeCredential(
  dir: StateDir,
  seed: Uint8Array,
  label: Omit<RecordLabel, 'createdAt' | 'updatedAt'>,
  credential: string,
  now: number,
): Promise<boolean> {
  return withLock(dir, () => {
    const existing = readRecord(dir, label.service);
    const createdAt = existing?.createdAt ?? now;
    writeRecord(dir, sealRecord(seed, { ...label, createdAt, updatedAt: now }, credential));
    return existing !== undefined;
  });
}
