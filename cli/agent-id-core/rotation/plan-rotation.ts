import type { Keypair } from '../../shared/keypair/keypair.ts';
import { checkpointFileName } from '../../shared/audit-trail/trail-file.ts';
import { ownerReference, prepareSuccession } from '../../shared/audit-trail/audit-trail.ts';
import { Failure } from '../../shared/failure.ts';
import { toJsonText } from '../../shared/json.ts';
import { keyFileName, readRetiredKeys, retiredKeysFileName, retiredKeysText } from '../../shared/keypair/key-file.ts';
import { sshKeyFileName } from '../../shared/openssh.ts';
import { ownerSessionFileName, type OwnerSession } from '../../shared/owner-session/owner-session.ts';
import type { JournaledFile, RotationJournal } from '../../shared/state-dir/rotation-journal.ts';
import type { StateDir } from '../../shared/state-dir/state-dir.ts';
import { readStateFile } from '../../shared/state-dir/state-file.ts';
import { listRecords, openRecord, recordFileName, sealRecord } from '../../shared/vault-records.ts';
import { pendingAuthFileName } from '../pending-auth.ts';

/** The two keys of a rotation. */
export interface RotationKeys {
  readonly current: Keypair;
  readonly next: Keypair;
}

/** Encrypts all credentials under the new key. A record that cannot be decrypted is left as it is. */
export function reencrypted(dir: StateDir, { current, next }: RotationKeys): readonly JournaledFile[] {
  const records = listRecords(dir);
  if (records.length === 0) return [];
  const [oldSeed, newSeed] = [current.seed(), next.seed()];
  return records.flatMap((record) => {
    const { service, type, url, username, createdAt, updatedAt } = record;
    try {
      const credential = openRecord(oldSeed, record);
      const label = { service, type, url, username, createdAt, updatedAt };
      return { name: recordFileName(service), content: toJsonText(sealRecord(newSeed, label, credential)) };
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      dir.log(`warning: ${error.message} It is not re-encrypted.`);
      return [];
    }
  });
}

/** A state file that a rotation copies. */
export const copyOf = (dir: StateDir, name: string): JournaledFile => ({
  name,
  content: readStateFile(dir, name) ?? null,
});

/**
 * Collects everything that the rotation changes. The caller holds the lock.
 * @param draft directory with the new key and its session
 * @param now Unix seconds
 */
export function planRotation(
  dir: StateDir,
  draft: StateDir,
  keys: RotationKeys,
  session: OwnerSession,
  now: number,
): { readonly journal: RotationJournal; readonly auditSeq: number } {
  const { current, next } = keys;
  const owner = ownerReference(session, current.jkt);
  const { offset, line, seq, checkpoint } = prepareSuccession(dir, current, next, owner, now);
  const retired = [...readRetiredKeys(dir), { jwk: current.jwk, jkt: current.jkt, retiredAt: now }];
  const files = [
    ...reencrypted(dir, keys),
    { name: retiredKeysFileName, content: retiredKeysText(retired) },
    { name: checkpointFileName, content: checkpoint },
    copyOf(draft, ownerSessionFileName),
    copyOf(draft, keyFileName),
    // A sign-in of the old key cannot be completed; agent-id-git writes the SSH files again.
    ...[pendingAuthFileName, sshKeyFileName, `${sshKeyFileName}.pub`].map((name) => ({ name, content: null })),
  ];
  const retiring = [copyOf(dir, keyFileName), copyOf(dir, ownerSessionFileName)];
  return { journal: { trail: { offset, line }, moves: [], files, retiring }, auditSeq: seq };
}
