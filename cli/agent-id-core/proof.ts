import { closeSync } from 'node:fs';
import { isJsonObject, type JsonObject } from '../../src/protocol/json-object.ts';
import { Ed25519KeyError, parseEd25519Jwk } from '../../src/protocol/ed25519-key.ts';
import type { Ed25519Jwk } from '../../src/protocol/jwk-thumbprint.ts';
import { Failure } from '../shared/failure.ts';
import { decodeInput, readInput } from '../shared/named-files.ts';
import { type Anchor, checkAnchors, isAnchorList, lastAnchored, readAnchors, checkReceipts } from './trail-evidence.ts';
import { parseIJson } from './i-json.ts';
import { checkpointFileName, parseCheckpointText, readLines } from '../shared/audit-trail/trail-file.ts';
import { idTokenReference, readKeptOwnerToken } from '../shared/audit-trail/audit-trail.ts';
import { parseObject } from '../shared/json.ts';
import { type PublicIdentity, readRetiredKeys } from '../shared/keypair/key-file.ts';
import { withReadLock } from '../shared/state-dir/lock.ts';
import { type StateDir, trailFileName } from '../shared/state-dir/state-dir.ts';
import { damagedState, readStateFile } from '../shared/state-dir/state-file.ts';
import { checkOwners, type ClaimsOf, openTrailFile, OwnerTokenError, type TrailFile } from './verify-trail.ts';
import { canonicalJson, CanonicalJsonError } from '../../src/protocol/canonical-json.ts';
import { chainOf, type ProviderToken, type ProviderTrust } from '../shared/evidence/provider-trust.ts';
import { publicKeyObject } from '../shared/keypair/keypair.ts';
import { verifyCheckpoint } from '../shared/audit-trail/audit-entry.ts';
import {
  addError,
  addWarning,
  type AnchoredHead,
  checkCheckpoint,
  checkCurrentKey,
  checkExpectedHead,
  checkNextLine,
  startTrailCheck,
  type TrailCheck,
  trailReport,
  type TrailReport,
} from './trail-check.ts';

/** An exported proof. Its members are unverified. */
export interface ProofFile {
  /** Key of the agent at the time of the export. */
  readonly agentJwk: Ed25519Jwk;
  /** Keys that were rotated, oldest first; the first one signed the first entry. */
  readonly retiredJwks: readonly Ed25519Jwk[];
  /** Lines of the trail in order. */
  readonly operations: readonly unknown[];
  /** The checkpoint file; null when it was missing. */
  readonly checkpoint: JsonObject | null;
  readonly idTokens: readonly string[];
  readonly anchors: readonly Anchor[];
}

const bad = (text: string): Failure => new Failure('bad_proof', `The proof cannot be verified: ${text}`);

function parseKey(member: string, value: unknown): Ed25519Jwk {
  try {
    const { kty, crv, x } = parseEd25519Jwk(value).jwk;
    return { kty, crv, x };
  } catch (error) {
    if (error instanceof Ed25519KeyError) throw bad(`${member} is not usable: ${error.message}`);
    throw error;
  }
}

const isTextList = (value: unknown): value is readonly string[] =>
  Array.isArray(value) && value.every((one) => typeof one === 'string');

/**
 * Reads a proof from a file, or from stdin for `-`. Members that are given twice are refused, so that all readers see the
 * same proof.
 * @throws Failure unreadable_file, not_utf8, bad_proof
 */
export async function readProofFile(path: string, cwd: string): Promise<ProofFile> {
  const text = decodeInput('proof', await readInput('proof', path, cwd));
  let value: unknown;
  try {
    value = parseIJson(text);
  } catch (error) {
    throw bad(error instanceof Error ? error.message : String(error));
  }
  if (!isJsonObject(value)) throw bad('it is not a JSON object.');
  const { agentJwk, operations, checkpoint, idTokens, anchors, retiredJwks } = value;
  if (agentJwk === undefined) throw bad('it has no agentJwk.');
  if (!Array.isArray(operations)) throw bad('operations is not a list.');
  if (checkpoint !== null && !isJsonObject(checkpoint)) throw bad('checkpoint is neither an object nor null.');
  if (!isTextList(idTokens)) throw bad('idTokens is not a list of strings.');
  if (!isAnchorList(anchors)) throw bad('anchors is not a list of anchors.');
  if (!Array.isArray(retiredJwks)) throw bad('retiredJwks is not a list of keys.');
  return {
    agentJwk: parseKey('agentJwk', agentJwk),
    retiredJwks: retiredJwks.map((one: unknown) => parseKey('retiredJwks', one)),
    operations,
    checkpoint,
    idTokens,
    anchors,
  };
}

/** Evidence of a proof beside the owner session. */
export interface ProofEvidence {
  readonly operations: readonly JsonObject[];
  readonly agentJwk: PublicIdentity['jwk'];
  /** Keys that were rotated, oldest first. */
  readonly retiredJwks: readonly PublicIdentity['jwk'][];
  /** The checkpoint file; null when it is missing or damaged. */
  readonly checkpoint: JsonObject | null;
  /** Every id_token that an entry refers to, as far as it was kept. */
  readonly idTokens: readonly string[];
  /** Attested heads, oldest first. */
  readonly anchors: readonly Anchor[];
}

/** References of the entries to id_tokens, in order, each once. */
function tokenReferences(operations: readonly JsonObject[]): readonly string[] {
  const references = operations.flatMap(({ envelope }) => (isJsonObject(envelope) ? envelope['idTokenRef'] : []));
  return [...new Set(references)].filter((one): one is string => typeof one === 'string');
}

/**
 * Collects the evidence of a trail for verification elsewhere.
 * @param idToken id_token of the current session, if it is authentic
 */
export async function exportEvidence(
  dir: StateDir,
  { jwk }: PublicIdentity,
  idToken: string | undefined,
): Promise<ProofEvidence> {
  const { checkpoint, trail } = await withReadLock(dir, (): { checkpoint: JsonObject | null; trail: TrailFile } => ({
    checkpoint: parseObject(readStateFile(dir, checkpointFileName) ?? '') ?? null,
    trail: openTrailFile(dir),
  }));
  const operations = readAuditOperations(trail);
  const current = idToken === undefined ? undefined : idTokenReference(idToken);
  const idTokens = tokenReferences(operations).flatMap(
    (reference) => (reference === current ? idToken : readKeptOwnerToken(dir, reference)) ?? [],
  );
  const retiredJwks = readRetiredKeys(dir).map((one) => one.jwk);
  return { operations, agentJwk: jwk, retiredJwks, checkpoint, idTokens, anchors: readAnchors(dir) };
}

/**
 * Reads all entries of an open trail and closes it. An incomplete last line is omitted.
 * @throws Failure damaged_state when a line is not JSON, since the export would be incomplete
 */
export function readAuditOperations({ fd, size }: TrailFile): readonly JsonObject[] {
  if (fd === undefined) return [];
  try {
    const operations: JsonObject[] = [];
    for (const { bytes } of readLines(fd, 0, size)) {
      const entry = parseObject(bytes.toString('utf8'));
      if (!entry)
        throw damagedState(trailFileName, `line ${operations.length + 1} is not JSON; run agent-id-core verify`);
      operations.push(entry);
    }
    return operations;
  } finally {
    closeSync(fd);
  }
}

/** What the verifier of a proof requires beside its integrity. */
export interface ExportedProofExpectation {
  readonly trust: ProviderTrust;
  /** Subjects of expected owners; empty expects none. */
  readonly owners: readonly string[];
  readonly expectHead: string | undefined;
}

export interface ProofReport extends TrailReport {
  /** Thumbprint of the agent key at the time of the export. */
  readonly jkt: string;
  /** Whether all owners are expected; null without --owner. */
  readonly ownerExpected: boolean | null;
}

/** Verifies each id_token once, by a trusted provider, and notes it by its reference. */
function verifiedClaims({ idTokens }: ProofFile, trust: ProviderTrust, accepted: Map<string, ProviderToken>): ClaimsOf {
  const byReference = new Map(idTokens.map((token) => [idTokenReference(token), token]));
  const verified = new Map<string, Promise<JsonObject>>();
  const verify = async (reference: string, token: string): Promise<JsonObject> => {
    try {
      const verifiedToken = await trust.verify(token, ['JWT', undefined], 'id_token');
      accepted.set(reference, verifiedToken);
      return verifiedToken.claims;
    } catch (error) {
      if (error instanceof Failure && error.code === 'bad_id_token') throw new OwnerTokenError(error.message);
      throw error;
    }
  };
  return async (reference) => {
    const token = byReference.get(reference);
    if (token === undefined) return undefined;
    const claims = verified.get(reference) ?? verify(reference, token);
    verified.set(reference, claims);
    return claims;
  };
}

function checkOperations(check: TrailCheck, operations: readonly unknown[]): void {
  let end = 0;
  for (const [index, operation] of operations.entries()) {
    let text: string;
    try {
      text = canonicalJson(operation);
    } catch (error) {
      if (!(error instanceof CanonicalJsonError)) throw error;
      addError(check, index + 1, null, 'not_canonical', error.message);
      continue;
    }
    end += Buffer.byteLength(text) + 1;
    checkNextLine(check, index + 1, text, end);
  }
}

function checkExpectedOwners(
  check: TrailCheck,
  proven: ReadonlySet<string>,
  owners: readonly string[],
): boolean | null {
  if (owners.length === 0) return null;
  const others = [...proven].filter((one) => !owners.includes(one));
  for (const other of others)
    addError(check, null, null, 'owner_not_expected', `The agent acted for owner ${other}, which is not expected.`);
  if (proven.size === 0)
    addError(check, null, null, 'owner_not_expected', 'No entry proves an owner, so the expected owner is not proven.');
  return others.length === 0 && proven.size > 0;
}

/**
 * Verifies an exported proof without its state directory: the chain, its checkpoint, and each owner by an id_token that a
 * trusted provider signed. What a stolen key signed needs an attestation from before the theft, as for a commit.
 * @throws Failure untrusted_issuer, issuer_mismatch, provider_unreachable, bad_jwks
 */
export async function verifyProof(proof: ProofFile, expected: ExportedProofExpectation): Promise<ProofReport> {
  const { agentJwk, operations, checkpoint } = proof;
  const parsed = checkpoint === null ? undefined : parseCheckpointText(canonicalJson(checkpoint));
  const stored = parsed === undefined ? 'missing' : verifyCheckpoint(parsed, publicKeyObject(agentJwk));
  const heads = expected.expectHead === undefined ? [] : [expected.expectHead];
  const wanted = new Set([...proof.anchors.map(({ envelopeHash }) => envelopeHash), ...heads]);
  const check = startTrailCheck(proof.retiredJwks[0] ?? agentJwk, stored, wanted);
  checkOperations(check, operations);
  await checkReceipts(check, expected.trust);
  checkCurrentKey(check, agentJwk);
  checkCheckpoint(check);
  checkExpectedHead(check, expected.expectHead);
  const tokens = new Map<string, ProviderToken>();
  const { proven } = await checkOwners(check, verifiedClaims(proof, expected.trust, tokens), 'is-error');
  const ownerExpected = checkExpectedOwners(check, proven, expected.owners);
  const attested = await checkAnchors(check, proof.anchors, expected.trust);
  await checkStolenKeys(check, tokens, attested, expected.trust);
  const { lastOwner } = check;
  const ownerSub = lastOwner !== null && proven.has(lastOwner) ? lastOwner : null;
  return { ...trailReport(check, ownerSub), anchor: lastAnchored(attested), jkt: check.key.jkt, ownerExpected };
}

/**
 * Refuses what a stolen key signed, or that of a helper of one, unless it was attested before the theft: an attested entry
 * proves all before it. Providers are asked about the keys of proven owners; offline nothing is known.
 *
 * @param tokens verified id_tokens by reference
 * @param attested heads that a provider attested
 */
async function checkStolenKeys(
  check: TrailCheck,
  tokens: ReadonlyMap<string, ProviderToken>,
  attested: readonly AnchoredHead[],
  trust: ProviderTrust,
): Promise<void> {
  const reported = new Set<string>();
  for (const { jkt, ownerSub, idTokenRef } of check.owners.values()) {
    const token = idTokenRef === null ? undefined : tokens.get(idTokenRef);
    const range = check.signed.get(jkt);
    if (!token || !range || token.claims['sub'] !== ownerSub) continue;
    // A thief with the key of an agent can sign with helpers of it.
    for (const key of [jkt, ...chainOf(token.claims).slice(1)]) {
      const { compromisedSince } = await trust.keyStatus(token.issuer, key, ownerSub);
      if (compromisedSince === undefined || reported.has(`${jkt} ${key}`)) continue;
      reported.add(`${jkt} ${key}`);
      const before = attested.filter(({ attestedAt }) => attestedAt * 1000 < compromisedSince);
      const first = Math.max(range.first, ...before.map(({ seq }) => seq + 1));
      const stolen = `The key ${key} was reported stolen since ${new Date(compromisedSince).toISOString()}`;
      if (first > range.last)
        addWarning(check, null, null, 'key_compromised', `${stolen}; everything that it signed was attested before.`);
      else {
        const text = `${stolen}, and the entries ${first} to ${range.last} were not attested before.`;
        addError(check, null, first, 'key_compromised', text);
      }
    }
  }
}
