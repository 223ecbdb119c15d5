import { rmSync } from 'node:fs';
import { readKeyFile } from '../../shared/keypair/key-file.ts';
import { requireKeypair } from '../../shared/keypair/keypair.ts';
import { withLock } from '../../shared/state-dir/lock.ts';
import { readOwnerSession } from '../../shared/owner-session/owner-session.ts';
import { readPassphrase } from '../../shared/keypair/passphrase.ts';
import { retiringDirOf } from '../../shared/state-dir/rotation-journal.ts';
import type { StateDir } from '../../shared/state-dir/state-dir.ts';
import { revokeOldSession } from './revoke-old-session.ts';
import type { CommandHost } from '../../shared/host.ts';

/** What is known about the key that was replaced. */
export interface RetiredSession {
  readonly previousJkt: string;
  /** Whether the provider has revoked the session of the old key. */
  readonly revoked: boolean;
}

/**
 * Revokes the session of the replaced key with the reason `rotated`, then deletes that key. A provider that cannot be
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
  const session = await readOwnerSession(retiring, passphrase);
  const result = session
    ? await revokeOldSession(host, requireKeypair(retiring, passphrase), session, 'rotated')
    : 'refused';
  if (result !== 'failed') await withLock(dir, () => rmSync(retiring.path, { recursive: true, force: true }));
  return { previousJkt, revoked: result === 'revoked' };
}
