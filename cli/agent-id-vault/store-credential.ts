import { Failure } from '../shared/failure.ts';
import { requireCurrentKey, type Keypair } from '../shared/keypair/keypair.ts';
import { withLock } from '../shared/state-dir/lock.ts';
import type { StateDir } from '../shared/state-dir/state-dir.ts';
import {
  openRecord,
  readRecord,
  type RecordLabel,
  sealRecord,
  type VaultRecord,
  writeRecord,
} from '../shared/vault-records.ts';

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
