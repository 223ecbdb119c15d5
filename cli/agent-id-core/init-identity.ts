import { initKeypair } from './init-keypair.ts';
import type { Keypair } from '../shared/keypair.ts';
import { withLock } from '../shared/lock.ts';
import { isOpenSshKeyInTheClear, sshKeyFileName } from '../shared/openssh-key.ts';
import { protectOwnerSession } from '../shared/owner-session.ts';
import type { StateDir } from '../shared/state-dir.ts';
import { readStateFile, removeStateFile } from '../shared/state-file.ts';

/** The private key in OpenSSH's form is the same key: it must not stay readable beside an encrypted one. */
function removeClearSshKey(dir: StateDir): void {
  if (!isOpenSshKeyInTheClear(readStateFile(dir, sshKeyFileName) ?? '')) return;
  removeStateFile(dir, sshKeyFileName);
  dir.note(`removed ${sshKeyFileName}, which was not encrypted; agent-id-git setup or commit writes it anew.`);
}

/**
 * Makes or loads the agent's key. With a passphrase, a key and tokens that were kept in the clear are
 * encrypted from here on.
 * @param now Unix seconds.
 */
export async function initIdentity(dir: StateDir, passphrase: string | undefined, now: number): Promise<Keypair> {
  const keypair = await initKeypair(dir, passphrase, now);
  if (passphrase !== undefined) {
    await withLock(dir, async () => {
      await protectOwnerSession(dir, { passphrase, salt: keypair.passphraseSalt });
      removeClearSshKey(dir);
    });
  }
  return keypair;
}
