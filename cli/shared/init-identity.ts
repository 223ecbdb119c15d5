import { initKeypair, type Keypair } from './keypair.ts';
import { withLock } from './lock.ts';
import { protectOwnerSession } from './owner-session.ts';
import type { StateDir } from './state-dir.ts';

/**
 * Makes or loads the agent's key. With a passphrase, a key and tokens that were kept in the clear are
 * encrypted from here on.
 * @param now Unix seconds.
 */
export async function initIdentity(dir: StateDir, passphrase: string | undefined, now: number): Promise<Keypair> {
  const keypair = await initKeypair(dir, passphrase, now);
  if (passphrase !== undefined) {
    await withLock(dir, () => protectOwnerSession(dir, { passphrase, salt: keypair.passphraseSalt }));
  }
  return keypair;
}
