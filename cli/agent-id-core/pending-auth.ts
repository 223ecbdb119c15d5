import type { JsonObject } from '../../src/protocol/json-object.ts';
import { parseObject, toJsonText } from '../shared/json.ts';
import { requireKeyFile } from '../shared/keypair/key-file.ts';
import {
  sessionMac,
  ownerSessionFileName,
  readOwnerSession,
  removeResourceSessions,
  resourceSessionFileName,
  type OwnerSession,
  boundJkt,
} from '../shared/owner-session/owner-session.ts';
import type { StateDir } from '../shared/state-dir/state-dir.ts';
import { readStateFile, removeStateFile, writeStateFile, damagedState } from '../shared/state-dir/state-file.ts';
import { Failure } from '../shared/failure.ts';
import type { Keypair } from '../shared/keypair/keypair.ts';

export const noPendingAuth = (): Failure =>
  new Failure('no_pending_auth', 'No pending auth found. Run agent-id-core auth first.');

export const pendingAuthFileName = 'pending-auth.json';

const textMembers = [
  'issuer',
  'ssoBaseUrl',
  'providerAddress',
  'origin',
  'deepLink',
  'pollingCode',
  'codeVerifier',
  'state',
  'nonce',
  'jkt',
] as const;

/** A pending sign-in. Times are Unix seconds. */
export interface PendingAuth extends Readonly<Record<(typeof textMembers)[number], string>> {
  readonly expiredAt: number;
  readonly createdAt: number;
  /** Code shown on both screens; undefined when the provider sends none. */
  readonly comparisonCode?: string | undefined;
  /** Name that the owner sees; undefined when none was sent. */
  readonly agentName?: string | undefined;
  /** Service that the sign-in is for, and the scope for it. */
  readonly resource?: string | undefined;
  readonly scope?: string | undefined;
  /** Authentication code under the agent key; undefined before the sign-in is stored. */
  readonly mac?: string | undefined;
}

/**
 * Reads the pending sign-in. Returns undefined when there is none.
 * @throws Failure damaged_state
 */
export function readPendingAuth(dir: StateDir): PendingAuth | undefined {
  const text = readStateFile(dir, pendingAuthFileName);
  if (text === undefined) return undefined;
  const fields = parseObject(text);
  if (fields?.['version'] !== 1) throw damagedState(pendingAuthFileName, 'it is not a JSON object of version 1');
  if (!isPendingAuth(fields)) throw damagedState(pendingAuthFileName, 'a member is missing or has another type');
  return fields;
}

function isPendingAuth(fields: JsonObject): fields is JsonObject & PendingAuth {
  return (
    textMembers.every((name) => typeof fields[name] === 'string') &&
    typeof fields['expiredAt'] === 'number' &&
    typeof fields['createdAt'] === 'number' &&
    ['comparisonCode', 'agentName', 'resource', 'scope', 'mac'].every(
      (name) => fields[name] === undefined || typeof fields[name] === 'string',
    )
  );
}

/** Everything that a pending sign-in stores, in the order of its authentication code. */
const membersOf = (pending: PendingAuth): readonly (string | number | null)[] => [
  ...textMembers.map((name) => pending[name]),
  pending.expiredAt,
  pending.createdAt,
  pending.comparisonCode ?? null,
  pending.agentName ?? null,
  pending.resource ?? null,
  pending.scope ?? null,
];

const macOf = (dir: StateDir, passphrase: string | undefined, pending: PendingAuth): Promise<string> =>
  sessionMac(requireKeyFile(dir), passphrase, membersOf(pending), 'pending-auth');

/** Stores a pending sign-in, authenticated with the agent key. The caller holds the lock. */
export async function writePendingAuth(
  dir: StateDir,
  pending: PendingAuth,
  passphrase: string | undefined,
): Promise<void> {
  const mac = await macOf(dir, passphrase, pending);
  writeStateFile(dir, pendingAuthFileName, toJsonText({ version: 1, ...pending, mac }));
}

/** Whether no member was changed since the sign-in began: an edited URL would receive the code and its verifier. */
export async function isAuthenticPending(
  dir: StateDir,
  passphrase: string | undefined,
  pending: PendingAuth,
): Promise<boolean> {
  return pending.mac !== undefined && pending.mac === (await macOf(dir, passphrase, pending));
}

/** Deletes the pending sign-in; the caller holds the lock. */
export function removePendingAuth(dir: StateDir): void {
  removeStateFile(dir, pendingAuthFileName);
}

/** Returns the provider address of the stored session or pending sign-in, without verifying the file; empty for none. */
export function storedProviderAddress(dir: StateDir): string {
  const stored = [ownerSessionFileName, pendingAuthFileName].map(
    (name) => parseObject(readStateFile(dir, name) ?? '')?.['providerAddress'],
  );
  return stored.find((address) => typeof address === 'string') ?? '';
}

/** Like readPendingAuth. @throws Failure no_pending_auth */
export function requirePendingAuth(dir: StateDir): PendingAuth {
  const pending = readPendingAuth(dir);
  if (!pending) throw noPendingAuth();
  return pending;
}

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
