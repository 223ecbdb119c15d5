import { verify, type KeyObject } from 'node:crypto';
import { CanonicalJsonError, canonicalJson } from '../../src/protocol/canonical-json.ts';
import {
  checkpointFileName,
  parseCheckpoint,
  type Checkpoint,
  type StoredCheckpoint,
  type UnverifiedCheckpoint,
} from './audit-checkpoint.ts';
import { genesis } from './audit-link.ts';
import type { StateDir } from './state-dir.ts';
import { writeStateFile } from './state-file.ts';
import { swapStateFile } from './swapped-file.ts';

/** Domain separation of signatures over checkpoints. */
const checkpointDomain = 'platform-agent-id/audit-checkpoint/v1\n';

const signedText = ({ head, size, nonces, faults }: Checkpoint): string =>
  canonicalJson({ version: 1, head: { ...head }, size, nonces: { ...nonces }, faults });

type Sign = (message: Uint8Array) => Uint8Array;

/** Content of a checkpoint file. */
export function checkpointText(checkpoint: Checkpoint, sign: Sign): string {
  const text = signedText(checkpoint);
  const signature = Buffer.from(sign(Buffer.from(checkpointDomain + text))).toString('base64url');
  return `{"checkpoint":${text},"signature":"${signature}"}\n`;
}

/** Writes the checkpoint of an empty trail before the key is stored, so a missing checkpoint was deleted. */
export function writeFirstCheckpoint(dir: StateDir, sign: Sign): void {
  writeStateFile(dir, checkpointFileName, checkpointText({ head: genesis, size: 0, nonces: {}, faults: [] }, sign));
}

/** Replaces the checkpoint; the caller holds the lock. readTail recovers an old one restored by a power cut. */
export function writeCheckpoint(dir: StateDir, checkpoint: Checkpoint, sign: Sign): void {
  swapStateFile(dir, checkpointFileName, checkpointText(checkpoint, sign));
}

/** Reads the checkpoint and verifies its signature. */
export function readCheckpoint(dir: StateDir, key: KeyObject): StoredCheckpoint {
  return verifyCheckpoint(parseCheckpoint(dir), key);
}

/** Verifies the signature of a checkpoint. */
export function verifyCheckpoint({ checkpoint, signature }: UnverifiedCheckpoint, key: KeyObject): StoredCheckpoint {
  if (typeof checkpoint === 'string') return checkpoint;
  try {
    const message = Buffer.from(checkpointDomain + signedText(checkpoint));
    return verify(null, message, key, Buffer.from(signature, 'base64url')) ? checkpoint : 'invalid';
  } catch (error) {
    // A value without canonical form cannot have been signed.
    if (error instanceof CanonicalJsonError) return 'invalid';
    throw error;
  }
}
