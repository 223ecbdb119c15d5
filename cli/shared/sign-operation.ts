import { appendOperation, type AppendedEntry, type AuditOperation } from './audit-trail.ts';
import type { CommandHost } from './command.ts';
import { Failure } from './failure.ts';
import { requireKeypair } from './keypair.ts';
import { ownerReference } from './owner-reference.ts';
import { readOwnerSession } from './owner-session.ts';
import { readPassphrase } from './passphrase.ts';
import type { StateDir } from './state-dir.ts';

/** Repeats work once when another process rotated the key in between. */
async function withCurrentKey<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof Failure) || error.code !== 'key_rotated') throw error;
    return work();
  }
}

/** Signs an operation with the agent key and appends it to the trail, with the owner when bound. */
export function signOperation(
  dir: StateDir,
  host: Pick<CommandHost, 'env' | 'cwd' | 'now'>,
  operation: AuditOperation,
): Promise<AppendedEntry> {
  const passphrase = readPassphrase(host);
  return withCurrentKey(async () => {
    const keypair = requireKeypair(dir, passphrase);
    const owner = ownerReference(await readOwnerSession(dir, passphrase), keypair.jkt);
    return appendOperation(dir, keypair, owner, operation, Math.floor(host.now() / 1000));
  });
}
