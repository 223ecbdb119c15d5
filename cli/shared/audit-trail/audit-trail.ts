import { createHash, randomUUID } from 'node:crypto';
import { closeSync, existsSync, fdatasyncSync, ftruncateSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import {
  type Checkpoint,
  openTrail,
  readTail,
  type RecordedDamage,
  type StoredCheckpoint,
  type TrailTail,
} from './trail-file.ts';
import {
  canonicalHash,
  checkpointText,
  readCheckpoint,
  signLine,
  signSuccession,
  type UnsignedEnvelope,
  writeCheckpoint,
} from './audit-entry.ts';
import { type Keypair, publicKeyObject, requireCurrentKey, requireKeypair } from '../keypair/keypair.ts';
import { withLock } from '../state-dir/lock.ts';
import { ensureParents, type StateDir, trailFileName } from '../state-dir/state-dir.ts';
import { Failure } from '../failure.ts';
import { boundJkt, type OwnerSession, readOwnerSession, tokenClaims } from '../owner-session/owner-session.ts';
import { readPassphrase } from '../keypair/passphrase.ts';
import { readStateFile, writeStateFile } from '../state-dir/state-file.ts';
import type { CommandHost } from '../host.ts';

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
function damageAfter(dir: StateDir, stored: StoredCheckpoint, tail: TrailTail, now: number): readonly RecordedDamage[] {
  const recordedDamage = typeof stored === 'object' ? stored.faults : [];
  if (!tail.damage) return recordedDamage;
  const { code, expected } = tail.damage;
  dir.log(`warning: the audit trail is damaged (${code}); run agent-id-core verify.`);
  return [...recordedDamage, { code, expected, found: tail.head, noticedAt: now }].slice(0, maxRecordedDamage);
}

/** Numbers the entry that follows the end of the trail. */
function nextEnvelope(
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

/** Repeats work once when another process rotated the key in between. */
async function withCurrentKey<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof Failure) || error.code !== 'key_rotated') throw error;
    return work();
  }
}

/** Signs an operation with the agent key and appends it to the trail, with the owner when bound. */
export function signOperation(
  dir: StateDir,
  host: Pick<CommandHost, 'env' | 'cwd' | 'now'>,
  operation: AuditOperation,
): Promise<AppendedEntry> {
  const passphrase = readPassphrase(host);
  return withCurrentKey(async () => {
    const keypair = requireKeypair(dir, passphrase);
    const owner = ownerReference(await readOwnerSession(dir, passphrase), keypair.jkt);
    return appendOperation(dir, keypair, owner, operation, Math.floor(host.now() / 1000));
  });
}

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

/** Returns the owner of an agent key; null members unless the session is bound to this key. */
export function ownerReference(session: OwnerSession | undefined, jkt: string): AuditOwner {
  if (!session || boundJkt(session.idToken) !== jkt) return unbound;
  const { idToken, ownerSub } = session;
  return { ownerSub, idTokenRef: idTokenReference(idToken), idToken };
}

/** How entries refer to an id_token: its jti, or its SHA-256 in hex. */
export function idTokenReference(idToken: string): string {
  const jti = tokenClaims(idToken)?.['jti'];
  return typeof jti === 'string' ? jti : createHash('sha256').update(idToken).digest('hex');
}

/** References come from the provider, so they are hashed before they name a file. */
const fileName = (reference: string): string => `id-tokens/${createHash('sha256').update(reference).digest('hex')}.jwt`;

/** The token that an entry refers to; null when no owner is bound. */
interface ReferredToken {
  readonly idTokenRef: string | null;
  readonly idToken: string | null;
}

/** Keeps the id_token that an entry refers to, once. The session replaces its own. The caller holds the lock. */
export function keepOwnerToken(dir: StateDir, { idTokenRef, idToken }: ReferredToken): void {
  if (idTokenRef === null || idToken === null) return;
  const name = fileName(idTokenRef);
  if (!existsSync(join(dir.path, name))) writeStateFile(dir, name, `${idToken}\n`);
}

/** Reads the id_token that entries refer to; undefined when it is not there. */
export function readKeptOwnerToken(dir: StateDir, reference: string): string | undefined {
  return readStateFile(dir, fileName(reference))?.trimEnd();
}
