import { initKeypair } from './init-keypair.ts';
import type { Keypair } from '../shared/keypair/keypair.ts';
import { withLock } from '../shared/state-dir/lock.ts';
import { isOpenSshKeyInTheClear, sshKeyFileName } from '../shared/openssh.ts';
import { protectOwnerSession } from '../shared/owner-session/owner-session.ts';
import type { StateDir } from '../shared/state-dir/state-dir.ts';
import { readStateFile, removeStateFile } from '../shared/state-dir/state-file.ts';

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
      removeClearSshKey(dir);
    });
  }
  return keypair;
}
