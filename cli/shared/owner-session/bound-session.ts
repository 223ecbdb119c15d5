import { Failure } from '../failure.ts';
import { findKeypair, type Keypair } from '../keypair/keypair.ts';
import {
  boundJkt,
  type OwnerSession,
  ownerSessionFileName,
  readOwnerSession,
  resourceSessionFileName,
  resourceSessionFileNames,
  sessionNotDpopBound,
  tokenClaims,
} from './owner-session.ts';
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
  file: string,
) {
  const isShort = (one: OwnerSession): boolean => secondsLeft(one, host) < renewBeforeSeconds;
  if (!isShort(session)) return session;
  const { refreshOwnerSession } = await import('./refresh-owner-session.ts');
  try {
    return await refreshOwnerSession(dir, keypair, host, passphrase, isShort, file);
  } catch (error) {
    const usable = error instanceof Failure && error.code === 'refresh_failed' && secondsLeft(session, host) > 0;
    if (!usable) throw error;
    host.log(`warning: ${error.message}`);
    return session;
  }
}

/** Finds the file of the session for a URL: that of the longest service in `resources/` that contains it, or the main one. */
export function sessionFileFor(dir: StateDir, { origin, pathname }: URL): string {
  const files = new Set(resourceSessionFileNames(dir));
  if (files.size === 0) return ownerSessionFileName;
  const parts = pathname.split('/');
  const resources = [...parts.keys()].map((count) => origin + parts.slice(0, count + 1).join('/')).toReversed();
  const found = resources
    .flatMap((resource) => [`${resource}/`, resource])
    .map(resourceSessionFileName)
    .find((file) => files.has(file));
  return found ?? ownerSessionFileName;
}

/**
 * Reads the session for signed requests and refreshes an access token about to expire.
 * @param url of the request; without it, the main session
 * @throws Failure no_bound_session, session_not_dpop_bound, authorization_revoked, agent_paused, refresh_failed
 */
export async function requireBoundSession(dir: StateDir, host: CommandHost, url?: URL): Promise<BoundSession> {
  const passphrase = readPassphrase(host);
  const file = url === undefined ? ownerSessionFileName : sessionFileFor(dir, url);
  const session = await readOwnerSession(dir, passphrase, file);
  const keypair = session && findKeypair(dir, passphrase);
  if (!session || !keypair) throw noBoundSession();
  if (boundJkt(session.accessToken) !== keypair.jkt) throw sessionNotDpopBound();
  const { accessToken } = await renewIfShort(dir, host, keypair, session, passphrase, file);
  return { keypair, accessToken };
}

/**
 * Replaces an access token that a service refuses before its expiry, as after a pause.
 *
 * @returns undefined when the provider gives no other: what the service answered then stands
 * @throws Failure agent_paused
 */
export async function renewRefusedSession(
  dir: StateDir,
  host: CommandHost,
  { keypair, accessToken: refused }: BoundSession,
  url: URL,
): Promise<BoundSession | undefined> {
  const { refreshOwnerSession } = await import('./refresh-owner-session.ts');
  const wanted = ({ accessToken }: OwnerSession): boolean => accessToken === refused;
  try {
    const file = sessionFileFor(dir, url);
    const session = await refreshOwnerSession(dir, keypair, host, readPassphrase(host), wanted, file);
    return { keypair, accessToken: session.accessToken };
  } catch (error) {
    if (!(error instanceof Failure) || error.code === 'agent_paused') throw error;
    host.log(`warning: ${error.message}`);
    return undefined;
  }
}
