import { Failure } from '../failure.ts';
import { findKeypair, type Keypair } from '../keypair/keypair.ts';
import { boundJkt, type OwnerSession, readOwnerSession, tokenClaims, sessionNotDpopBound } from './owner-session.ts';
import { readPassphrase } from '../keypair/passphrase.ts';
import type { StateDir } from '../state-dir/state-dir.ts';
import type { CommandHost } from '../host.ts';

export const noBoundSession = (): Failure =>
  new Failure(
    'no_bound_session',
    'No bound session with access_token. Run agent-id-core bootstrap, or auth and bind, before signed calls.',
  );

/** A token with less remaining lifetime is refreshed before use. */
const renewBeforeSeconds = 60;

/** Agent key and an access token bound to it. */
export interface BoundSession {
  readonly keypair: Keypair;
  readonly accessToken: string;
}

/** Seconds until the access token expires; 0 for a token without exp. */
function secondsLeft({ accessToken }: OwnerSession, host: CommandHost): number {
  const exp = tokenClaims(accessToken)?.['exp'];
  return typeof exp === 'number' ? exp - host.now() / 1000 : 0;
}

async function renewIfShort(
  dir: StateDir,
  host: CommandHost,
  keypair: Keypair,
  session: OwnerSession,
  passphrase: string | undefined,
) {
  const isShort = (one: OwnerSession): boolean => secondsLeft(one, host) < renewBeforeSeconds;
  if (!isShort(session)) return session;
  const { refreshOwnerSession } = await import('./refresh-owner-session.ts');
  try {
    return await refreshOwnerSession(dir, keypair, host, passphrase, isShort);
  } catch (error) {
    const usable = error instanceof Failure && error.code === 'refresh_failed' && secondsLeft(session, host) > 0;
    if (!usable) throw error;
    host.log(`warning: ${error.message}`);
    return session;
  }
}

/**
 * Reads the session for signed requests and refreshes an access token about to expire.
 * @throws Failure no_bound_session, session_not_dpop_bound, authorization_revoked, refresh_failed
 */
export async function requireBoundSession(dir: StateDir, host: CommandHost): Promise<BoundSession> {
  const passphrase = readPassphrase(host);
  const session = await readOwnerSession(dir, passphrase);
  const keypair = session && findKeypair(dir, passphrase);
  if (!session || !keypair) throw noBoundSession();
  if (boundJkt(session.accessToken) !== keypair.jkt) throw sessionNotDpopBound();
  const { accessToken } = await renewIfShort(dir, host, keypair, session, passphrase);
  return { keypair, accessToken };
}
