import { parseCheckpoint } from '../shared/audit-checkpoint.ts';
import { peekTail } from '../shared/audit-tail.ts';
import type { Host } from '../shared/command.ts';
import { readKeyFile } from '../shared/key-file.ts';
import { readOwnerSession } from '../shared/owner-session.ts';
import { readPassphrase } from '../shared/passphrase.ts';
import type { StateDir } from '../shared/state-dir.ts';
import { boundKey } from '../shared/token-claims.ts';

/** What `status` prints. Nothing is created, signed or decrypted unless the tokens are under a passphrase. */
export async function readStatus(
  dir: StateDir,
  host: Pick<Host, 'env' | 'cwd'>,
): Promise<Readonly<Record<string, unknown>>> {
  const key = readKeyFile(dir);
  if (!key) return { ok: true, initialized: false, bound: false, stateDir: dir.path };
  const session = await readOwnerSession(dir, readPassphrase(host));
  const tail = peekTail(dir, parseCheckpoint(dir).checkpoint);
  return {
    ok: true,
    initialized: true,
    bound: session !== undefined,
    dpopBound: session !== undefined && boundKey(session.idToken) === key.jkt,
    jkt: key.jkt,
    ownerSub: session?.ownerSub ?? null,
    providerAddress: session?.providerAddress ?? null,
    issuer: session?.issuer ?? null,
    nextSeq: tail.head.seq + 1,
    nonceAgents: Object.keys(tail.nonces).sort(),
    stateDir: dir.path,
  };
}
