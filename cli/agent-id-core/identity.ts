import { generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import {
  fingerprintOf,
  type Keypair,
  openKeyFile,
  privateKeyPurpose,
  publicKeyObject,
  refuseSignerAndKey,
  requireDeterministic,
  requireKeypair,
  signerPublicKey,
  signWithSigner,
} from '../shared/keypair/keypair.ts';
import { withLock } from '../shared/state-dir/lock.ts';
import { isOpenSshKeyInTheClear, sshKeyFileName } from '../shared/openssh.ts';
import {
  type OwnerSession,
  protectOwnerSession,
  readOwnerSession,
  sessionFileNames,
  writeOwnerSession,
} from '../shared/owner-session/owner-session.ts';
import { draftDirOf, retiringDirOf } from '../shared/state-dir/rotation-journal.ts';
import { keyFileName, type StateDir } from '../shared/state-dir/state-dir.ts';
import { readStateFile, removeStateFile, writeStateFile } from '../shared/state-dir/state-file.ts';
import type { Ed25519Jwk } from '../../src/protocol/jwk-thumbprint.ts';
import { toJsonText } from '../shared/json.ts';
import { type KeyFile, readKeyFile, requireKeyFile } from '../shared/keypair/key-file.ts';
import { type PassphraseBox, sealBox } from '../shared/keypair/passphrase.ts';
import { writeFirstCheckpoint } from '../shared/audit-trail/audit-entry.ts';
import { Failure } from '../shared/failure.ts';

/** Deletes an unencrypted OpenSSH copy of the private key. */
function removeClearSshKey(dir: StateDir): void {
  if (!isOpenSshKeyInTheClear(readStateFile(dir, sshKeyFileName) ?? '')) return;
  removeStateFile(dir, sshKeyFileName);
  dir.log(`removed ${sshKeyFileName}, which was not encrypted; agent-id-git setup or commit writes it again.`);
}

/**
 * Creates or loads the key of the agent. With a passphrase, it encrypts a key and tokens stored in plain text.
 * @param now Unix seconds.
 */
export async function initIdentity(dir: StateDir, passphrase: string | undefined, now: number): Promise<Keypair> {
  const keypair = await initKeypair(dir, passphrase, now);
  if (passphrase !== undefined) {
    await withLock(dir, async () => {
      await protectOwnerSession(dir, { passphrase, salt: keypair.passphraseSalt });
      await changeRotationKeys(dir, { kind: 'set', next: passphrase });
      removeClearSshKey(dir);
    });
  }
  return keypair;
}

function save(
  dir: StateDir,
  publicFields: Readonly<Record<string, unknown>>,
  privateKey: KeyObject,
  passphrase: string | undefined,
): void {
  const privateKeyPem = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
  const secret =
    passphrase === undefined
      ? { privateKeyPem }
      : { sealedPrivateKey: sealBox(passphrase, privateKeyPurpose, privateKeyPem) };
  writeStateFile(dir, keyFileName, toJsonText({ ...publicFields, ...secret }));
}

/** Creates the identity of a key that a signer holds. */
function createForSigner(dir: StateDir, command: string, createdAt: number): void {
  const spki = signerPublicKey(command);
  const jwk: Ed25519Jwk = { kty: 'OKP', crv: 'Ed25519', x: spki.toString('base64url', 12) };
  requireDeterministic(command, jwk);
  writeFirstCheckpoint(dir, (message) => signWithSigner(command, jwk, message));
  const publicKeyPem = publicKeyObject(jwk).export({ type: 'spki', format: 'pem' }).toString();
  const fields = { version: 1, agentId: 'main', createdAt, publicKeyPem, fingerprint: fingerprintOf(spki) };
  writeStateFile(dir, keyFileName, toJsonText({ ...fields, externalSigner: true }));
}

function create(dir: StateDir, passphrase: string | undefined, createdAt: number): void {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519');
  // Written before the key, so that an identity has a checkpoint after a crash too.
  writeFirstCheckpoint(dir, (message) => sign(null, message, privateKey));
  const fields = {
    version: 1,
    agentId: 'main',
    createdAt,
    publicKeyPem: publicKey.export({ type: 'spki', format: 'pem' }).toString(),
    fingerprint: fingerprintOf(publicKey.export({ type: 'spki', format: 'der' })),
  };
  save(dir, fields, privateKey, passphrase);
}

/**
 * Loads the key of the agent or creates it; concurrent processes get the same key. A plain-text key is encrypted when a
 * passphrase is given.
 * @param now Unix seconds.
 */
export async function initKeypair(dir: StateDir, passphrase: string | undefined, now: number): Promise<Keypair> {
  await withLock(dir, () => {
    const file = readKeyFile(dir);
    if (!file && dir.signer !== undefined) createForSigner(dir, dir.signer, now);
    else if (!file) create(dir, passphrase, now);
    else refuseSignerAndKey(dir, file);
    if (file && passphrase !== undefined && typeof file.fields['privateKeyPem'] === 'string') {
      const { privateKeyPem: _, ...fields } = file.fields;
      const { privateKey } = openKeyFile(file, passphrase);
      if (privateKey) save(dir, fields, privateKey, passphrase);
    }
  });
  return requireKeypair(dir, passphrase);
}

export type PassphraseChange =
  | { readonly kind: 'set'; readonly next: string }
  | { readonly kind: 'change'; readonly current: string | undefined; readonly next: string }
  | { readonly kind: 'remove'; readonly current: string | undefined };

function requireMatching({ fields }: KeyFile, { kind }: PassphraseChange): void {
  const isPlain = typeof fields['privateKeyPem'] === 'string';
  if (kind === 'set' && !isPlain)
    throw new Failure('passphrase_set', 'The identity has a passphrase already. Run agent-id-core passphrase change.');
  if (kind !== 'set' && isPlain)
    throw new Failure('no_passphrase_set', 'The identity has no passphrase. Run agent-id-core passphrase set.');
}

/** Encrypts the private key for the next passphrase, or leaves it in the clear without one. */
function writeKey(dir: StateDir, file: KeyFile, privateKeyPem: string, box: PassphraseBox | undefined): void {
  const { privateKeyPem: _, sealedPrivateKey: __, ...open } = file.fields;
  writeStateFile(dir, keyFileName, toJsonText({ ...open, ...(box ? { sealedPrivateKey: box } : { privateKeyPem }) }));
}

/** Whether a change reached this key before it was interrupted. */
function isChanged(file: KeyFile, change: PassphraseChange): boolean {
  const isPlain = typeof file.fields['privateKeyPem'] === 'string';
  if (change.kind !== 'change') return isPlain === (change.kind === 'remove');
  if (isPlain) return false;
  try {
    openKeyFile(file, change.next);
    return true;
  } catch (error) {
    if (error instanceof Failure && error.code === 'wrong_passphrase') return false;
    throw error;
  }
}

/** Changes the passphrase of the keys on disk of a rotation that is not finished. The caller holds the lock. */
async function changeRotationKeys(dir: StateDir, change: PassphraseChange): Promise<void> {
  for (const folder of [retiringDirOf(dir), draftDirOf(dir, undefined)]) {
    const file = readKeyFile(folder);
    if (file?.signer === null && !isChanged(file, change)) await changeKeyAndSessions(folder, file, change);
  }
}

/**
 * Sets, changes or removes the passphrase. The keys of an unfinished rotation come first, so that a repetition with the
 * same passphrases finishes an interrupted change.
 * @throws Failure no_agent_keypair, passphrase_set, no_passphrase_set, passphrase_required, wrong_passphrase
 */
export function changePassphrase(dir: StateDir, change: PassphraseChange): Promise<void> {
  return withLock(dir, async () => {
    const file = requireKeyFile(dir);
    if (file.signer === null) requireMatching(file, change);
    if (!openKeyFile(file, currentOf(change)).privateKey)
      throw new Failure('signer_holds_key', 'A signer holds the private key. Protect it with the means of the signer.');
    await changeRotationKeys(dir, change);
    await changeKeyAndSessions(dir, file, change);
    // Written again by git setup and commit, encrypted if there is a passphrase.
    const sshKey = readStateFile(dir, sshKeyFileName);
    if (sshKey !== undefined && isOpenSshKeyInTheClear(sshKey) !== (change.kind === 'remove'))
      removeStateFile(dir, sshKeyFileName);
  });
}

const currentOf = (change: PassphraseChange): string | undefined =>
  change.kind === 'set' ? undefined : change.current;

/**
 * Changes the passphrase of the key and the sessions in a directory. A session is readable with the key at every point:
 * it is sealed for both passphrases while they change, and a plain one is written before the key is in the clear.
 */
async function changeKeyAndSessions(dir: StateDir, keyFile: KeyFile, change: PassphraseChange): Promise<void> {
  const current = currentOf(change);
  const { privateKey, passphraseSalt } = openKeyFile(keyFile, current);
  if (!privateKey) return;
  const sessions: { readonly file: string; readonly session: OwnerSession }[] = [];
  for (const file of sessionFileNames(dir)) {
    const session = await readOwnerSession(dir, current, file);
    if (session) sessions.push({ file, session });
  }
  const pem = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
  const next = change.kind === 'remove' ? undefined : change.next;
  const box = next === undefined ? undefined : sealBox(next, privateKeyPurpose, pem);
  for (const one of sessions) await writeSessionBetween(dir, one, change, passphraseSalt, box?.salt);
  writeKey(dir, keyFile, pem, box);
  for (const { file, session } of sessions)
    await writeOwnerSession(dir, session, { passphrase: next, salt: box?.salt }, undefined, file);
}

/** Writes the session so that it is readable with the key before and after the key is written. */
async function writeSessionBetween(
  dir: StateDir,
  { file, session }: { readonly file: string; readonly session: OwnerSession },
  change: PassphraseChange,
  currentSalt: string | undefined,
  nextSalt: string | undefined,
): Promise<void> {
  // A plain session is readable while the key is encrypted, see protectOwnerSession.
  if (change.kind === 'set') return;
  if (change.kind === 'remove')
    await writeOwnerSession(dir, session, { passphrase: undefined, keyPassphrase: change.current }, undefined, file);
  else
    await writeOwnerSession(
      dir,
      session,
      { passphrase: change.current, salt: currentSalt },
      { passphrase: change.next, salt: nextSalt },
      file,
    );
}
