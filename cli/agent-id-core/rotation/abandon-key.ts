import { rmSync } from 'node:fs';
import { checkpointFileName } from '../../shared/audit-trail/trail-file.ts';
import { Failure } from '../../shared/failure.ts';
import { keyFileName, retiredKeysFileName } from '../../shared/keypair/key-file.ts';
import { requireCurrentKey, requireKeypair } from '../../shared/keypair/keypair.ts';
import { withLock } from '../../shared/state-dir/lock.ts';
import { sshKeyFileName } from '../../shared/openssh.ts';
import { ownerSessionFileName, readOwnerSession } from '../../shared/owner-session/owner-session.ts';
import { readPassphrase } from '../../shared/keypair/passphrase.ts';
import { commitRotation, draftDirOf } from '../../shared/state-dir/rotation-journal.ts';
import type { StateDir } from '../../shared/state-dir/state-dir.ts';
import { initIdentity } from '../init-identity.ts';
import { pendingAuthFileName } from '../pending-auth.ts';
import { copyOf, reencrypted } from './plan-rotation.ts';
import { revokeOldSession } from './revoke-old-session.ts';
import { newSigner } from './rotate-key.ts';
import type { CommandHost } from '../../shared/host.ts';

export interface AbandonedKey {
  readonly jkt: string;
  readonly previousJkt: string;
  /** Folder in the state directory with the former audit trail. */
  readonly archive: string;
}

/**
 * Replaces a key that cannot be bound any more, such as a stolen one. The new key inherits the vault and nothing else: no
 * succession names it, since whoever has the old key could sign one. The former audit trail is moved aside.
 * @throws Failure no_agent_keypair, signer_required, key_rotated, …
 */
export async function abandonKey(dir: StateDir, host: CommandHost): Promise<AbandonedKey> {
  const passphrase = readPassphrase(host);
  const current = requireKeypair(dir, passphrase);
  const session = await readOwnerSession(dir, passphrase).catch((error: unknown) => {
    if (error instanceof Failure) return undefined;
    throw error;
  });
  const draft = draftDirOf(dir, newSigner(host, current));
  rmSync(draft.path, { recursive: true, force: true });
  const next = await initIdentity(draft, passphrase, Math.floor(host.now() / 1000));
  if (next.jkt === current.jkt)
    throw new Failure('signer_failed', 'The command of AGENT_ID_NEW_SIGNER holds the current key, not a new one.');
  if (session) await revokeOldSession(host, current, session, undefined);
  const archive = `abandoned/${current.jkt}`;
  await withLock(dir, () => {
    requireCurrentKey(dir, current);
    const removed = [ownerSessionFileName, pendingAuthFileName, sshKeyFileName, `${sshKeyFileName}.pub`];
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
