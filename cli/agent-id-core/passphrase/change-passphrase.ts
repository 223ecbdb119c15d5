import { Failure } from '../../shared/failure.ts';
import { toJsonText } from '../../shared/json.ts';
import { keyFileName, requireKeyFile, type KeyFile } from '../../shared/keypair/key-file.ts';
import { openKeyFile, privateKeyPurpose } from '../../shared/keypair/keypair.ts';
import { withLock } from '../../shared/state-dir/lock.ts';
import { isOpenSshKeyInTheClear, sshKeyFileName } from '../../shared/openssh.ts';
import { readOwnerSession, writeOwnerSession, type OwnerSession } from '../../shared/owner-session/owner-session.ts';
import { sealBox, type PassphraseBox } from '../../shared/keypair/passphrase-box.ts';
import type { StateDir } from '../../shared/state-dir/state-dir.ts';
import { readStateFile, removeStateFile, writeStateFile } from '../../shared/state-dir/state-file.ts';

/** What happens to the passphrase of an identity. */
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

/**
 * Sets, changes or removes the passphrase. The session is readable with the key at every point: it is sealed for both
 * passphrases while they change, and a plain one is written before the key is in the clear.
 * @throws Failure no_agent_keypair, passphrase_set, no_passphrase_set, passphrase_required, wrong_passphrase
 */
export function changePassphrase(dir: StateDir, change: PassphraseChange): Promise<void> {
  return withLock(dir, async () => {
    const file = requireKeyFile(dir);
    const current = change.kind === 'set' ? undefined : change.current;
    if (file.signer === null) requireMatching(file, change);
    const keypair = openKeyFile(file, current);
    if (!keypair.privateKey)
      throw new Failure('signer_holds_key', 'A signer holds the private key. Protect it with the means of the signer.');
    const session = await readOwnerSession(dir, current);
    const pem = keypair.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
    const box = change.kind === 'remove' ? undefined : sealBox(change.next, privateKeyPurpose, pem);
    await writeSessionBetween(dir, session, change, keypair.passphraseSalt, box?.salt);
    writeKey(dir, file, pem, box);
    const next = change.kind === 'remove' ? undefined : change.next;
    if (session) await writeOwnerSession(dir, session, { passphrase: next, salt: box?.salt });
    // Written again by git setup and commit, encrypted if there is a passphrase.
    const sshKey = readStateFile(dir, sshKeyFileName);
    if (sshKey !== undefined && isOpenSshKeyInTheClear(sshKey) !== (next === undefined))
      removeStateFile(dir, sshKeyFileName);
  });
}

/** Writes the session so that it is readable with the key before and after the key is written. */
async function writeSessionBetween(
  dir: StateDir,
  session: OwnerSession | undefined,
  change: PassphraseChange,
  currentSalt: string | undefined,
  nextSalt: string | undefined,
): Promise<void> {
  // A plain session is readable while the key is encrypted, see protectOwnerSession.
  if (!session || change.kind === 'set') return;
  if (change.kind === 'remove')
    await writeOwnerSession(dir, session, { passphrase: undefined, keyPassphrase: change.current });
  else
    await writeOwnerSession(
      dir,
      session,
      { passphrase: change.current, salt: currentSalt },
      { passphrase: change.next, salt: nextSalt },
    );
}
