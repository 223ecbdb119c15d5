import { anchorDigest, verifyAttestation } from '../../shared/evidence/attestation.ts';
import { Failure } from '../../shared/failure.ts';
import type { ProviderTrust } from '../../shared/evidence/provider-trust.ts';
import type { TrailCheck } from '../trail/trail-check.ts';
import { addError, addWarning, type AnchoredHead } from '../trail/trail-report.ts';
import type { Anchor } from './anchor-file.ts';

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
