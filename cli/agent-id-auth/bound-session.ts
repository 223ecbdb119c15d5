import type { Host } from '../shared/command.ts';
import { Failure } from '../shared/failure.ts';
import { noBoundSession, sessionNotDpopBound } from '../shared/failures.ts';
import { findKeypair, type Keypair } from '../shared/keypair.ts';
import { readOwnerSession, type OwnerSession } from '../shared/owner-session.ts';
import { readPassphrase } from '../shared/passphrase.ts';
import type { StateDir } from '../shared/state-dir.ts';
import { boundKey, tokenClaims } from '../shared/token-claims.ts';

/** A token with less time left than this is renewed before it is used. */
const renewBeforeSeconds = 60;

/** The agent's key and an access token that is bound to it. */
export interface BoundSession {
  readonly keypair: Keypair;
  readonly accessToken: string;
}

/** Seconds until the access token ends; a token that does not say counts as ended. */
function secondsLeft({ accessToken }: OwnerSession, host: Host): number {
  const exp = tokenClaims(accessToken)?.['exp'];
  return typeof exp === 'number' ? exp - host.now() / 1000 : 0;
}

async function renewed(
  dir: StateDir,
  host: Host,
  keypair: Keypair,
  session: OwnerSession,
  passphrase: string | undefined,
) {
  const isShort = (one: OwnerSession): boolean => secondsLeft(one, host) < renewBeforeSeconds;
  if (!isShort(session)) return session;
  const { refreshSession } = await import('../shared/refresh-session.ts');
  try {
    return await refreshSession(dir, keypair, host, passphrase, isShort);
  } catch (error) {
    const usable = error instanceof Failure && error.code === 'refresh_failed' && secondsLeft(session, host) > 0;
    if (!usable) throw error;
    host.note(`warning: ${error.message}`);
    return session;
  }
}

/**
 * The session to sign requests with; renewed first when its access token is about to end.
 * @throws Failure no_bound_session, session_not_dpop_bound, authorization_revoked, refresh_failed
 */
export async function requireBoundSession(dir: StateDir, host: Host): Promise<BoundSession> {
  const passphrase = readPassphrase(host);
  const session = await readOwnerSession(dir, passphrase);
  const keypair = session && findKeypair(dir, passphrase);
  if (!session || !keypair) throw noBoundSession();
  if (boundKey(session.accessToken) !== keypair.jkt) throw sessionNotDpopBound();
  const { accessToken } = await renewed(dir, host, keypair, session, passphrase);
  return { keypair, accessToken };
}
