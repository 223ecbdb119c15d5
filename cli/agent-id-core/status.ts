import { actorChainOf } from '../../src/protocol/delegation.ts';
import { parseCheckpoint, peekTail } from '../shared/audit-trail/trail-file.ts';
import { readKeyFile } from '../shared/keypair/key-file.ts';
import {
  boundJkt,
  type OwnerSession,
  readOwnerSession,
  resourceSessionFileNames,
  tokenClaims,
} from '../shared/owner-session/owner-session.ts';
import { readPassphrase } from '../shared/keypair/passphrase.ts';
import { isAuthenticPending, readPendingAuth } from './pending-auth.ts';
import type { StateDir } from '../shared/state-dir/state-dir.ts';
import type { CommandHost } from '../shared/host.ts';

/** A sign-in of this key that waits for `bind`. @param now Unix seconds */
async function pendingMembers(dir: StateDir, passphrase: string | undefined, jkt: string, now: number) {
  const pending = readPendingAuth(dir);
  if (!pending || pending.jkt !== jkt || pending.expiredAt <= now) return {};
  // An edited link must not reach the owner.
  if (!(await isAuthenticPending(dir, passphrase, pending))) return {};
  return { pendingAuth: { deepLink: pending.deepLink, expiredAt: pending.expiredAt } };
}

/** What a helper is part of, from its own verified token. */
function helperMembers({ idToken }: OwnerSession, delegation: string) {
  const chain = actorChainOf(tokenClaims(idToken) ?? {});
  return { chain, delegationExpiresAt: tokenClaims(delegation)?.['exp'] ?? null };
}

/** Services that the owner approved by name, besides what the application reaches. */
async function serviceMembers(
  dir: StateDir,
  passphrase: string | undefined,
  jkt: string,
  main: OwnerSession | undefined,
) {
  const further = await Promise.all(
    resourceSessionFileNames(dir).map((file) => readOwnerSession(dir, passphrase, file)),
  );
  const services = [main, ...further]
    .filter((session) => session?.resource !== undefined && boundJkt(session.idToken) === jkt)
    .map((session) => ({ resource: session?.resource, scope: session?.scope ?? null }));
  return services.length === 0 ? {} : { services };
}

/** Collects the output of `status`. Creates and signs nothing, and decrypts only tokens under a passphrase. */
export async function readStatus(
  dir: StateDir,
  host: Pick<CommandHost, 'env' | 'cwd' | 'now'>,
): Promise<Readonly<Record<string, unknown>>> {
  const key = readKeyFile(dir);
  if (!key) return { ok: true, initialized: false, bound: false, stateDir: dir.path };
  const passphrase = readPassphrase(host);
  const session = await readOwnerSession(dir, passphrase);
  // The owner is authentic only in a session bound to this key.
  const dpopBound = session !== undefined && boundJkt(session.idToken) === key.jkt;
  const authentic = dpopBound ? session : undefined;
  const tail = peekTail(dir, parseCheckpoint(dir).checkpoint);
  return {
    ok: true,
    initialized: true,
    bound: session !== undefined,
    dpopBound,
    jkt: key.jkt,
    ownerSub: authentic?.ownerSub ?? null,
    providerAddress: authentic?.providerAddress ?? null,
    issuer: authentic?.issuer ?? null,
    ...(authentic?.pausedSeenAt !== undefined && { paused: { by: 'owner', seenAt: authentic.pausedSeenAt } }),
    nextSeq: tail.head.seq + 1,
    nonceAgents: Object.keys(tail.nonces).sort(),
    ...(authentic?.delegation !== undefined && helperMembers(authentic, authentic.delegation)),
    ...(await serviceMembers(dir, passphrase, key.jkt, authentic)),
    ...(await pendingMembers(dir, passphrase, key.jkt, host.now() / 1000)),
    stateDir: dir.path,
  };
}
