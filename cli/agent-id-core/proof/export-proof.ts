import { isJsonObject, type JsonObject } from '../../../src/protocol/json-object.ts';
import { checkpointFileName } from '../../shared/audit-trail/trail-file.ts';
import { idTokenReference, readKeptOwnerToken } from '../../shared/audit-trail/audit-trail.ts';
import { parseObject } from '../../shared/json.ts';
import { type PublicIdentity, readRetiredKeys } from '../../shared/keypair/key-file.ts';
import { withReadLock } from '../../shared/state-dir/lock.ts';
import type { StateDir } from '../../shared/state-dir/state-dir.ts';
import { readStateFile } from '../../shared/state-dir/state-file.ts';
import { readAnchors, type Anchor } from '../anchor/anchor-file.ts';
import { openTrailFile, type TrailFile } from '../trail/verify-trail.ts';
import { readAuditOperations } from './read-trail.ts';

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
