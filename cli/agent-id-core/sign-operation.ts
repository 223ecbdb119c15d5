import { appendOperation, type AppendedEntry, type Operation } from '../shared/audit-trail.ts';
import type { Host } from '../shared/command.ts';
import { requireKeypair } from '../shared/keypair.ts';
import { ownerReference } from '../shared/owner-reference.ts';
import { readOwnerSession } from '../shared/owner-session.ts';
import { readPassphrase } from '../shared/passphrase.ts';
import type { StateDir } from '../shared/state-dir.ts';

/** Signs an operation with the agent's key, for its owner when it is bound, and appends it to the trail. */
export async function signOperation(
  dir: StateDir,
  host: Pick<Host, 'env' | 'cwd' | 'now'>,
  operation: Operation,
): Promise<AppendedEntry> {
  const passphrase = readPassphrase(host);
  const keypair = requireKeypair(dir, passphrase);
  const owner = ownerReference(await readOwnerSession(dir, passphrase), keypair.jkt);
  return appendOperation(dir, keypair, owner, operation, Math.floor(host.now() / 1000));
}
