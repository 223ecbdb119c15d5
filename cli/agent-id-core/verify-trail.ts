import { closeSync, fstatSync } from 'node:fs';
import { openTrail, readLines, type StoredCheckpoint } from '../shared/audit-trail/trail-file.ts';
import { readKeptOwnerToken } from '../shared/audit-trail/audit-trail.ts';
import { type PublicIdentity, readRetiredKeys } from '../shared/keypair/key-file.ts';
import { withLock, withReadLock } from '../shared/state-dir/lock.ts';
import { type ProviderTrust, trustProviders } from '../shared/evidence/provider-trust.ts';
import { publicKeyObject, requireKeypair } from '../shared/keypair/keypair.ts';
import { readCheckpoint } from '../shared/audit-trail/audit-entry.ts';
import type { StateDir } from '../shared/state-dir/state-dir.ts';
import { checkReceipts, addAnchor, checkAnchors, lastAnchored, readAnchors } from './trail-evidence.ts';
import {
  addError,
  type AnchoredHead,
  checkCheckpoint,
  checkCurrentKey,
  checkExpectedHead,
  checkNextLine,
  type OwnerUse,
  startTrailCheck,
  type TrailCheck,
  trailReport,
  type TrailReport,
} from './trail-check.ts';
import {
  anchorDigest,
  requestAttestation,
  requireLiveSession,
  verifyAttestation,
} from '../shared/evidence/attestation.ts';
import { Failure } from '../shared/failure.ts';
import {
  boundJkt,
  noOwnerSession,
  readOwnerSession,
  sessionNotDpopBound,
  tokenClaims,
} from '../shared/owner-session/owner-session.ts';
import { readPassphrase } from '../shared/keypair/passphrase.ts';
import type { CommandHost } from '../shared/host.ts';
import { isJsonObject, type JsonObject } from '../../src/protocol/json-object.ts';

/** Checks all complete lines, with the receipts in them. @returns bytes after the last one */
async function checkLines(fd: number, size: number, check: TrailCheck, trust?: ProviderTrust): Promise<number> {
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
    // One at a time, so that memory does not grow with the trail.
    if (check.receipts.length > 0) await checkReceipts(check, trust);
  }
  return size - end;
}

/** The open file of a trail and its length at one point in time. */
export interface TrailFile {
  /** Undefined when there is no trail. */
  readonly fd: number | undefined;
  readonly size: number;
}

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
  /** Verifies anchors and receipts, if there are some; without it they are ignored. */
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
      tornBytes = await checkLines(fd, size, check, trust);
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

/**
 * Has the provider attest the head of the trail and keeps the attestation. A damaged trail is not anchored.
 * @throws Failure no_trail, damaged_state, no_owner_session, session_not_dpop_bound, authorization_revoked,
 *   attestation_refused, bad_attestation, unreachable
 */
export async function anchorTrail(dir: StateDir, host: CommandHost): Promise<AnchoredHead> {
  const passphrase = readPassphrase(host);
  const keypair = requireKeypair(dir, passphrase);
  const { jkt } = keypair;
  const stored = await readOwnerSession(dir, passphrase);
  if (!stored) throw noOwnerSession();
  if (boundJkt(stored.idToken) !== jkt) throw sessionNotDpopBound();
  const trust = trustProviders(dir, host, {
    ssoUrl: stored.issuer,
    trustedIssuers: [],
    jwksFile: undefined,
    jwksHistoryFile: undefined,
  });
  const { ok, head } = await verifyTrail(dir, keypair, { trust });
  const { seq, envelopeHash } = head;
  if (!ok)
    throw new Failure('damaged_state', 'The audit trail is damaged and is not anchored. Run agent-id-core verify.');
  if (envelopeHash === null)
    throw new Failure('no_trail', 'The audit trail has no entry yet. Run agent-id-core sign first.');
  const session = await requireLiveSession(dir, host, keypair, stored, passphrase);
  if (!session)
    throw new Failure('unreachable', 'The provider cannot be reached, so nothing is anchored. Try again later.');
  const digest = anchorDigest(envelopeHash);
  const attestation = await requestAttestation(host, keypair, session, digest, 'anchor');
  const attestedAt = await verifyAttestation(trust, attestation, { jkt, digest, purpose: 'anchor' });
  await withLock(dir, () => addAnchor(dir, { seq, envelopeHash, attestation }));
  return { seq, envelopeHash, attestedAt };
}

/** Claims of the id_token with a reference; undefined when it is not there. Throws an error for a bad token. */
export type ClaimsOf = (idTokenRef: string) => Promise<JsonObject | undefined>;

/** Finds the reason why an id_token does not prove an owner. */
function mismatch({ ownerSub, jkt }: OwnerUse, { sub, cnf }: JsonObject): string | undefined {
  if (sub !== ownerSub) return 'Its id_token names another owner.';
  if (!isJsonObject(cnf) || cnf['jkt'] !== jkt) return 'Its id_token is bound to another key.';
  return undefined;
}

/**
 * Compares the owners that entries name with their id_tokens.
 * @param missing whether a token that was not kept is an error
 */
export async function checkOwners(check: TrailCheck, claimsOf: ClaimsOf, missing: 'is-error' | 'is-accepted') {
  const proven = new Set<string>();
  const refuted = new Set<string>();
  for (const use of check.owners.values()) {
    const { line, seq, ownerSub, idTokenRef } = use;
    try {
      const claims = idTokenRef === null ? undefined : await claimsOf(idTokenRef);
      const reason = claims && mismatch(use, claims);
      if (reason !== undefined) {
        refuted.add(ownerSub);
        addError(check, line, seq, 'owner_mismatch', `The entry names owner ${ownerSub}. ${reason}`);
      } else if (claims) proven.add(ownerSub);
      else if (missing === 'is-error')
        addError(
          check,
          line,
          seq,
          'id_token_missing',
          `The entry names owner ${ownerSub}, but its id_token is missing.`,
        );
    } catch (error) {
      if (!(error instanceof OwnerTokenError)) throw error;
      refuted.add(ownerSub);
      addError(check, line, seq, 'bad_id_token', error.message);
    }
  }
  return { proven, refuted };
}

/** An id_token that a trusted provider did not sign. */
export class OwnerTokenError extends Error {}

/** Claims of a token that was verified when it was kept. */
const keptClaims = (idToken: string | undefined): JsonObject | undefined =>
  idToken === undefined ? undefined : (tokenClaims(idToken) ?? {});
