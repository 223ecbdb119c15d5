import { createHash, type KeyObject, verify } from 'node:crypto';
import { canonicalJson, CanonicalJsonError } from '../../../src/protocol/canonical-json.ts';
import type { Ed25519Jwk } from '../../../src/protocol/jwk-thumbprint.ts';
import {
  type Checkpoint,
  checkpointFileName,
  type EntryLink,
  genesis,
  parseCheckpoint,
  readLink,
  type StoredCheckpoint,
  type UnverifiedCheckpoint,
} from './trail-file.ts';
import { isJsonObject, type JsonObject } from '../../../src/protocol/json-object.ts';
import { parseObject } from '../json.ts';
import { publicKeyObject } from '../keypair/keypair.ts';
import type { StateDir } from '../state-dir/state-dir.ts';
import { swapStateFile, writeStateFile } from '../state-dir/state-file.ts';

/** Domain separation of signatures over audit envelopes. */
const domain = 'platform-agent-id/audit-envelope/v1\n';

/** Domain separation of the signature by which a new key accepts its succession. */
const successionDomain = 'platform-agent-id/audit-succession/v1\n';

/** An operation before signing. Times are Unix seconds. */
export interface UnsignedEnvelope {
  readonly operationId: string;
  /** Global, from 1. */
  readonly seq: number;
  /** Per agent id, from 1. */
  readonly nonce: number;
  readonly agentId: string;
  readonly type: string;
  readonly action: string;
  readonly timestamp: number;
  readonly payload: unknown;
  /** Lowercase hex SHA-256 of the canonical payload. */
  readonly payloadHash: string;
  readonly meta: unknown;
  readonly agentJwk: Ed25519Jwk;
  readonly ownerSub: string | null;
  /** jti of the id_token, or its SHA-256; null when the agent is not bound. */
  readonly idTokenRef: string | null;
}

interface SignedLine {
  /** The whole line in canonical form (RFC 8785), without the newline. */
  readonly line: string;
  /** base64url. */
  readonly signature: string;
  readonly envelopeHash: string;
}

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

/** Lowercase hex SHA-256 of the canonical JSON (RFC 8785) of a value. */
export const canonicalHash = (value: unknown): string => sha256(canonicalJson(value));

/** Joins members in canonical form into an object in canonical form (RFC 8785). */
function joinMembers(members: Readonly<Record<string, string>>): string {
  const names = Object.keys(members).sort();
  return `{${names.map((name) => `"${name}":${members[name]}`).join(',')}}`;
}

function canonicalMembers(envelope: JsonObject): Record<string, string> {
  const members: Record<string, string> = {};
  for (const name of Object.keys(envelope)) members[name] = canonicalJson(envelope[name]);
  return members;
}

function lineText(envelopeText: string, envelopeHash: string, prevHash: string, persistedAt: number): string {
  return `{"envelope":${envelopeText},"envelopeHash":"${envelopeHash}","persistedAt":${persistedAt},"prevHash":"${prevHash}","version":1}`;
}

type SignMessage = (message: Uint8Array) => Uint8Array;

const signText = (sign: SignMessage, text: string): string =>
  Buffer.from(sign(Buffer.from(text))).toString('base64url');

/** Signs canonical members as an envelope. */
function signedLine(
  members: Readonly<Record<string, string>>,
  { timestamp }: UnsignedEnvelope,
  prevHash: string,
  sign: SignMessage,
): SignedLine {
  const signature = signText(sign, domain + joinMembers(members));
  const text = joinMembers({ ...members, signature: `"${signature}"` });
  const envelopeHash = sha256(text);
  return { line: lineText(text, envelopeHash, prevHash, timestamp), signature, envelopeHash };
}

/** Signs an envelope and links it to the previous entry. */
export function signLine(envelope: UnsignedEnvelope, prevHash: string, sign: SignMessage): SignedLine {
  // Signed, so that entries of two forks of a trail cannot be combined.
  return signedLine(canonicalMembers({ ...envelope, prevHash }), envelope, prevHash, sign);
}

/**
 * Signs a succession entry: the old key names the new key, and the new key signs the entry and so the history before it.
 * @param next the new key
 */
export function signSuccession(
  envelope: UnsignedEnvelope,
  prevHash: string,
  sign: SignMessage,
  next: { readonly jwk: Ed25519Jwk; readonly sign: SignMessage },
): SignedLine {
  const members = canonicalMembers({ ...envelope, prevHash, nextJwk: { ...next.jwk } });
  const nextSignature = signText(next.sign, successionDomain + joinMembers(members));
  return signedLine({ ...members, nextSignature: `"${nextSignature}"` }, envelope, prevHash, sign);
}

interface LineError {
  readonly code: string;
  readonly message: string;
}

/** A parsed line: its link, if readable, and the errors of the line itself. */
interface CheckedLine {
  readonly link: EntryLink | undefined;
  readonly errors: readonly LineError[];
}

const envelopeMembers =
  'action,agentId,agentJwk,idTokenRef,meta,nonce,operationId,ownerSub,payload,payloadHash,prevHash,seq,signature,timestamp,type';

const successionMembers =
  'action,agentId,agentJwk,idTokenRef,meta,nextJwk,nextSignature,nonce,operationId,ownerSub,payload,payloadHash,prevHash,seq,signature,timestamp,type';

/** Checks one line without its neighbours: form, canonical bytes, hashes, key and signature. */
export function checkLine(text: string, jwk: Ed25519Jwk, key: KeyObject): CheckedLine {
  const entry = parseObject(text);
  if (!entry)
    return { link: undefined, errors: [{ code: 'malformed_line', message: 'The line is not a JSON object.' }] };
  const link = readLink(entry);
  const { envelope, version, persistedAt } = entry;
  const members = isJsonObject(envelope) ? Object.keys(envelope).sort().join() : '';
  const isEntry = version === 1 && (members === envelopeMembers || members === successionMembers);
  if (!link || !isJsonObject(envelope) || !isEntry)
    return { link, errors: [{ code: 'bad_form', message: 'The line is not an audit entry of version 1.' }] };
  try {
    return { link, errors: contentErrors(text, envelope, link, persistedAt, jwk, key) };
  } catch (error) {
    // A value without canonical form cannot have been signed.
    if (!(error instanceof CanonicalJsonError)) throw error;
    return { link, errors: [{ code: 'not_canonical', message: error.message }] };
  }
}

function verifyText(text: string, signature: unknown, key: KeyObject): boolean {
  return verify(null, Buffer.from(text), key, Buffer.from(typeof signature === 'string' ? signature : '', 'base64url'));
}

/** Tests whether the new key signed the succession. */
function isAccepted(signed: Readonly<Record<string, string>>, signature: unknown, { nextJwk }: EntryLink): boolean {
  const { nextSignature: _, ...members } = signed;
  return !!nextJwk && verifyText(successionDomain + joinMembers(members), signature, publicKeyObject(nextJwk));
}

function contentErrors(
  text: string,
  envelope: JsonObject,
  link: EntryLink,
  persistedAt: unknown,
  jwk: Ed25519Jwk,
  key: KeyObject,
): readonly LineError[] {
  const errors: LineError[] = [];
  const { signature: signatureText = '', ...signed } = canonicalMembers(envelope);
  const whole = joinMembers({ ...signed, signature: signatureText });
  if (sha256(signed['payload'] ?? '') !== envelope['payloadHash']) {
    errors.push({ code: 'bad_payload_hash', message: 'payloadHash is not the hash of the payload.' });
  }
  if (sha256(whole) !== link.envelopeHash) {
    errors.push({ code: 'bad_envelope_hash', message: 'envelopeHash is not the hash of the envelope.' });
  }
  if (signed['agentJwk'] !== canonicalJson({ ...jwk })) {
    errors.push({ code: 'foreign_key', message: 'agentJwk is not the key of this identity.' });
  }
  if (!verifyText(domain + joinMembers(signed), envelope['signature'], key)) {
    errors.push({
      code: 'bad_signature',
      message: 'The signature over the envelope is not valid for the key of this identity.',
    });
  }
  if (Object.hasOwn(envelope, 'nextJwk') && !isAccepted(signed, envelope['nextSignature'], link)) {
    errors.push({ code: 'bad_succession', message: 'The new key did not sign this entry, or is no Ed25519 key.' });
  }
  if (envelope['prevHash'] !== link.prevHash) {
    errors.push({ code: 'bad_prev_hash', message: 'prevHash differs from the signed prevHash.' });
  }
  if (persistedAt !== envelope['timestamp']) {
    errors.push({ code: 'bad_time', message: 'persistedAt differs from the signed timestamp.' });
  }
  // Detects white space, repeated or additional members and other escapes.
  if (errors.length === 0 && text !== lineText(whole, link.envelopeHash, link.prevHash, Number(persistedAt))) {
    errors.push({ code: 'not_canonical', message: 'The line is not in canonical form.' });
  }
  return errors;
}

/** Domain separation of signatures over checkpoints. */
const checkpointDomain = 'platform-agent-id/audit-checkpoint/v1\n';

const signedText = ({ head, size, nonces, faults }: Checkpoint): string =>
  canonicalJson({ version: 1, head: { ...head }, size, nonces: { ...nonces }, faults });

type Sign = (message: Uint8Array) => Uint8Array;

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
