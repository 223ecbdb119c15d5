import { CanonicalJsonError, canonicalJson } from '../../../src/protocol/canonical-json.ts';
import type { JsonObject } from '../../../src/protocol/json-object.ts';
import { parseCheckpointText } from '../../shared/audit-trail/trail-file.ts';
import { Failure } from '../../shared/failure.ts';
import { idTokenReference } from '../../shared/audit-trail/audit-trail.ts';
import type { ProviderToken, ProviderTrust } from '../../shared/evidence/provider-trust.ts';
import { publicKeyObject } from '../../shared/keypair/keypair.ts';
import { verifyCheckpoint } from '../../shared/audit-trail/audit-entry.ts';
import { checkAnchors, lastAnchored } from '../anchor/check-anchors.ts';
import { checkOwners, OwnerTokenError, type ClaimsOf } from '../trail/owner-uses.ts';
import {
  checkCheckpoint,
  checkCurrentKey,
  checkExpectedHead,
  checkNextLine,
  startTrailCheck,
  trailReport,
  type TrailCheck,
} from '../trail/trail-check.ts';
import { addError, type TrailReport } from '../trail/trail-report.ts';
import { checkStolenKeys } from './check-stolen-keys.ts';
import type { ProofFile } from './proof-file.ts';

/** What the verifier of a proof requires beside its integrity. */
export interface ExportedProofExpectation {
  readonly trust: ProviderTrust;
  /** Subjects of expected owners; empty expects none. */
  readonly owners: readonly string[];
  readonly expectHead: string | undefined;
}

/** Result of verifying a proof. */
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
