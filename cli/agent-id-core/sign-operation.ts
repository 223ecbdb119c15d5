import { appendOperation, type AppendedEntry, type AuditOperation } from '../shared/audit-trail.ts';
import type { CommandHost } from '../shared/command.ts';
import { requireKeypair } from '../shared/keypair.ts';
import { ownerReference } from '../shared/owner-reference.ts';
import { readOwnerSession } from '../shared/owner-session.ts';
import { readPassphrase } from '../shared/passphrase.ts';
import type { StateDir } from '../shared/state-dir.ts';

/** Signs an operation with the agent key and appends it to the trail, with the owner when bound. */
export async function signOperation(
  dir: StateDir,
  host: Pick<CommandHost, 'env' | 'cwd' | 'now'>,
  operation: AuditOperation,
): Promise<AppendedEntry> {
  const passphrase = readPassphrase(host);
  const keypair = requireKeypair(dir, passphrase);
  const owner = ownerReference(await readOwnerSession(dir, passphrase), keypair.jkt);
  return appendOperation(dir, keypair, owner, operation, Math.floor(host.now() / 1000));
}
