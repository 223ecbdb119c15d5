import { closeSync, fstatSync } from 'node:fs';
import type { KeyObject } from 'node:crypto';
import type { Checkpoint, StoredCheckpoint, TrailHead } from '../shared/audit-checkpoint.ts';
import { checkLine } from '../shared/audit-entry.ts';
import { genesisHash, type EntryLink } from '../shared/audit-link.ts';
import { openTrail } from '../shared/audit-tail.ts';
import type { PublicIdentity } from '../shared/key-file.ts';
import { readLines } from '../shared/line-reader.ts';
import { withLock } from '../shared/lock.ts';
import { publicKeyObject } from '../shared/public-key.ts';
import { readCheckpoint } from '../shared/signed-checkpoint.ts';
import type { StateDir } from '../shared/state-dir.ts';

/** Largest number of errors in a report; all are counted. */
const maxErrors = 100;

export interface TrailError {
  /** Line number from 1; null for an error of the whole trail. */
  readonly line: number | null;
  readonly seq: number | null;
  readonly code: string;
  readonly message: string;
}

export interface TrailReport {
  readonly ok: boolean;
  readonly errorCount: number;
  /** The first hundred. */
  readonly errors: readonly TrailError[];
  readonly operations: number;
  /** Agent ids seen, sorted. */
  readonly agents: readonly string[];
  /** Owner of the last entry that was signed while bound. */
  readonly ownerSub: string | null;
  /** The last entry. A copy kept elsewhere detects a replacement of the whole trail. */
  readonly head: { readonly seq: number; readonly envelopeHash: string | null };
  /** Bytes of an incomplete last line after a crash. Not an error, since the entry was never acknowledged. */
  readonly tornBytes?: number;
}

interface Progress {
  readonly errors: TrailError[];
  errorCount: number;
  operations: number;
  readonly nonces: Map<string, number>;
  ownerSub: string | null;
  head: TrailHead;
  /** Whether the entry of the checkpoint was found. */
  checkpointFound: boolean;
}

function report(progress: Progress, line: number | null, seq: number | null, code: string, message: string): void {
  progress.errorCount += 1;
  if (progress.errors.length < maxErrors) progress.errors.push({ line, seq, code, message });
}

/** Checks the link to the previous entry and continues from this entry, so that one error is reported once. */
function checkLink(progress: Progress, line: number, link: EntryLink): void {
  const { seq, nonce, agentId } = link;
  const expectedSeq = progress.head.seq + 1;
  if (seq !== expectedSeq) report(progress, line, seq, 'bad_seq', `seq is ${seq}, expected ${expectedSeq}.`);
  const expectedNonce = (progress.nonces.get(agentId) ?? 0) + 1;
  if (nonce !== expectedNonce) {
    report(progress, line, seq, 'bad_nonce', `nonce of ${agentId} is ${nonce}, expected ${expectedNonce}.`);
  }
  if (link.prevHash !== progress.head.envelopeHash) {
    report(progress, line, seq, 'bad_prev_hash', 'prevHash is not the envelopeHash of the previous entry.');
  }
  progress.nonces.set(agentId, nonce);
  progress.ownerSub = link.ownerSub ?? progress.ownerSub;
  progress.head = { seq, envelopeHash: link.envelopeHash };
}

function checkCheckpoint(progress: Progress, stored: StoredCheckpoint): void {
  if (stored === 'invalid') {
    report(progress, null, null, 'checkpoint_invalid', 'The checkpoint is not signed by the key of this identity.');
  } else if (stored === 'missing') {
    report(
      progress,
      null,
      null,
      'checkpoint_missing',
      'The checkpoint is missing. Every identity has one, so it was deleted.',
    );
  } else {
    if (!progress.checkpointFound) {
      report(
        progress,
        null,
        stored.head.seq,
        'truncated',
        `The signed checkpoint names entry ${stored.head.seq}, which is not in the trail.`,
      );
    }
    for (const { code, expected, found, noticedAt } of stored.faults) {
      const wanted = expected ? `, expected ${expected.seq}` : '';
      report(
        progress,
        null,
        found.seq,
        code,
        `Damage found at ${noticedAt}: the trail ended at entry ${found.seq}${wanted}.`,
      );
    }
  }
}

const isCheckpointHead = (checkpoint: Checkpoint, head: TrailHead, end: number): boolean =>
  head.seq === checkpoint.head.seq && head.envelopeHash === checkpoint.head.envelopeHash && end === checkpoint.size;

function checkLines(
  fd: number,
  size: number,
  stored: StoredCheckpoint,
  identity: PublicIdentity,
  key: KeyObject,
  progress: Progress,
): number {
  const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
  let end = 0;
  let line = 0;
  for (const { bytes, end: lineEnd } of readLines(fd, 0, size)) {
    line += 1;
    end = lineEnd;
    let text: string;
    try {
      text = decoder.decode(bytes);
    } catch {
      report(progress, line, null, 'malformed_line', 'The line is not UTF-8.');
      continue;
    }
    const { link, errors } = checkLine(text, identity.jwk, key);
    for (const { code, message } of errors) report(progress, line, link?.seq ?? null, code, message);
    if (!link) continue;
    progress.operations += 1;
    checkLink(progress, line, link);
    if (typeof stored === 'object' && isCheckpointHead(stored, progress.head, end)) progress.checkpointFound = true;
  }
  return size - end;
}

/**
 * Checks the whole trail: form, hashes, signatures, sequence, nonces, chain, and that it contains the head of the signed
 * checkpoint. Streams, so memory does not grow with the trail.
 */
export async function verifyTrail(dir: StateDir, identity: PublicIdentity): Promise<TrailReport> {
  const key = publicKeyObject(identity.jwk);
  // Checkpoint and length are read under the lock; entries are append-only and are read without it.
  const { stored, fd, size } = await withLock(dir, () => {
    const open = openTrail(dir, 'read');
    return { stored: readCheckpoint(dir, key), fd: open, size: open === undefined ? 0 : fstatSync(open).size };
  });
  const progress: Progress = {
    errors: [],
    errorCount: 0,
    operations: 0,
    nonces: new Map(),
    ownerSub: null,
    head: { seq: 0, envelopeHash: genesisHash },
    checkpointFound: typeof stored === 'object' && stored.head.seq === 0,
  };
  let tornBytes = 0;
  if (fd !== undefined) {
    try {
      tornBytes = checkLines(fd, size, stored, identity, key, progress);
    } finally {
      closeSync(fd);
    }
  }
  checkCheckpoint(progress, stored);
  const { errors, errorCount, operations, nonces, ownerSub, head } = progress;
  return {
    ok: errorCount === 0,
    errorCount,
    errors,
    operations,
    agents: [...nonces.keys()].sort(),
    ownerSub,
    head: { seq: head.seq, envelopeHash: head.seq === 0 ? null : head.envelopeHash },
    ...(tornBytes > 0 && { tornBytes }),
  };
}
