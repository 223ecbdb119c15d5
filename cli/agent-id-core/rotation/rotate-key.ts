import { rmSync } from 'node:fs';
import { requireLiveSession } from '../../shared/evidence/attestation.ts';
import { Failure } from '../../shared/failure.ts';
import { readKeyFile } from '../../shared/keypair/key-file.ts';
import { keepOwnerToken, ownerReference } from '../../shared/audit-trail/audit-trail.ts';
import { requireCurrentKey, requireKeypair, type Keypair } from '../../shared/keypair/keypair.ts';
import { withLock } from '../../shared/state-dir/lock.ts';
import {
  boundJkt,
  type OwnerSession,
  readOwnerSession,
  noOwnerSession,
  sessionNotDpopBound,
} from '../../shared/owner-session/owner-session.ts';
import { readPassphrase } from '../../shared/keypair/passphrase.ts';
import { commitRotation, draftDirOf } from '../../shared/state-dir/rotation-journal.ts';
import type { StateDir } from '../../shared/state-dir/state-dir.ts';
import { initIdentity } from '../init-identity.ts';
import { qrText } from '../qr-text.ts';
import { startAuth } from '../start-auth.ts';
import { waitForOwner, type BindOptions } from '../wait-for-owner.ts';
import { planRotation } from './plan-rotation.ts';
import { revokeOldSession } from './revoke-old-session.ts';
import type { CommandHost } from '../../shared/host.ts';

export interface RotationRequest extends BindOptions {
  /** Sent as Origin. */
  readonly origin: string;
  readonly agentName: string | undefined;
}

export interface RotatedKey {
  readonly jkt: string;
  readonly ownerSub: string;
  /** Of the succession entry; undefined when another process wrote it. */
  readonly auditSeq: number | undefined;
}

/** The command of the signer with the new key; undefined when the key will be on disk. @throws Failure signer_required */
export const newSigner = (host: CommandHost, current: Keypair): string | undefined => {
  const signer = host.env['AGENT_ID_NEW_SIGNER'] || undefined;
  if (signer !== undefined || current.privateKey) return signer;
  throw new Failure(
    'signer_required',
    'A signer holds the private key. Set AGENT_ID_NEW_SIGNER to the command of the signer with the new key.',
  );
};

/** Opens the key that an interrupted rotation created, or creates one. A draft that does not fit is replaced. */
async function openDraft(draft: StateDir, passphrase: string | undefined, now: number): Promise<Keypair> {
  try {
    const file = readKeyFile(draft);
    const fits = !file || (file.signer === null) === (draft.signer === undefined);
    if (fits) return await initIdentity(draft, passphrase, now);
  } catch (error) {
    const replaceable = ['wrong_passphrase', 'passphrase_required', 'damaged_state', 'signer_failed'];
    if (!(error instanceof Failure) || !replaceable.includes(error.code)) throw error;
    draft.log(`warning: the interrupted rotation is started again: ${error.message}`);
  }
  rmSync(draft.path, { recursive: true, force: true });
  return initIdentity(draft, passphrase, now);
}

/** Asks the owner to approve the new key, unless an interrupted rotation did. */
async function approvedSession(
  draft: StateDir,
  next: Keypair,
  host: CommandHost,
  { providerAddress, ssoBaseUrl }: OwnerSession,
  { origin, agentName, ...wait }: RotationRequest,
): Promise<OwnerSession> {
  const passphrase = readPassphrase(host);
  const existing = await readOwnerSession(draft, passphrase);
  if (existing && boundJkt(existing.idToken) === next.jkt) return existing;
  const request = { providerAddress, ssoBaseUrl, origin, agentName };
  const { deepLink, comparisonCode } = await startAuth(draft, next, request, host);
  host.log(`Open this link or scan the code, and approve the new key:\n\n  ${deepLink}\n\n${qrText(deepLink)}\n`);
  if (comparisonCode !== undefined) host.log(`The approval page must show the code ${comparisonCode}.`);
  return waitForOwner(draft, next, host, passphrase, wait);
}

/** Abandons a rotation that another owner approved. */
async function refuseOtherOwner(draft: StateDir, next: Keypair, host: CommandHost, approved: OwnerSession) {
  await revokeOldSession(host, next, approved, undefined);
  rmSync(draft.path, { recursive: true, force: true });
  return new Failure(
    'other_owner',
    `The new key was approved by ${approved.ownerSub}, not by the owner of this agent. The key was not rotated.`,
  );
}

/**
 * Replaces the agent key. Nothing changes until the owner has approved the new key; then a single write commits the
 * rotation, and the next command finishes a run that was killed.
 * @throws Failure no_agent_keypair, no_owner_session, session_not_dpop_bound, authorization_revoked, other_owner,
 *   bind_timeout, auth_rejected, signer_required, …
 */
export async function rotateKey(dir: StateDir, host: CommandHost, request: RotationRequest): Promise<RotatedKey> {
  const passphrase = readPassphrase(host);
  const now = (): number => Math.floor(host.now() / 1000);
  const current = requireKeypair(dir, passphrase);
  const session = await readOwnerSession(dir, passphrase);
  if (!session) throw noOwnerSession();
  if (boundJkt(session.idToken) !== current.jkt) throw sessionNotDpopBound();
  const draft = draftDirOf(dir, newSigner(host, current));
  // A revoked key names no successor.
  await requireLiveSession(dir, host, current, session, passphrase);
  const next = await openDraft(draft, passphrase, now());
  if (next.jkt === current.jkt)
    throw new Failure('signer_failed', 'The command of AGENT_ID_NEW_SIGNER holds the current key, not a new one.');
  const isDone = (): boolean => readKeyFile({ ...dir, signer: draft.signer })?.jkt === next.jkt;
  const approve = (): Promise<OwnerSession> => approvedSession(draft, next, host, session, request);
  const approved = await approve().catch((error: unknown) => {
    // Another process rotated to the same key.
    if (isDone()) return undefined;
    if (!(error instanceof Failure) || error.code !== 'auth_redeemed') throw error;
    host.log('The last run was interrupted before it stored the approved session. Approve the new key again.');
    return approve();
  });
  if (!approved) return { jkt: next.jkt, ownerSub: session.ownerSub, auditSeq: undefined };
  if (approved.ownerSub !== session.ownerSub || approved.issuer !== session.issuer)
    throw await refuseOtherOwner(draft, next, host, approved);
  const auditSeq = await withLock(dir, async () => {
    if (isDone()) return undefined;
    requireCurrentKey(dir, current);
    const latest = (await readOwnerSession(dir, passphrase)) ?? session;
    keepOwnerToken(dir, ownerReference(latest, current.jkt));
    const plan = planRotation(dir, draft, { current, next }, latest, now());
    commitRotation(dir, plan.journal);
    return plan.auditSeq;
  });
  return { jkt: next.jkt, ownerSub: approved.ownerSub, auditSeq };
}
