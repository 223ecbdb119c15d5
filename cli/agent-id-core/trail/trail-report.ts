import type { Thumbprint } from '../../../src/protocol/jwk-thumbprint.ts';
import type { EntryLink } from '../../shared/audit-trail/trail-file.ts';

/** Largest number of errors in a report; all are counted. */
const maxErrors = 100;

export interface TrailError {
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

/** Errors and warnings found so far. */
export interface Findings {
  readonly errors: TrailError[];
  readonly warnings: TrailError[];
  errorCount: number;
}

/** Adds an error. */
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

/** Adds a warning. */
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
export const ownerUseKey = ({ ownerSub, idTokenRef }: EntryLink, jkt: string): string =>
  JSON.stringify([ownerSub, idTokenRef, jkt]);
