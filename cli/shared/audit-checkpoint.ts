import { verify, type KeyObject } from 'node:crypto';
import { canonicalJson } from '../../src/protocol/canonical-json.ts';
import { isObject, parseObject } from './json.ts';
import type { StateDir } from './state-dir.ts';
import { readStateFile, writeStateFile } from './state-file.ts';

export const checkpointFileName = 'audit/checkpoint.json';

/** Separates signatures over checkpoints from everything else that the agent key signs. */
const domain = 'platform-agent-id/audit-checkpoint/v1\n';

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

const signedText = ({ head, size, nonces, faults }: Checkpoint): string =>
  canonicalJson({ version: 1, head: { ...head }, size, nonces: { ...nonces }, faults: faults.map((one) => ({ ...one })) });

/** Replaces the checkpoint; the caller holds the lock. */
export function writeCheckpoint(
  dir: StateDir,
  checkpoint: Checkpoint,
  sign: (message: Uint8Array) => Uint8Array,
): void {
  const text = signedText(checkpoint);
  const signature = Buffer.from(sign(Buffer.from(domain + text))).toString('base64url');
  writeStateFile(dir, checkpointFileName, `{"checkpoint":${text},"signature":"${signature}"}\n`);
}

/** Reads the checkpoint; without a key its signature is not looked at. */
export function readCheckpoint(dir: StateDir, key: KeyObject | undefined): StoredCheckpoint {
  const text = readStateFile(dir, checkpointFileName);
  if (text === undefined) return 'missing';
  const stored = parseObject(text);
  const body = stored?.['checkpoint'];
  const signature = stored?.['signature'];
  if (!isObject(body) || !isObject(body['head']) || !isObject(body['nonces']) || typeof signature !== 'string') return 'invalid';
  const checkpoint = body as unknown as Checkpoint;
  if (!Number.isSafeInteger(checkpoint.size) || !Array.isArray(checkpoint.faults)) return 'invalid';
  if (key && !verify(null, Buffer.from(domain + signedText(checkpoint)), key, Buffer.from(signature, 'base64url'))) {
    return 'invalid';
  }
  return checkpoint;
}
