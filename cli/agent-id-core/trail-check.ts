import type { KeyObject } from 'node:crypto';
import { type Ed25519Jwk, jwkThumbprint, type Thumbprint } from '../../src/protocol/jwk-thumbprint.ts';
import { type EntryLink, genesis, type StoredCheckpoint, type TrailHead } from '../shared/audit-trail/trail-file.ts';
import { checkLine } from '../shared/audit-trail/audit-entry.ts';
import type { JsonObject } from '../../src/protocol/json-object.ts';
import { publicKeyObject } from '../shared/keypair/keypair.ts';

/** Progress of a check over the lines of a trail. */
export interface TrailCheck extends Findings {
  operations: number;
  readonly nonces: Map<string, number>;
  /** Distinct uses of owners, with the first entry of each. */
  readonly owners: Map<string, OwnerUse>;
  lastOwner: string | null;
  head: TrailHead;
  /** Unix seconds of the last entry. */
  timestamp: number;
  readonly stored: StoredCheckpoint;
  /** Whether the entry of the checkpoint was found. */
  checkpointFound: boolean;
  /** envelopeHash by seq of the entries that the caller asked for. */
  readonly wanted: ReadonlySet<string>;
  readonly found: Map<string, number>;
  /** Thumbprint of the key of each wanted entry, by seq. */
  readonly keys: Map<number, Thumbprint>;
  /** Key that signs the next entry. */
  key: TrailKey;
  /** First and last entry of each key, by seq. */
  readonly signed: Map<Thumbprint, { readonly first: number; readonly last: number }>;
  readonly firstJkt: Thumbprint;
  /** Thumbprints of the keys that followed the first one. */
  readonly successors: Thumbprint[];
  /** Receipts of entries that are not verified yet. */
  readonly receipts: RecordedReceipt[];
}

/** An owner's decision that an entry records. */
export interface RecordedReceipt {
  readonly line: number;
  readonly seq: number;
  readonly ownerSub: string | null;
  /** Key that signed the entry. */
  readonly jkt: Thumbprint;
  /** Payload of the entry, unverified. */
  readonly payload: JsonObject;
}

interface TrailKey {
  readonly jwk: Ed25519Jwk;
  readonly jkt: Thumbprint;
  readonly object: KeyObject;
}

const keyOf = (jwk: Ed25519Jwk): TrailKey => ({ jwk, jkt: jwkThumbprint(jwk), object: publicKeyObject(jwk) });

/**
 * Starts a check.
 * @param jwk key of the first entry
 * @param wanted envelope hashes to look for
 */
export function startTrailCheck(jwk: Ed25519Jwk, stored: StoredCheckpoint, wanted: ReadonlySet<string>): TrailCheck {
  return {
    errors: [],
    warnings: [],
    errorCount: 0,
    operations: 0,
    nonces: new Map(),
    owners: new Map(),
    lastOwner: null,
    head: genesis,
    timestamp: 0,
    stored,
    checkpointFound: typeof stored === 'object' && stored.head.seq === 0,
    wanted,
    found: new Map(),
    keys: new Map(),
    key: keyOf(jwk),
    signed: new Map(),
    firstJkt: jwkThumbprint(jwk),
    successors: [],
    receipts: [],
  };
}

/** Checks the link to the previous entry and continues from this entry, so that one error is reported once. */
function checkLink(check: TrailCheck, line: number, link: EntryLink): void {
  const { seq, nonce, agentId, timestamp } = link;
  const expectedSeq = check.head.seq + 1;
  if (seq !== expectedSeq) addError(check, line, seq, 'bad_seq', `seq is ${seq}, expected ${expectedSeq}.`);
  const expectedNonce = (check.nonces.get(agentId) ?? 0) + 1;
  if (nonce !== expectedNonce)
    addError(check, line, seq, 'bad_nonce', `nonce of ${agentId} is ${nonce}, expected ${expectedNonce}.`);
  if (link.prevHash !== check.head.envelopeHash)
    addError(check, line, seq, 'bad_prev_hash', 'prevHash is not the envelopeHash of the previous entry.');
  if (timestamp !== undefined && timestamp < check.timestamp)
    addWarning(
      check,
      line,
      seq,
      'clock_backwards',
      `The entry is dated ${timestamp}, ${check.timestamp - timestamp} s before the previous entry: the clock ran backwards.`,
    );
  check.nonces.set(agentId, nonce);
  check.head = { seq, envelopeHash: link.envelopeHash };
  check.timestamp = timestamp ?? check.timestamp;
}

function noteOwner(check: TrailCheck, line: number, link: EntryLink): void {
  const { seq, ownerSub, idTokenRef } = link;
  if (ownerSub === null) return;
  check.lastOwner = ownerSub;
  const { jkt } = check.key;
  const name = ownerUseKey(link, jkt);
  if (!check.owners.has(name)) check.owners.set(name, { line, seq, ownerSub, idTokenRef, jkt });
}

/**
 * Checks the next line: form, hashes, signature, sequence, nonce and chain.
 * @param end offset after the line and its newline
 */
export function checkNextLine(check: TrailCheck, line: number, text: string, end: number): void {
  const { link, errors } = checkLine(text, check.key.jwk, check.key.object);
  for (const { code, message } of errors) addError(check, line, link?.seq ?? null, code, message);
  if (!link) return;
  check.operations += 1;
  checkLink(check, line, link);
  noteOwner(check, line, link);
  const { jkt } = check.key;
  if (link.approval) check.receipts.push({ line, seq: link.seq, ownerSub: link.ownerSub, jkt, payload: link.approval });
  check.signed.set(jkt, { first: check.signed.get(jkt)?.first ?? link.seq, last: link.seq });
  if (link.nextJwk) {
    check.key = keyOf(link.nextJwk);
    check.successors.push(check.key.jkt);
  }
  if (check.wanted.has(link.envelopeHash)) {
    check.found.set(link.envelopeHash, link.seq);
    // A succession is anchored with the new key.
    check.keys.set(link.seq, check.key.jkt);
  }
  const { stored, head } = check;
  if (typeof stored !== 'object' || end !== stored.size) return;
  if (head.seq === stored.head.seq && head.envelopeHash === stored.head.envelopeHash) check.checkpointFound = true;
}

/** Requires that the trail ends with the current key: every rotation is in it. */
export function checkCurrentKey(check: TrailCheck, jwk: Ed25519Jwk): void {
  if (check.key.jwk.x === jwk.x) return;
  const text = `The trail ends with key ${check.key.jkt}, not with the key of this identity: a rotation is missing.`;
  addError(check, null, null, 'succession_missing', text);
}

/** Compares the end of the trail with its checkpoint. */
export function checkCheckpoint(check: TrailCheck): void {
  const { stored } = check;
  if (stored === 'invalid') {
    const text = 'The checkpoint is not signed by the key of this identity.';
    addError(check, null, null, 'checkpoint_invalid', text);
  } else if (stored === 'missing') {
    const text = 'The checkpoint is missing. Every identity has one, so it was deleted.';
    addError(check, null, null, 'checkpoint_missing', text);
  } else {
    const { seq } = stored.head;
    if (!check.checkpointFound)
      addError(check, null, seq, 'truncated', `The signed checkpoint names entry ${seq}, which is not in the trail.`);
    for (const { code, expected, found, noticedAt } of stored.faults) {
      const wanted = expected ? `, expected ${expected.seq}` : '';
      const text = `Damage found at ${noticedAt}: the trail ended at entry ${found.seq}${wanted}.`;
      addError(check, null, found.seq, code, text);
    }
  }
}

/** Reports an expected head that the trail does not contain: the trail was rolled back, or forked before it. */
export function checkExpectedHead(check: TrailCheck, expected: string | undefined): void {
  if (expected === undefined || check.found.has(expected)) return;
  const text = `The trail does not contain the expected head ${expected}: it was rolled back, or is another fork.`;
  addError(check, null, null, 'head_not_found', text);
}

export function trailReport(check: TrailCheck, ownerSub: string | null): Omit<TrailReport, 'anchor'> {
  const { errors, warnings, errorCount, operations, nonces, head } = check;
  return {
    ok: errorCount === 0,
    errorCount,
    errors,
    ...(warnings.length > 0 && { warnings }),
    operations,
    agents: [...nonces.keys()].sort(),
    ownerSub,
    head: { seq: head.seq, envelopeHash: head.seq === 0 ? null : head.envelopeHash },
    ...(check.successors.length > 0 && { keys: [check.firstJkt, ...check.successors] }),
  };
}

/** Largest number of errors in a report; all are counted. */
const maxErrors = 100;

interface TrailError {
  /** Line number from 1; null for an error of the whole trail. */
  readonly line: number | null;
  readonly seq: number | null;
  readonly code: string;
  readonly message: string;
}

/** Entry of the trail that a provider attested. */
export interface AnchoredHead {
  readonly seq: number;
  readonly envelopeHash: string;
  /** Unix seconds. */
  readonly attestedAt: number;
}

export interface TrailReport {
  readonly ok: boolean;
  readonly errorCount: number;
  /** The first hundred. */
  readonly errors: readonly TrailError[];
  /** The first hundred; they do not make the trail invalid. Absent without warnings. */
  readonly warnings?: readonly TrailError[];
  readonly operations: number;
  /** Agent ids seen, sorted. */
  readonly agents: readonly string[];
  /** Owner of the last entry that was signed while bound, as its id_token says. */
  readonly ownerSub: string | null;
  /** The last entry. A copy kept elsewhere detects a replacement of the whole trail. */
  readonly head: { readonly seq: number; readonly envelopeHash: string | null };
  /** Thumbprints of all keys in order; absent when the key was never rotated. */
  readonly keys?: readonly string[];
  /** Last attested entry. */
  readonly anchor: AnchoredHead | null;
  /** Bytes of an incomplete last line after a crash. Not an error, since the entry was never acknowledged. */
  readonly tornBytes?: number;
}

interface Findings {
  readonly errors: TrailError[];
  readonly warnings: TrailError[];
  errorCount: number;
}

export function addError(
  findings: Findings,
  line: number | null,
  seq: number | null,
  code: string,
  message: string,
): void {
  findings.errorCount += 1;
  if (findings.errors.length < maxErrors) findings.errors.push({ line, seq, code, message });
}

export function addWarning(
  { warnings }: Findings,
  line: number | null,
  seq: number | null,
  code: string,
  message: string,
): void {
  if (warnings.length < maxErrors) warnings.push({ line, seq, code, message });
}

/** First entry that names an owner with one id_token under one key. */
export interface OwnerUse {
  readonly line: number;
  readonly seq: number;
  readonly ownerSub: string;
  readonly idTokenRef: string | null;
  readonly jkt: Thumbprint;
}

/** Key of an owner use: entries with the same key need one check. */
const ownerUseKey = ({ ownerSub, idTokenRef }: EntryLink, jkt: string): string =>
  JSON.stringify([ownerSub, idTokenRef, jkt]);
