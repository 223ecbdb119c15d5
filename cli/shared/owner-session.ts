import { damagedState } from './failures.ts';
import { parseObject, toJsonText } from './json.ts';
import type { StateDir } from './state-dir.ts';
import { readStateFile, writeStateFile } from './state-file.ts';

export const ownerSessionFileName = 'owner-session.json';
const purpose = 'session-tokens';

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
}

/** Protection of secrets in the state directory. */
export interface Protection {
  readonly passphrase: string | undefined;
  /** Salt of the key file, see sealBox. */
  readonly salt?: string | undefined;
}

async function openTokens(fields: Readonly<Record<string, unknown>>, passphrase: string | undefined) {
  const { sealedTokens } = fields;
  if (sealedTokens === undefined) return fields;
  // Ciphers are loaded only for an encrypted session.
  const { isBox, openBox } = await import('./passphrase-box.ts');
  if (!isBox(sealedTokens)) throw damagedState(ownerSessionFileName, 'sealedTokens is not a passphrase box');
  const tokens = parseObject(openBox(passphrase, purpose, sealedTokens));
  return { ...fields, ...tokens };
}

/**
 * Reads the owner session. Returns undefined when the agent is not bound.
 * @throws Failure damaged_state, passphrase_required, wrong_passphrase
 */
export async function readOwnerSession(
  dir: StateDir,
  passphrase: string | undefined,
): Promise<OwnerSession | undefined> {
  const text = readStateFile(dir, ownerSessionFileName);
  if (text === undefined) return undefined;
  const stored = parseObject(text);
  if (!stored) throw damagedState(ownerSessionFileName, 'it is not a JSON object');
  if (stored['version'] !== 1) {
    throw damagedState(ownerSessionFileName, `its version is ${String(stored['version'])}, not 1`);
  }
  const fields = await openTokens(stored, passphrase);
  const string = (name: string): string => {
    const value = fields[name];
    if (typeof value !== 'string') throw damagedState(ownerSessionFileName, `${name} is missing`);
    return value;
  };
  const { refreshToken, savedAt, refreshedAt } = fields;
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
  };
}

/** Replaces the owner session; the caller holds the lock. */
export async function writeOwnerSession(
  dir: StateDir,
  session: OwnerSession,
  { passphrase, salt }: Protection,
): Promise<void> {
  const { accessToken, idToken, refreshToken, ...open } = session;
  const tokens = { accessToken, idToken, refreshToken };
  if (passphrase === undefined) {
    writeStateFile(dir, ownerSessionFileName, toJsonText({ version: 1, ...open, ...tokens }));
    return;
  }
  const { sealBox } = await import('./passphrase-box.ts');
  const sealedTokens = sealBox(passphrase, purpose, JSON.stringify(tokens), salt);
  writeStateFile(dir, ownerSessionFileName, toJsonText({ version: 1, ...open, sealedTokens }));
}

/** Encrypts the tokens of a session stored in plain text; the caller holds the lock. */
export async function protectOwnerSession(dir: StateDir, protection: Protection): Promise<void> {
  const stored = parseObject(readStateFile(dir, ownerSessionFileName) ?? '');
  if (protection.passphrase === undefined || typeof stored?.['accessToken'] !== 'string') return;
  const session = await readOwnerSession(dir, undefined);
  if (session) await writeOwnerSession(dir, session, protection);
}
