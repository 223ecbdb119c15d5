import { Failure } from '../shared/failure.ts';
import type { Keypair } from '../shared/keypair/keypair.ts';
import {
  ownerSessionFileName,
  readOwnerSession,
  removeResourceSessions,
  resourceSessionFileName,
  type OwnerSession,
} from '../shared/owner-session/owner-session.ts';
import type { StateDir } from '../shared/state-dir/state-dir.ts';
import { boundJkt } from '../shared/owner-session/owner-session.ts';
import type { PendingAuth } from './pending-auth.ts';

/** Reads a session of this key; undefined for one of a former key. */
export async function sessionOfKey(
  dir: StateDir,
  passphrase: string | undefined,
  { jkt }: Pick<Keypair, 'jkt'>,
  file = ownerSessionFileName,
): Promise<OwnerSession | undefined> {
  const session = await readOwnerSession(dir, passphrase, file);
  return session && boundJkt(session.idToken) === jkt ? session : undefined;
}

/** A session that was changed counts as none: a new one replaces it. */
function unlessAltered(error: unknown): undefined {
  if (!(error instanceof Failure) || error.code !== 'session_altered') throw error;
}

/** Returns the file for the session of a sign-in: a further service of the bound provider has one of its own. */
export async function sessionFileOf(
  dir: StateDir,
  passphrase: string | undefined,
  keypair: Keypair,
  { resource, ssoBaseUrl }: Pick<PendingAuth, 'resource' | 'ssoBaseUrl'>,
): Promise<string> {
  if (resource === undefined) return ownerSessionFileName;
  const main = await sessionOfKey(dir, passphrase, keypair).catch(unlessAltered);
  const isFurther = main?.ssoBaseUrl === ssoBaseUrl && main.resource !== resource;
  return isFurther ? resourceSessionFileName(resource) : ownerSessionFileName;
}

/** Finds the session that another process created from a sign-in. */
export async function sessionOfSignIn(
  dir: StateDir,
  passphrase: string | undefined,
  keypair: Keypair,
  { resource }: Pick<PendingAuth, 'resource'>,
): Promise<OwnerSession | undefined> {
  const further =
    resource === undefined
      ? undefined
      : await sessionOfKey(dir, passphrase, keypair, resourceSessionFileName(resource));
  return further ?? sessionOfKey(dir, passphrase, keypair);
}

/** Deletes the sessions for further services when the main session is about to name another owner or provider. */
export async function removeForeignSessions(
  dir: StateDir,
  passphrase: string | undefined,
  keypair: Keypair,
  next: OwnerSession,
): Promise<void> {
  const main = await sessionOfKey(dir, passphrase, keypair).catch(unlessAltered);
  if (main?.ownerSub !== next.ownerSub || main.issuer !== next.issuer) removeResourceSessions(dir);
}
