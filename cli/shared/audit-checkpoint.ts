import { isJsonObject } from '../../src/protocol/json-object.ts';
import { parseObject } from './json.ts';
import type { StateDir } from './state-dir.ts';
import { readStateFile } from './state-file.ts';

export const checkpointFileName = 'audit/checkpoint.json';

export interface TrailHead {
  readonly seq: number;
  readonly envelopeHash: string;
}

/** Damage that an append met and carried on from; kept so that later entries do not hide it. */
export interface RecordedFault {
  readonly code: 'truncated' | 'checkpoint_missing' | 'checkpoint_invalid';
  /** What the trail should have contained, where that is known. */
  readonly expected: TrailHead | null;
  /** Where the trail ended when the damage was met. */
  readonly found: TrailHead;
  /** Unix seconds. */
  readonly noticedAt: number;
}

/** The last known state of the trail, written after each append and never ahead of it. */
export interface Checkpoint {
  readonly head: TrailHead;
  /** Bytes of the trail up to and including the head's line. */
  readonly size: number;
  /** Last nonce of each agent id. */
  readonly nonces: Readonly<Record<string, number>>;
  readonly faults: readonly RecordedFault[];
}

/** A checkpoint as read: absent, not what this key signed, or good. */
export type StoredCheckpoint = Checkpoint | 'missing' | 'invalid';

/** The checkpoint file, its signature not yet looked at. */
export function parseCheckpoint(dir: StateDir): { readonly checkpoint: StoredCheckpoint; readonly signature: string } {
  const text = readStateFile(dir, checkpointFileName);
  if (text === undefined) return { checkpoint: 'missing', signature: '' };
  const stored = parseObject(text);
  const body = stored?.['checkpoint'];
  const signature = stored?.['signature'];
  const invalid = { checkpoint: 'invalid', signature: '' } as const;
  if (!isJsonObject(body) || !isHead(body['head']) || typeof signature !== 'string') return invalid;
  const { head, size, nonces, faults } = body;
  if (typeof size !== 'number' || !Number.isSafeInteger(size) || size < 0) return invalid;
  if (!isNonces(nonces) || !Array.isArray(faults) || !faults.every(isFault)) return invalid;
  return { checkpoint: { head, size, nonces, faults }, signature };
}

function isHead(value: unknown): value is TrailHead {
  return isJsonObject(value) && Number.isSafeInteger(value['seq']) && typeof value['envelopeHash'] === 'string';
}

function isNonces(value: unknown): value is Readonly<Record<string, number>> {
  return isJsonObject(value) && Object.values(value).every(Number.isSafeInteger);
}

function isFault(value: unknown): value is RecordedFault {
  if (!isJsonObject(value)) return false;
  const { code, expected, found, noticedAt } = value;
  return (
    typeof code === 'string' &&
    (expected === null || isHead(expected)) &&
    isHead(found) &&
    typeof noticedAt === 'number'
  );
}
