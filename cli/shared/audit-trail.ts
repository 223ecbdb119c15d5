import { randomUUID } from 'node:crypto';
import { closeSync, fdatasyncSync, ftruncateSync, writeSync } from 'node:fs';
import type { RecordedDamage, StoredCheckpoint } from './audit-checkpoint.ts';
import { canonicalHash, signLine, type UnsignedEnvelope } from './audit-entry.ts';
import { openTrail, readTail, trailFileName, type TrailTail } from './audit-tail.ts';
import { requireCurrentKey, type Keypair } from './keypair.ts';
import { keepOwnerToken } from './kept-owner-token.ts';
import { publicKeyObject } from './public-key.ts';
import { withLock } from './lock.ts';
import { readCheckpoint, writeCheckpoint } from './signed-checkpoint.ts';
import { ensureParents, type StateDir } from './state-dir.ts';

/** An operation of an agent. */
export interface AuditOperation {
  readonly agentId: string;
  readonly type: string;
  readonly action: string;
  /** JSON. */
  readonly payload: unknown;
  /** JSON or null. */
  readonly meta: unknown;
}

/** Owner of the agent at the time of signing; null members when the agent is not bound. */
export interface AuditOwner {
  readonly ownerSub: string | null;
  readonly idTokenRef: string | null;
  /** The id_token itself, kept beside the trail as evidence. */
  readonly idToken: string | null;
}

/** Owner of an agent that is not bound. */
export const unbound: AuditOwner = { ownerSub: null, idTokenRef: null, idToken: null };

export interface AppendedEntry {
  readonly operationId: string;
  readonly seq: number;
  readonly nonce: number;
  readonly signature: string;
  readonly envelopeHash: string;
}

/** Largest number of damage records in a checkpoint. One is enough to fail verification. */
const maxRecordedDamage = 20;

/** Damage to record in the next checkpoint. */
export function damageAfter(
  dir: StateDir,
  stored: StoredCheckpoint,
  tail: TrailTail,
  now: number,
): readonly RecordedDamage[] {
  const recordedDamage = typeof stored === 'object' ? stored.faults : [];
  if (!tail.damage) return recordedDamage;
  const { code, expected } = tail.damage;
  dir.log(`warning: the audit trail is damaged (${code}); run agent-id-core verify.`);
  return [...recordedDamage, { code, expected, found: tail.head, noticedAt: now }].slice(0, maxRecordedDamage);
}

/** Numbers the entry that follows the end of the trail. */
export function nextEnvelope(
  { jwk: agentJwk }: Keypair,
  { ownerSub, idTokenRef }: AuditOwner,
  operation: AuditOperation,
  now: number,
  { head, nonces }: TrailTail,
): UnsignedEnvelope {
  const { agentId, payload } = operation;
  const operationId = randomUUID();
  const seq = head.seq + 1;
  const nonce = (Object.hasOwn(nonces, agentId) ? (nonces[agentId] ?? 0) : 0) + 1;
  const payloadHash = canonicalHash(payload);
  return { operationId, seq, nonce, ...operation, timestamp: now, payloadHash, agentJwk, ownerSub, idTokenRef };
}

function appendLine(fd: number, { size, tornBytes }: TrailTail, line: string): number {
  if (tornBytes > 0) ftruncateSync(fd, size);
  const bytes = Buffer.from(`${line}\n`);
  try {
    for (let offset = 0; offset < bytes.length;)
      offset += writeSync(fd, bytes, offset, bytes.length - offset, size + offset);
    fdatasyncSync(fd);
  } catch (error) {
    // A full disk leaves an incomplete line.
    ftruncateSync(fd, size);
    throw error;
  }
  return size + bytes.length;
}

/**
 * Signs an operation and appends it to the audit trail. The entry is durable on return. A crash leaves the trail
 * unchanged or with an incomplete last line, which the next append removes. The cost does not depend on the length of
 * the trail.
 * @param now Unix seconds.
 * @throws Failure key_rotated
 */
export function appendOperation(
  dir: StateDir,
  keypair: Keypair,
  owner: AuditOwner,
  operation: AuditOperation,
  now: number,
): Promise<AppendedEntry> {
  return withLock(dir, () => {
    requireCurrentKey(dir, keypair);
    ensureParents(dir, trailFileName);
    const stored = readCheckpoint(dir, publicKeyObject(keypair.jwk));
    keepOwnerToken(dir, owner);
    const fd = openTrail(dir, 'append');
    if (fd === undefined) throw new Error(`the audit trail of ${dir.path} cannot be opened`);
    try {
      const tail = readTail(fd, stored);
      if (tail.tornBytes > 0) dir.log(`warning: removed ${tail.tornBytes} bytes of an incomplete last audit entry.`);
      const faults = damageAfter(dir, stored, tail, now);
      const envelope = nextEnvelope(keypair, owner, operation, now, tail);
      const { line, signature, envelopeHash } = signLine(envelope, tail.head.envelopeHash, keypair.sign);
      const size = appendLine(fd, tail, line);
      const { operationId, seq, nonce } = envelope;
      const nonces = { ...tail.nonces, [operation.agentId]: nonce };
      writeCheckpoint(dir, { head: { seq, envelopeHash }, size, nonces, faults }, keypair.sign);
      return { operationId, seq, nonce, signature, envelopeHash };
    } finally {
      closeSync(fd);
    }
  });
}
