import { sha256 } from '#sha256';
import { isJsonObject, type JsonObject } from '../../../src/protocol/json-object.ts';
import { Failure } from '../failure.ts';
import { parseObject, toJsonText } from '../json.ts';
import { type KeyFile, readKeyFile, requireKeyFile } from '../keypair/key-file.ts';
import type { StateDir } from '../state-dir/state-dir.ts';
import {
  damagedState,
  listStateFiles,
  readStateFile,
  removeStateFile,
  writeStateFile,
} from '../state-dir/state-file.ts';

export const noOwnerSession = (): Failure =>
  new Failure('no_owner_session', 'No owner session. Run agent-id-core auth, then agent-id-core bind.');

export const sessionNotDpopBound = (): Failure =>
  new Failure('session_not_dpop_bound', 'Session is not DPoP-bound. Run agent-id-core auth, then agent-id-core bind.');

export const ownerSessionFileName = 'owner-session.json';
const resourcesFolder = 'resources';

/** File of the session for a further service of the same provider (RFC 8707); its name is as safe as the service's is long. */
export const resourceSessionFileName = (resource: string): string =>
  `${resourcesFolder}/${Buffer.from(sha256(Buffer.from(resource))).toString('hex', 0, 16)}.json`;

export const resourceSessionFileNames = (dir: StateDir): readonly string[] =>
  listStateFiles(dir, resourcesFolder).map((name) => `${resourcesFolder}/${name}`);

/** Files of all sessions: the main one first, then those for further services. */
export const sessionFileNames = (dir: StateDir): readonly string[] => [
  ownerSessionFileName,
  ...resourceSessionFileNames(dir),
];

/** Deletes the sessions for further services; the caller holds the lock. */
export function removeResourceSessions(dir: StateDir): void {
  for (const file of resourceSessionFileNames(dir)) removeStateFile(dir, file);
}
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
  /** When the provider last said that the owner paused the agent; absent after a refresh. */
  readonly pausedSeenAt?: number;
  /** Delegation that a helper exchanges again instead of refreshing. */
  readonly delegation?: string;
  /** Service that the owner approved, and the scope for it; absent when the application's own reach decides. */
  readonly resource?: string;
  readonly scope?: string;
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
  session.delegation ?? null,
  session.resource ?? null,
  session.scope ?? null,
  ...(session.pausedSeenAt === undefined ? [] : [session.pausedSeenAt]),
];

const sessionAltered = (file: string): Failure =>
  new Failure(
    'session_altered',
    `The state file ${file} was changed. Run agent-id-core auth, then agent-id-core bind.`,
  );

/** Decrypts a sealed session. Members beside the box are for people and are ignored. */
async function openSession(file: string, stored: JsonObject, passphrase: string | undefined): Promise<JsonObject> {
  const { sealedSession, nextSealedSession } = stored;
  if (sealedSession === undefined) return stored;
  // Ciphers are loaded only for an encrypted session.
  const { isBox, openBox } = await import('../keypair/passphrase.ts');
  if (!isBox(sealedSession)) throw damagedState(file, 'sealedSession is not a passphrase box');
  try {
    return parseObject(openBox(passphrase, purpose, sealedSession)) ?? {};
  } catch (error) {
    // A change of the passphrase was interrupted after the key was written.
    if (!isBox(nextSealedSession)) throw error;
    return parseObject(openBox(passphrase, purpose, nextSealedSession)) ?? {};
  }
}

function parseSession(file: string, fields: JsonObject): OwnerSession {
  const string = (name: string): string => {
    const value = fields[name];
    if (typeof value !== 'string') throw damagedState(file, `${name} is missing`);
    return value;
  };
  const { refreshToken, savedAt, refreshedAt, pausedSeenAt, delegation, resource, scope } = fields;
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
    ...(typeof pausedSeenAt === 'number' && { pausedSeenAt }),
    ...(typeof delegation === 'string' && { delegation }),
    ...(typeof resource === 'string' && { resource }),
    ...(typeof scope === 'string' && { scope }),
  };
}

/**
 * Reads the owner session. Returns undefined when the agent is not bound. A session bound to the agent key is
 * authentic: no member was changed since it was written. Callers refuse one that is bound to another key.
 * @param file of a session for a further service
 * @throws Failure damaged_state, session_altered, passphrase_required, wrong_passphrase
 */
export async function readOwnerSession(
  dir: StateDir,
  passphrase: string | undefined,
  file = ownerSessionFileName,
): Promise<OwnerSession | undefined> {
  const text = readStateFile(dir, file);
  if (text === undefined) return undefined;
  const stored = parseObject(text);
  if (!stored) throw damagedState(file, 'it is not a JSON object');
  const { version, mac, sealedSession } = stored;
  if (version !== 1) throw damagedState(file, `its version is ${String(version)}, not 1`);
  const session = parseSession(file, await openSession(file, stored, passphrase));
  const key = readKeyFile(dir);
  if (sealedSession !== undefined || !key || boundJkt(session.idToken) !== key.jkt) return session;
  if (mac !== (await sessionMac(key, passphrase, membersOf(session)))) throw sessionAltered(file);
  return session;
}

/**
 * Replaces the owner session; the caller holds the lock.
 * @param next second protection, while the passphrase changes
 * @param file of a session for a further service
 */
export async function writeOwnerSession(
  dir: StateDir,
  session: OwnerSession,
  { passphrase, salt, keyPassphrase }: Protection,
  next?: Protection,
  file = ownerSessionFileName,
): Promise<void> {
  if (passphrase === undefined) {
    const mac = await sessionMac(requireKeyFile(dir), keyPassphrase, membersOf(session));
    writeStateFile(dir, file, toJsonText({ version: 1, ...session, mac }));
    return;
  }
  const { sealBox } = await import('../keypair/passphrase.ts');
  const { accessToken, idToken, refreshToken, ...open } = session;
  const text = JSON.stringify({ ...open, accessToken, idToken, refreshToken });
  const sealedSession = sealBox(passphrase, purpose, text, salt);
  const nextSealedSession =
    next?.passphrase === undefined ? undefined : sealBox(next.passphrase, purpose, text, next.salt);
  writeStateFile(dir, file, toJsonText({ version: 1, ...open, sealedSession, nextSealedSession }));
}

/** Encrypts the sessions stored in plain text; the caller holds the lock. */
export async function protectOwnerSession(dir: StateDir, protection: Protection): Promise<void> {
  const { passphrase } = protection;
  if (passphrase === undefined) return;
  for (const file of sessionFileNames(dir)) {
    const stored = parseObject(readStateFile(dir, file) ?? '');
    if (stored?.['version'] !== 1 || stored['sealedSession'] !== undefined) continue;
    const session = await readOwnerSession(dir, passphrase, file);
    if (session) await writeOwnerSession(dir, session, protection, undefined, file);
  }
}

/** Block size of SHA-256 in bytes. */
const blockSize = 64;

/** HMAC-SHA256 (RFC 2104) for keys of at most 64 bytes. The portable hash avoids loading node:crypto at start. */
function hmacSha256(key: Uint8Array, message: string): Buffer {
  const pad = (byte: number): Uint8Array => new Uint8Array(blockSize).map((_, index) => (key[index] ?? 0) ^ byte);
  const inner = sha256(Buffer.concat([pad(0x36), Buffer.from(message)]));
  return Buffer.from(sha256(Buffer.concat([pad(0x5c), inner])));
}

/** The 32 secret bytes of a key file. Only an encrypted key loads the ciphers, and only a signer starts a process. */
async function seedOf(file: KeyFile, passphrase: string | undefined): Promise<Uint8Array> {
  const { privateKeyPem } = file.fields;
  // PKCS#8 of an Ed25519 key ends with the secret bytes (RFC 8410 §7).
  if (typeof privateKeyPem === 'string' && file.signer === null)
    return Buffer.from(privateKeyPem.replace(/-----[A-Z ]+-----|\s/g, ''), 'base64').subarray(-32);
  const { openKeyFile } = await import('../keypair/keypair.ts');
  return openKeyFile(file, passphrase).seed();
}

/**
 * Authentication code of an owner session, or of a pending one, under a key derived from the agent's private key.
 * @returns base64url
 * @throws Failure damaged_state, passphrase_required, wrong_passphrase
 */
export async function sessionMac(
  file: KeyFile,
  passphrase: string | undefined,
  members: readonly (string | number | null)[],
  purpose: 'owner-session' | 'pending-auth' = 'owner-session',
): Promise<string> {
  const key = hmacSha256(await seedOf(file, passphrase), `platform-agent-id/${purpose}-mac/v1`);
  return hmacSha256(key, JSON.stringify(members)).toString('base64url');
}

/**
 * Decodes the claims of a JWT without verification. For tokens verified before they were stored, and to find the issuer
 * of others. Returns undefined for other text.
 */
export function tokenClaims(jwt: string): JsonObject | undefined {
  const [, payload, signature, ...more] = jwt.split('.', 4);
  if (payload === undefined || signature === undefined || more.length > 0) return undefined;
  return parseObject(Buffer.from(payload, 'base64url').toString('utf8'));
}

/** Thumbprint of the key that a token is bound to: cnf.jkt (RFC 7800, RFC 9449 §6.1). */
export function boundJkt(jwt: string): string | undefined {
  const cnf = tokenClaims(jwt)?.['cnf'];
  const jkt = isJsonObject(cnf) ? cnf['jkt'] : undefined;
  return typeof jkt === 'string' ? jkt : undefined;
}
