import { isJsonObject, type JsonObject } from '../../src/protocol/json-object.ts';
import type { TrailHead } from '../shared/audit-trail/trail-file.ts';
import { parseObject, toJsonText } from '../shared/json.ts';
import type { StateDir } from '../shared/state-dir/state-dir.ts';
import { damagedState, readStateFile, writeStateFile } from '../shared/state-dir/state-file.ts';
import { anchorDigest, verifyAttestation } from '../shared/evidence/attestation.ts';
import { Failure } from '../shared/failure.ts';
import type { ProviderTrust } from '../shared/evidence/provider-trust.ts';
import { addError, addWarning, type AnchoredHead, type TrailCheck, type RecordedReceipt } from './trail-check.ts';
import type { ApprovalRequestParameters } from '../../src/protocol/approval-receipt.ts';

const anchorFileName = 'audit/anchors.json';

/** A head of the trail with the provider's attestation. */
export interface Anchor extends TrailHead {
  /** JWT; its digest is the envelopeHash. */
  readonly attestation: string;
}

/** Tests the form of a list of anchors; their attestations are unverified. */
export const isAnchorList = (value: unknown): value is readonly Anchor[] =>
  Array.isArray(value) &&
  value.every(
    (one) =>
      isJsonObject(one) &&
      Number.isSafeInteger(one['seq']) &&
      typeof one['envelopeHash'] === 'string' &&
      /^[0-9a-f]{64}$/.test(one['envelopeHash']) &&
      typeof one['attestation'] === 'string',
  );

/** Reads the anchors, oldest first. @throws Failure damaged_state */
export function readAnchors(dir: StateDir): readonly Anchor[] {
  const text = readStateFile(dir, anchorFileName);
  if (text === undefined) return [];
  const anchors = parseObject(text)?.['anchors'];
  if (!isAnchorList(anchors)) throw damagedState(anchorFileName, 'it has no list of anchors');
  return anchors;
}

/** Adds an anchor; the caller holds the lock. */
export function addAnchor(dir: StateDir, { seq, envelopeHash, attestation }: Anchor): void {
  const anchors = [...readAnchors(dir), { seq, envelopeHash, attestation }];
  writeStateFile(dir, anchorFileName, toJsonText({ version: 1, anchors }));
}

/**
 * Compares a trail with its anchors. An anchored entry that is missing is an error; an attestation that cannot be verified
 * now is a warning, and proves nothing.
 * @returns the entries that are anchored
 */
export async function checkAnchors(
  check: TrailCheck,
  anchors: readonly Anchor[],
  trust: ProviderTrust,
): Promise<readonly AnchoredHead[]> {
  const attested: AnchoredHead[] = [];
  for (const { seq, envelopeHash, attestation } of anchors) {
    const jkt = check.keys.get(check.found.get(envelopeHash) ?? 0) ?? check.key.jkt;
    try {
      const digest = anchorDigest(envelopeHash);
      const attestedAt = await verifyAttestation(trust, attestation, { jkt, digest, purpose: 'anchor' });
      if (check.found.get(envelopeHash) !== seq) {
        const text = `Entry ${seq} was anchored at ${attestedAt} and is not in the trail: it was rolled back, or is another fork.`;
        addError(check, null, seq, 'anchor_not_found', text);
      } else attested.push({ seq, envelopeHash, attestedAt });
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      if (error.code === 'bad_attestation') addError(check, null, seq, 'bad_anchor', error.message);
      else addWarning(check, null, seq, 'anchor_unverified', error.message);
    }
  }
  return attested;
}

/** The last entry that is anchored; null without one. */
export const lastAnchored = (attested: readonly AnchoredHead[]): AnchoredHead | null =>
  attested.reduce<AnchoredHead | null>((last, one) => (last === null || one.seq >= last.seq ? one : last), null);

/**
 * Verifies the receipts found since the last call: signed by a trusted provider, about the request that the entry records
 * and the key and the owner of the entry. A receipt that cannot be verified now is a warning, and proves nothing.
 *
 * @param trust undefined ignores receipts
 */
export async function checkReceipts(check: TrailCheck, trust: ProviderTrust | undefined): Promise<void> {
  for (const recorded of check.receipts.splice(0)) {
    if (!trust) continue;
    const { line, seq } = recorded;
    try {
      const problem = await mismatch(recorded, trust);
      if (problem !== undefined) addError(check, line, seq, 'bad_receipt', problem);
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      if (error.code === 'bad_receipt') addError(check, line, seq, 'bad_receipt', error.message);
      else addWarning(check, line, seq, 'receipt_unverified', error.message);
    }
  }
}

/** Finds the reason why a receipt is not about its entry. @throws Failure bad_receipt */
async function mismatch(
  { payload, jkt, ownerSub }: RecordedReceipt,
  trust: ProviderTrust,
): Promise<string | undefined> {
  const { receipt, request, decision } = payload;
  if (typeof receipt !== 'string' || !isRequest(request)) return 'The entry has no receipt, or no request.';
  const verified = await trust.verifyReceipt({ receipt, request, jkt });
  if (verified.decision !== decision)
    return `The entry says ${String(decision)}, and the receipt ${verified.decision}.`;
  if (verified.sub !== ownerSub) return 'The receipt is by another owner than the entry names.';
  return undefined;
}

const isRequest = (value: unknown): value is JsonObject & ApprovalRequestParameters =>
  isJsonObject(value) &&
  typeof value['client_id'] === 'string' &&
  Object.values(value).every((one) => typeof one === 'string');
