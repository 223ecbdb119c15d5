import { isJsonObject } from '../../src/protocol/json-object.ts';
import { parseObject } from './json.ts';
import type { StateDir } from './state-dir.ts';
import { readStateFile } from './state-file.ts';

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

/** A checkpoint whose signature is not verified. */
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
