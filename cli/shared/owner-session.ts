import type { JsonObject } from '../../src/protocol/json-object.ts';
import { Failure } from './failure.ts';
import { damagedState } from './failures.ts';
import { parseObject, toJsonText } from './json.ts';
import { readKeyFile, requireKeyFile } from './key-file.ts';
import { sessionMac } from './session-mac.ts';
import type { StateDir } from './state-dir.ts';
import { readStateFile, writeStateFile } from './state-file.ts';
import { boundJkt } from './token-claims.ts';

export const ownerSessionFileName = 'owner-session.json';
const purpose = 'owner-session';

/** Result of binding the agent to its owner. Times are Unix seconds. */
export interface OwnerSession {
  readonly issuer: string;
  readonly ssoBaseUrl: string;
  readonly providerAddress: string;
  readonly ownerSub: string;
  readonly accessToken: string;
  readonly idToken: string;
  readonly refreshToken: string | null;
  readonly savedAt: number;
  readonly refreshedAt: number | null;
  /** Delegation that a helper exchanges again instead of refreshing. */
  readonly delegation?: string;
}

/** Protection of secrets in the state directory. */
export interface Protection {
  readonly passphrase: string | undefined;
  /** Salt of the key file, see sealBox. */
  readonly salt?: string | undefined;
  /** Passphrase of the key file, when it is still encrypted while the session is not. */
  readonly keyPassphrase?: string | undefined;
}

/** Everything that a session stores, in the order of its authentication code. */
const membersOf = (session: OwnerSession): readonly (string | number | null)[] => [
  session.issuer,
  session.ssoBaseUrl,
  session.providerAddress,
  session.ownerSub,
  session.accessToken,
  session.idToken,
  session.refreshToken,
  session.savedAt,
  session.refreshedAt,
  // Left out of other sessions, whose codes older versions wrote.
  ...(session.delegation === undefined ? [] : [session.delegation]),
];

const sessionAltered = (): Failure =>
  new Failure(
    'session_altered',
    `The state file ${ownerSessionFileName} was changed, or written by an older version. Run agent-id-core auth, then agent-id-core bind.`,
  );

/** Decrypts a sealed session. Members beside the box are for people and are ignored. */
async function openSession(stored: JsonObject, passphrase: string | undefined): Promise<JsonObject> {
  const { sealedSession, nextSealedSession } = stored;
  if (sealedSession === undefined) return stored;
  // Ciphers are loaded only for an encrypted session.
  const { isBox, openBox } = await import('./passphrase-box.ts');
  if (!isBox(sealedSession)) throw damagedState(ownerSessionFileName, 'sealedSession is not a passphrase box');
  try {
    return parseObject(openBox(passphrase, purpose, sealedSession)) ?? {};
  } catch (error) {
    // A change of the passphrase was interrupted after the key was written.
    if (!isBox(nextSealedSession)) throw error;
    return parseObject(openBox(passphrase, purpose, nextSealedSession)) ?? {};
  }
}

function parseSession(fields: JsonObject): OwnerSession {
  const string = (name: string): string => {
    const value = fields[name];
    if (typeof value !== 'string') throw damagedState(ownerSessionFileName, `${name} is missing`);
    return value;
  };
  const { refreshToken, savedAt, refreshedAt, delegation } = fields;
  return {
    issuer: string('issuer'),
    ssoBaseUrl: string('ssoBaseUrl'),
    providerAddress: string('providerAddress'),
    ownerSub: string('ownerSub'),
    accessToken: string('accessToken'),
    idToken: string('idToken'),
    refreshToken: typeof refreshToken === 'string' ? refreshToken : null,
    savedAt: typeof savedAt === 'number' ? savedAt : 0,
    refreshedAt: typeof refreshedAt === 'number' ? refreshedAt : null,
    ...(typeof delegation === 'string' && { delegation }),
  };
}

/**
 * Reads the owner session. Returns undefined when the agent is not bound. A session bound to the agent key is
 * authentic: no member was changed since it was written. Callers refuse one that is bound to another key.
 * @throws Failure damaged_state, session_altered, passphrase_required, wrong_passphrase
 */
export async function readOwnerSession(
  dir: StateDir,
  passphrase: string | undefined,
): Promise<OwnerSession | undefined> {
  const text = readStateFile(dir, ownerSessionFileName);
  if (text === undefined) return undefined;
  const stored = parseObject(text);
  if (!stored) throw damagedState(ownerSessionFileName, 'it is not a JSON object');
  const { version, mac, sealedSession } = stored;
  if (version === 1) throw sessionAltered();
  if (version !== 2) throw damagedState(ownerSessionFileName, `its version is ${String(version)}, not 2`);
  const session = parseSession(await openSession(stored, passphrase));
  const key = readKeyFile(dir);
  if (sealedSession !== undefined || !key || boundJkt(session.idToken) !== key.jkt) return session;
  if (mac !== (await sessionMac(key, passphrase, membersOf(session)))) throw sessionAltered();
  return session;
}

/**
 * Replaces the owner session; the caller holds the lock.
 * @param next second protection, while the passphrase changes
 */
export async function writeOwnerSession(
  dir: StateDir,
  session: OwnerSession,
  { passphrase, salt, keyPassphrase }: Protection,
  next?: Protection,
): Promise<void> {
  if (passphrase === undefined) {
    const mac = await sessionMac(requireKeyFile(dir), keyPassphrase, membersOf(session));
    writeStateFile(dir, ownerSessionFileName, toJsonText({ version: 2, ...session, mac }));
    return;
  }
  const { sealBox } = await import('./passphrase-box.ts');
  const { accessToken, idToken, refreshToken, ...open } = session;
  const text = JSON.stringify({ ...open, accessToken, idToken, refreshToken });
  const sealedSession = sealBox(passphrase, purpose, text, salt);
  const nextSealedSession =
    next?.passphrase === undefined ? undefined : sealBox(next.passphrase, purpose, text, next.salt);
  writeStateFile(dir, ownerSessionFileName, toJsonText({ version: 2, ...open, sealedSession, nextSealedSession }));
}

/** Encrypts a session stored in plain text; the caller holds the lock. */
export async function protectOwnerSession(dir: StateDir, protection: Protection): Promise<void> {
  const { passphrase } = protection;
  const stored = parseObject(readStateFile(dir, ownerSessionFileName) ?? '');
  if (passphrase === undefined || stored?.['version'] !== 2 || stored['sealedSession'] !== undefined) return;
  const session = await readOwnerSession(dir, passphrase);
  if (session) await writeOwnerSession(dir, session, protection);
}
