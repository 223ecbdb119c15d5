import { rmSync } from 'node:fs';
import { requireLiveSession } from '../shared/evidence/attestation.ts';
import { Failure } from '../shared/failure.ts';
import { readKeyFile, readRetiredKeys, retiredKeysFileName, retiredKeysText } from '../shared/keypair/key-file.ts';
import { keepOwnerToken, ownerReference, prepareSuccession } from '../shared/audit-trail/audit-trail.ts';
import { type Keypair, requireCurrentKey, requireKeypair } from '../shared/keypair/keypair.ts';
import { withLock } from '../shared/state-dir/lock.ts';
import {
  boundJkt,
  noOwnerSession,
  type OwnerSession,
  ownerSessionFileName,
  readOwnerSession,
  resourceSessionFileNames,
  sessionFileNames,
  sessionNotDpopBound,
} from '../shared/owner-session/owner-session.ts';
import { readPassphrase } from '../shared/keypair/passphrase.ts';
import {
  commitRotation,
  draftDirOf,
  type JournaledFile,
  retiringDirOf,
  type RotationJournal,
} from '../shared/state-dir/rotation-journal.ts';
import { keyFileName, type StateDir } from '../shared/state-dir/state-dir.ts';
import { initIdentity } from './identity.ts';
import { qrText, startAuth } from './start-auth.ts';
import { type BindOptions, waitForOwner } from './wait-for-owner.ts';
import type { CommandHost } from '../shared/host.ts';
import { checkpointFileName } from '../shared/audit-trail/trail-file.ts';
import { toJsonText } from '../shared/json.ts';
import { sshKeyFileName } from '../shared/openssh.ts';
import { readStateFile } from '../shared/state-dir/state-file.ts';
import { listRecords, openRecord, recordFileName, sealRecord } from '../shared/vault-records.ts';
import { pendingAuthFileName } from './pending-auth.ts';
import { UndocumentedResponseError } from '../../src/typed-contract/client.ts';
import { networkReason } from '../shared/network/bounded-fetch.ts';
import { oauthError } from '../shared/provider/provider.ts';
import { connectSsoWithProof } from '../shared/provider/sso-connection.ts';

export interface RotationRequest extends BindOptions {
  /** Sent as Origin. */
  readonly origin: string;
  readonly agentName: string | undefined;
}

/** The command of the signer with the new key; undefined when the key will be on disk. @throws Failure signer_required */
const newSigner = (host: CommandHost, current: Keypair): string | undefined => {
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
  { providerAddress, ssoBaseUrl, resource, scope }: OwnerSession,
  { origin, agentName, ...wait }: RotationRequest,
): Promise<OwnerSession> {
  const passphrase = readPassphrase(host);
  const existing = await readOwnerSession(draft, passphrase);
  if (existing && boundJkt(existing.idToken) === next.jkt) return existing;
  const request = { providerAddress, ssoBaseUrl, resource, scope, origin, agentName };
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
export async function rotateKey(dir: StateDir, host: CommandHost, request: RotationRequest) {
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

export interface RotationKeys {
  readonly current: Keypair;
  readonly next: Keypair;
}

/** Encrypts all credentials under the new key. A record that cannot be decrypted is left as it is. */
function reencrypted(dir: StateDir, { current, next }: RotationKeys): readonly JournaledFile[] {
  const records = listRecords(dir);
  if (records.length === 0) return [];
  const [oldSeed, newSeed] = [current.seed(), next.seed()];
  return records.flatMap((record) => {
    const { service, type, url, username, createdAt, updatedAt } = record;
    try {
      const credential = openRecord(oldSeed, record);
      const label = { service, type, url, username, createdAt, updatedAt };
      return { name: recordFileName(service), content: toJsonText(sealRecord(newSeed, label, credential)) };
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      dir.log(`warning: ${error.message} It is not re-encrypted.`);
      return [];
    }
  });
}

const copyOf = (dir: StateDir, name: string): JournaledFile => ({
  name,
  content: readStateFile(dir, name) ?? null,
});

/**
 * Collects everything that the rotation changes. The caller holds the lock.
 * @param draft directory with the new key and its session
 * @param now Unix seconds
 */
function planRotation(
  dir: StateDir,
  draft: StateDir,
  keys: RotationKeys,
  session: OwnerSession,
  now: number,
): { readonly journal: RotationJournal; readonly auditSeq: number } {
  const { current, next } = keys;
  const owner = ownerReference(session, current.jkt);
  const { offset, line, seq, checkpoint } = prepareSuccession(dir, current, next, owner, now);
  const retired = [...readRetiredKeys(dir), { jwk: current.jwk, jkt: current.jkt, retiredAt: now }];
  const files = [
    ...reencrypted(dir, keys),
    { name: retiredKeysFileName, content: retiredKeysText(retired) },
    { name: checkpointFileName, content: checkpoint },
    copyOf(draft, ownerSessionFileName),
    copyOf(draft, keyFileName),
    // Sign-ins of the old key end; agent-id-git writes the SSH files again.
    ...[pendingAuthFileName, sshKeyFileName, `${sshKeyFileName}.pub`, ...resourceSessionFileNames(dir)].map((name) => ({
      name,
      content: null,
    })),
  ];
  const retiring = [keyFileName, ...sessionFileNames(dir)].map((name) => copyOf(dir, name));
  return { journal: { trail: { offset, line }, moves: [], files, retiring }, auditSeq: seq };
}

/**
 * Replaces a key that cannot be bound any more, such as a stolen one. The new key inherits the vault and nothing else: no
 * succession names it, since a holder of the old key could sign one. The former audit trail is moved aside.
 * @throws Failure no_agent_keypair, signer_required, key_rotated, …
 */
export async function abandonKey(dir: StateDir, host: CommandHost) {
  const passphrase = readPassphrase(host);
  const current = requireKeypair(dir, passphrase);
  const sessions = await readSessions(dir, passphrase);
  const draft = draftDirOf(dir, newSigner(host, current));
  rmSync(draft.path, { recursive: true, force: true });
  const next = await initIdentity(draft, passphrase, Math.floor(host.now() / 1000));
  if (next.jkt === current.jkt)
    throw new Failure('signer_failed', 'The command of AGENT_ID_NEW_SIGNER holds the current key, not a new one.');
  await revokeOldSessions(host, current, sessions, undefined);
  const archive = `abandoned/${current.jkt}`;
  await withLock(dir, () => {
    requireCurrentKey(dir, current);
    const removed = [...sessionFileNames(dir), pendingAuthFileName, sshKeyFileName, `${sshKeyFileName}.pub`];
    commitRotation(dir, {
      trail: null,
      moves: [
        { from: 'audit', to: `${archive}/audit` },
        { from: retiredKeysFileName, to: `${archive}/retired.json` },
      ],
      files: [
        ...reencrypted(dir, { current, next }),
        { name: `${archive}/public-key.pem`, content: current.publicKeyPem },
        copyOf(draft, checkpointFileName),
        copyOf(draft, keyFileName),
        ...removed.map((name) => ({ name, content: null })),
      ],
      retiring: [],
    });
  });
  return { jkt: next.jkt, previousJkt: current.jkt, archive };
}

/** What is known about the key that was replaced. */
export interface RetiredSession {
  readonly previousJkt: string;
  /** Whether the provider has revoked all sessions of the old key. */
  readonly revoked: boolean;
}

/** Reads the sessions for all services, without those that were changed. */
async function readSessions(dir: StateDir, passphrase: string | undefined): Promise<readonly OwnerSession[]> {
  const read = sessionFileNames(dir).map((file) =>
    readOwnerSession(dir, passphrase, file).catch((error: unknown) => {
      if (error instanceof Failure) return undefined;
      throw error;
    }),
  );
  return (await Promise.all(read)).filter((session) => session !== undefined);
}

/**
 * Revokes the sessions of the replaced key with the reason `rotated`, then deletes that key. A provider that cannot be
 * asked is asked again by the next run.
 * @returns undefined when no key is being replaced
 */
export async function retireSession(dir: StateDir, host: CommandHost): Promise<RetiredSession | undefined> {
  const folder = retiringDirOf(dir);
  const key = readKeyFile(folder);
  if (!key) return undefined;
  // A rotation moved the identity from the disk to the signer.
  const retiring = key.signer === null ? { ...folder, signer: undefined } : folder;
  const previousJkt = key.jkt;
  const passphrase = readPassphrase(host);
  // A wrong passphrase fails here, before a session counts as unreadable.
  const keypair = requireKeypair(retiring, passphrase);
  const result = await revokeOldSessions(host, keypair, await readSessions(retiring, passphrase), 'rotated');
  if (result !== 'failed') await withLock(dir, () => rmSync(retiring.path, { recursive: true, force: true }));
  return { previousJkt, revoked: result === 'revoked' };
}

/** A status that the contract does not list, from a proxy or a newer provider. */
const undocumentedResponse = (error: unknown): UndocumentedResponseError => {
  if (error instanceof UndocumentedResponseError) return error;
  throw error;
};

/** Result of a revocation; `failed` may succeed later. */
export type Revocation = 'revoked' | 'refused' | 'failed';

/** Revokes sessions at the provider. @returns `revoked` when all are */
async function revokeOldSessions(
  host: CommandHost,
  keypair: Keypair,
  sessions: readonly OwnerSession[],
  reason: 'rotated' | undefined,
): Promise<Revocation> {
  const results = await Promise.all(sessions.map((session) => revokeOldSession(host, keypair, session, reason)));
  if (results.includes('failed')) return 'failed';
  return results.length > 0 && results.every((result) => result === 'revoked') ? 'revoked' : 'refused';
}

/**
 * Revokes a session at the provider.
 * @param reason `rotated` keeps what the key signed trustworthy; it needs the key of the session
 */
async function revokeOldSession(
  host: CommandHost,
  keypair: Keypair,
  { ssoBaseUrl, providerAddress, refreshToken }: OwnerSession,
  reason: 'rotated' | undefined,
): Promise<Revocation> {
  if (refreshToken === null) return 'refused';
  const sso = connectSsoWithProof(ssoBaseUrl, keypair, host.now);
  const body = {
    token: refreshToken,
    token_type_hint: 'refresh_token',
    client_id: providerAddress,
    ...(reason && { reason }),
  };
  try {
    const response = await sso.revokeToken({ body }).catch(undocumentedResponse);
    const status: number = response.status;
    if (status === 200) return 'revoked';
    host.log(`warning: the session was not revoked: ${oauthError(response).text}`);
    return status === 429 || status >= 500 ? 'failed' : 'refused';
  } catch (error) {
    host.log(
      `warning: the session was not revoked: ${error instanceof Failure ? error.message : networkReason(error)}`,
    );
    return 'failed';
  }
}
