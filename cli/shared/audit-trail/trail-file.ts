import { closeSync, fstatSync, readSync } from 'node:fs';
import { isTextOrNull, parseObject } from '../json.ts';
import { trailFileName, type StateDir } from '../state-dir/state-dir.ts';
import { openStateFile, readStateFile } from '../state-dir/state-file.ts';
import { isJsonObject, type JsonObject } from '../../../src/protocol/json-object.ts';
import type { Ed25519Jwk } from '../../../src/protocol/jwk-thumbprint.ts';
import { readPublicJwk } from '../keypair/key-file.ts';

/** End of the trail, where the next entry is written. */
export interface TrailTail {
  readonly head: TrailHead;
  /** Bytes of all complete lines. */
  readonly size: number;
  /** Bytes after the last complete line: a line interrupted by a crash. */
  readonly tornBytes: number;
  readonly nonces: Readonly<Record<string, number>>;
  /** Difference between the trail and its checkpoint. */
  readonly damage: Pick<RecordedDamage, 'code' | 'expected'> | undefined;
}

/** Opens the trail. @returns undefined when it does not exist and the purpose is `read` */
export const openTrail = (dir: StateDir, purpose: 'read' | 'append'): number | undefined =>
  openStateFile(dir, trailFileName, purpose);

/** Tests whether the trail contains the head of the checkpoint at its recorded position. */
function containsHead(fd: number, size: number, { head, size: end }: Checkpoint): boolean {
  if (head.seq === 0) return end === 0;
  if (end > size) return false;
  const line = readLineEndingAt(fd, end);
  const link = line && readLink(parseObject(line.toString('utf8')));
  return link?.seq === head.seq && link.envelopeHash === head.envelopeHash;
}

function checkpointDamage(fd: number, size: number, stored: StoredCheckpoint): TrailTail['damage'] {
  if (stored === 'invalid') return { code: 'checkpoint_invalid', expected: null };
  if (stored === 'missing') return { code: 'checkpoint_missing', expected: null };
  return containsHead(fd, size, stored) ? undefined : { code: 'truncated', expected: stored.head };
}

/**
 * Finds the end of an open trail. With a valid checkpoint it reads only the lines after the checkpoint, otherwise the
 * whole trail.
 */
export function readTail(fd: number, stored: StoredCheckpoint): TrailTail {
  const { size } = fstatSync(fd);
  const damage = checkpointDamage(fd, size, stored);
  const base = damage === undefined && typeof stored === 'object' ? stored : { head: genesis, size: 0, nonces: {} };
  const nonces = new Map(Object.entries(base.nonces));
  let { head, size: end } = base;
  for (const line of readLines(fd, base.size, size)) {
    end = line.end;
    const link = readLink(parseObject(line.bytes.toString('utf8')));
    if (!link) continue;
    head = { seq: link.seq, envelopeHash: link.envelopeHash };
    nonces.set(link.agentId, link.nonce);
  }
  return { head, size: end, tornBytes: size - end, nonces: Object.fromEntries(nonces), damage };
}

/** Reads the end of the trail for read-only commands. */
export function peekTail(dir: StateDir, stored: StoredCheckpoint): TrailTail {
  const fd = openTrail(dir, 'read');
  if (fd === undefined) return { head: genesis, size: 0, tornBytes: 0, nonces: {}, damage: undefined };
  try {
    return readTail(fd, stored);
  } finally {
    closeSync(fd);
  }
}

export const checkpointFileName = 'audit/checkpoint.json';

export interface TrailHead {
  readonly seq: number;
  readonly envelopeHash: string;
}

/** Damage found by an append. The checkpoint keeps it, so later entries do not hide it. */
export interface RecordedDamage {
  readonly code: 'truncated' | 'checkpoint_missing' | 'checkpoint_invalid';
  /** Expected head; null when unknown. */
  readonly expected: TrailHead | null;
  /** Head found instead. */
  readonly found: TrailHead;
  /** Unix seconds. */
  readonly noticedAt: number;
}

/** Last known state of the trail, written after each append. */
export interface Checkpoint {
  readonly head: TrailHead;
  /** Bytes of the trail up to and including the head's line. */
  readonly size: number;
  /** Last nonce of each agent id. */
  readonly nonces: Readonly<Record<string, number>>;
  /** Named `faults` in the file format. */
  readonly faults: readonly RecordedDamage[];
}

/** A checkpoint as read: missing, with an invalid form or signature, or valid. */
export type StoredCheckpoint = Checkpoint | 'missing' | 'invalid';

export interface UnverifiedCheckpoint {
  readonly checkpoint: StoredCheckpoint;
  /** base64url. */
  readonly signature: string;
}

/** Parses the checkpoint file without verifying its signature. */
export function parseCheckpoint(dir: StateDir): UnverifiedCheckpoint {
  const text = readStateFile(dir, checkpointFileName);
  return text === undefined ? { checkpoint: 'missing', signature: '' } : parseCheckpointText(text);
}

/** Parses the text of a checkpoint file without verifying its signature. */
export function parseCheckpointText(text: string): UnverifiedCheckpoint {
  const stored = parseObject(text);
  const body = stored?.['checkpoint'];
  const signature = stored?.['signature'];
  const invalid = { checkpoint: 'invalid', signature: '' } as const;
  if (!isJsonObject(body) || !isHead(body['head']) || typeof signature !== 'string') return invalid;
  const { head, size, nonces, faults } = body;
  if (typeof size !== 'number' || !Number.isSafeInteger(size) || size < 0) return invalid;
  if (!isNonces(nonces) || !Array.isArray(faults) || !faults.every(isDamage)) return invalid;
  return { checkpoint: { head, size, nonces, faults }, signature };
}

function isHead(value: unknown): value is TrailHead {
  return isJsonObject(value) && Number.isSafeInteger(value['seq']) && typeof value['envelopeHash'] === 'string';
}

function isNonces(value: unknown): value is Readonly<Record<string, number>> {
  return isJsonObject(value) && Object.values(value).every(Number.isSafeInteger);
}

function isDamage(value: unknown): value is RecordedDamage {
  if (!isJsonObject(value)) return false;
  const { code, expected, found, noticedAt } = value;
  return (
    typeof code === 'string' &&
    (expected === null || isHead(expected)) &&
    isHead(found) &&
    typeof noticedAt === 'number'
  );
}

/** prevHash of the first entry. */
export const genesisHash = '0'.repeat(64);

/** Head of a trail without entries. */
export const genesis: TrailHead = { seq: 0, envelopeHash: genesisHash };

/** Members of an entry that the next entry and the chain checks use. */
export interface EntryLink {
  readonly seq: number;
  readonly nonce: number;
  readonly agentId: string;
  readonly ownerSub: string | null;
  /** jti of the id_token, or its SHA-256. */
  readonly idTokenRef: string | null;
  /** Unix seconds; undefined when it is not a number. */
  readonly timestamp: number | undefined;
  readonly prevHash: string;
  readonly envelopeHash: string;
  /** Key of the following entries, in a succession entry. */
  readonly nextJwk: Ed25519Jwk | undefined;
  /** Payload of an entry with the receipt of an owner's decision. */
  readonly approval: JsonObject | undefined;
}

const isCount = (value: unknown): value is number => Number.isSafeInteger(value) && Number(value) >= 1;
const isText = (value: unknown): value is string => typeof value === 'string';

/** Finds the payload of `core ask`. */
function readApproval({ type, action, payload }: JsonObject): JsonObject | undefined {
  const isDecision = type === 'core' && action === 'ask' && isJsonObject(payload) && payload['receipt'] !== undefined;
  return isDecision ? payload : undefined;
}

/** Reads the link of an entry without checking it. */
export function readLink(entry: JsonObject | undefined): EntryLink | undefined {
  const envelope = entry?.['envelope'];
  if (!entry || !isJsonObject(envelope)) return undefined;
  const { seq, nonce, agentId, ownerSub, idTokenRef, timestamp } = envelope;
  const { prevHash, envelopeHash } = entry;
  if (!isCount(seq) || !isCount(nonce) || !isText(agentId) || !isTextOrNull(ownerSub)) return undefined;
  if (!isText(prevHash) || !isText(envelopeHash)) return undefined;
  return {
    seq,
    nonce,
    agentId,
    ownerSub,
    idTokenRef: isText(idTokenRef) ? idTokenRef : null,
    timestamp: typeof timestamp === 'number' ? timestamp : undefined,
    prevHash,
    envelopeHash,
    nextJwk: readPublicJwk(envelope['nextJwk']),
    approval: readApproval(envelope),
  };
}

const chunkSize = 1 << 18;

/** Limit of a line in bytes. A longer line is truncated and is not a valid entry. */
const longestLine = 1 << 26;

/** One complete line of a file, without its newline. */
export interface FileLine {
  readonly bytes: Buffer;
  /** Offset after the newline. */
  readonly end: number;
}

/** Reads the complete lines between two offsets of an open file. Memory is bounded by the longest line. */
export function* readLines(fd: number, from: number, to: number): Generator<FileLine> {
  let begun: Buffer[] = [];
  let kept = 0;
  for (let offset = from; offset < to;) {
    const chunk = Buffer.allocUnsafe(Math.min(chunkSize, to - offset));
    const count = readSync(fd, chunk, 0, chunk.length, offset);
    if (count === 0) return;
    const data = chunk.subarray(0, count);
    let start = 0;
    for (let end = data.indexOf(10); end !== -1; end = data.indexOf(10, start)) {
      const last = data.subarray(start, end);
      yield { bytes: begun.length === 0 ? last : Buffer.concat([...begun, last]), end: offset + end + 1 };
      [begun, kept] = [[], 0];
      start = end + 1;
    }
    const rest = data.subarray(start);
    if (kept < longestLine) begun.push(rest);
    kept += rest.length;
    offset += count;
  }
}

/** Reads backwards the complete line that ends at an offset. @returns undefined when no line ends there */
export function readLineEndingAt(fd: number, end: number): Buffer | undefined {
  if (end < 1) return undefined;
  for (let step = 4096; step <= longestLine; step *= 4) {
    const start = Math.max(0, end - step);
    const chunk = Buffer.allocUnsafe(end - start);
    if (readSync(fd, chunk, 0, chunk.length, start) !== chunk.length || chunk.at(-1) !== 10) return undefined;
    const before = chunk.length >= 2 ? chunk.lastIndexOf(10, chunk.length - 2) : -1;
    if (before !== -1 || start === 0) return chunk.subarray(before + 1, -1);
  }
  return undefined;
}
