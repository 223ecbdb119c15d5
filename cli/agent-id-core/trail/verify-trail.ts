import { closeSync, fstatSync } from 'node:fs';
import { openTrail, readLines, type StoredCheckpoint } from '../../shared/audit-trail/trail-file.ts';
import { readKeptOwnerToken } from '../../shared/audit-trail/audit-trail.ts';
import { type PublicIdentity, readRetiredKeys } from '../../shared/keypair/key-file.ts';
import { withReadLock } from '../../shared/state-dir/lock.ts';
import type { ProviderTrust } from '../../shared/evidence/provider-trust.ts';
import { publicKeyObject } from '../../shared/keypair/keypair.ts';
import { readCheckpoint } from '../../shared/audit-trail/audit-entry.ts';
import type { StateDir } from '../../shared/state-dir/state-dir.ts';
import { readAnchors } from '../anchor/anchor-file.ts';
import { checkAnchors, lastAnchored } from '../anchor/check-anchors.ts';
import { checkOwners, keptClaims } from './owner-uses.ts';
import {
  checkCheckpoint,
  checkCurrentKey,
  checkExpectedHead,
  checkNextLine,
  startTrailCheck,
  trailReport,
  type TrailCheck,
} from './trail-check.ts';
import { addError, type TrailReport } from './trail-report.ts';

/** Checks all complete lines. @returns bytes after the last one */
function checkLines(fd: number, size: number, check: TrailCheck): number {
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
      addError(check, line, null, 'malformed_line', 'The line is not UTF-8.');
      continue;
    }
    checkNextLine(check, line, text, end);
  }
  return size - end;
}

/** The open file of a trail and its length at one point in time. */
export interface TrailFile {
  /** Undefined when there is no trail. */
  readonly fd: number | undefined;
  readonly size: number;
}

/** Opens the trail for reading. */
export function openTrailFile(dir: StateDir): TrailFile {
  const fd = openTrail(dir, 'read');
  return { fd, size: fd === undefined ? 0 : fstatSync(fd).size };
}

/** Attempts to read a checkpoint that another process replaces, where no lock can be created. */
const attempts = 5;

/** Opens the trail; its checkpoint and length belong together. Entries are append-only and are read without the lock. */
function openSnapshot(
  dir: StateDir,
  { jwk }: PublicIdentity,
): Promise<TrailFile & { readonly stored: StoredCheckpoint }> {
  const key = publicKeyObject(jwk);
  return withReadLock(dir, () => {
    let stored = readCheckpoint(dir, key);
    for (let left = attempts; left > 0 && typeof stored === 'string'; left--) stored = readCheckpoint(dir, key);
    // Opened after the checkpoint was read, so that it contains the entry of the checkpoint.
    return { stored, ...openTrailFile(dir) };
  });
}

/** What the verifier of a trail requires beside its integrity. */
export interface TrailExpectation {
  /** envelopeHash of an entry that the trail must contain. */
  readonly expectHead?: string | undefined;
  /** Verifies anchors, if there are some; without it they are ignored. */
  readonly trust?: ProviderTrust;
}

/**
 * Checks the whole trail: form, hashes, signatures, sequence, nonces, chain, the owners against their id_tokens, and that
 * it contains the head of the signed checkpoint. Streams, so memory does not grow with the trail.
 */
export async function verifyTrail(
  dir: StateDir,
  identity: PublicIdentity,
  { expectHead, trust }: TrailExpectation = {},
): Promise<TrailReport> {
  const anchors = readAnchors(dir);
  const { stored, fd, size } = await openSnapshot(dir, identity);
  const wanted = new Set([
    ...anchors.map(({ envelopeHash }) => envelopeHash),
    ...(expectHead === undefined ? [] : [expectHead]),
  ]);
  const first = readRetiredKeys(dir)[0]?.jwk ?? identity.jwk;
  const check = startTrailCheck(first, stored, wanted);
  let tornBytes = 0;
  if (fd !== undefined) {
    try {
      tornBytes = checkLines(fd, size, check);
    } finally {
      closeSync(fd);
    }
  }
  checkCurrentKey(check, identity.jwk);
  checkCheckpoint(check);
  checkExpectedHead(check, expectHead);
  const kept = async (reference: string) => keptClaims(readKeptOwnerToken(dir, reference));
  const { refuted } = await checkOwners(check, kept, 'is-accepted');
  const anchor = trust ? lastAnchored(await checkAnchors(check, anchors, trust)) : null;
  const { lastOwner } = check;
  const ownerSub = lastOwner !== null && refuted.has(lastOwner) ? null : lastOwner;
  return { ...trailReport(check, ownerSub), anchor, ...(tornBytes > 0 && { tornBytes }) };
}
