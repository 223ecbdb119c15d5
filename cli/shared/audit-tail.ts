import { closeSync, constants, fstatSync, openSync } from 'node:fs';
import { join } from 'node:path';
import type { Checkpoint, RecordedDamage, StoredCheckpoint, TrailHead } from './audit-checkpoint.ts';
import { genesis, readLink } from './audit-link.ts';
import { parseObject } from './json.ts';
import { readLineEndingAt, readLines } from './line-reader.ts';
import { checkParents, type StateDir } from './state-dir.ts';
import { requireRegularFile, restrictMode } from './state-file.ts';
import { hasCode } from './system-error.ts';

export const trailFileName = 'audit/operations.jsonl';

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
export function openTrail(dir: StateDir, purpose: 'read' | 'append'): number | undefined {
  if (!checkParents(dir, trailFileName)) return undefined;
  const path = join(dir.path, trailFileName);
  requireRegularFile(path);
  const flags = purpose === 'append' ? constants.O_RDWR | constants.O_CREAT : constants.O_RDONLY;
  try {
    const fd = openSync(path, flags | (constants.O_NOFOLLOW ?? 0), 0o600);
    restrictMode(dir, trailFileName, fd);
    return fd;
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return undefined;
    throw error;
  }
}

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
