import { closeSync } from 'node:fs';
import type { Checkpoint } from './audit-checkpoint.ts';
import { signSuccession } from './audit-entry.ts';
import { openTrail, readTail } from './audit-tail.ts';
import { damageAfter, nextEnvelope, type AuditOwner } from './audit-trail.ts';
import type { Keypair } from './keypair.ts';
import { publicKeyObject } from './public-key.ts';
import { checkpointText, readCheckpoint } from './signed-checkpoint.ts';
import { ensureParents, type StateDir } from './state-dir.ts';

/** A succession entry that is not appended yet. */
export interface PreparedSuccession {
  readonly offset: number;
  /** Without its newline. */
  readonly line: string;
  readonly seq: number;
  /** Content of the checkpoint file, signed by the new key. */
  readonly checkpoint: string;
}

/**
 * Signs the entry by which a new key follows the current one, with both keys. The caller holds the lock.
 * @param now Unix seconds
 */
export function prepareSuccession(
  dir: StateDir,
  current: Keypair,
  next: Keypair,
  owner: AuditOwner,
  now: number,
): PreparedSuccession {
  ensureParents(dir, 'audit/x');
  const stored = readCheckpoint(dir, publicKeyObject(current.jwk));
  const fd = openTrail(dir, 'append');
  if (fd === undefined) throw new Error(`the audit trail of ${dir.path} cannot be opened`);
  try {
    const tail = readTail(fd, stored);
    const faults = damageAfter(dir, stored, tail, now);
    const payload = { previousJkt: current.jkt, nextJkt: next.jkt };
    const operation = { agentId: 'main', type: 'identity', action: 'rotate', payload, meta: null };
    const envelope = nextEnvelope(current, owner, operation, now, tail);
    const { line, envelopeHash } = signSuccession(envelope, tail.head.envelopeHash, current.sign, next);
    const { seq, nonce } = envelope;
    const checkpoint: Checkpoint = {
      head: { seq, envelopeHash },
      size: tail.size + Buffer.byteLength(line) + 1,
      nonces: { ...tail.nonces, main: nonce },
      faults,
    };
    return { offset: tail.size, line, seq, checkpoint: checkpointText(checkpoint, next.sign) };
  } finally {
    closeSync(fd);
  }
}
