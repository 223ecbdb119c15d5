import { verify, type KeyObject } from 'node:crypto';
import { canonicalJson } from '../../src/protocol/canonical-json.ts';
import { checkpointFileName, parseCheckpoint, type Checkpoint, type StoredCheckpoint } from './audit-checkpoint.ts';
import type { StateDir } from './state-dir.ts';
import { writeStateFile } from './state-file.ts';

/** Separates signatures over checkpoints from everything else that the agent key signs. */
const domain = 'platform-agent-id/audit-checkpoint/v1\n';

const signedText = ({ head, size, nonces, faults }: Checkpoint): string =>
  canonicalJson({ version: 1, head: { ...head }, size, nonces: { ...nonces }, faults });

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

/** Reads the checkpoint; one that the key did not sign is invalid. */
export function readCheckpoint(dir: StateDir, key: KeyObject): StoredCheckpoint {
  const { checkpoint, signature } = parseCheckpoint(dir);
  if (typeof checkpoint === 'string') return checkpoint;
  const message = Buffer.from(domain + signedText(checkpoint));
  return verify(null, message, key, Buffer.from(signature, 'base64url')) ? checkpoint : 'invalid';
}
