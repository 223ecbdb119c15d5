import {
  anchorDigest,
  requestAttestation,
  requireLiveSession,
  verifyAttestation,
} from '../../shared/evidence/attestation.ts';
import { Failure } from '../../shared/failure.ts';
import { requireKeypair } from '../../shared/keypair/keypair.ts';
import { withLock } from '../../shared/state-dir/lock.ts';
import {
  boundJkt,
  readOwnerSession,
  noOwnerSession,
  sessionNotDpopBound,
} from '../../shared/owner-session/owner-session.ts';
import { readPassphrase } from '../../shared/keypair/passphrase.ts';
import { trustProviders } from '../../shared/evidence/provider-trust.ts';
import type { StateDir } from '../../shared/state-dir/state-dir.ts';
import { verifyTrail } from '../trail/verify-trail.ts';
import type { AnchoredHead } from '../trail/trail-report.ts';
import { addAnchor } from './anchor-file.ts';
import type { CommandHost } from '../../shared/host.ts';

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
