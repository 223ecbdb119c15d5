import { generateKeyPairSync, randomUUID } from 'node:crypto';
import { mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import type { TokenStorage } from '../../../src/client/sso/stored-session.ts';
import { isJsonObject } from '../../../src/protocol/json-object.ts';
import { CommandError } from '../command.ts';

/** What the file of credentials contains. */
export interface Credentials {
  /** Address of the provider. */
  readonly issuer: string;
  /** Application that the owner signed in to. */
  readonly clientId: string;
  /** Address of the notification service. */
  readonly notifications: string;
  /** Private key that the tokens are bound to. */
  readonly key: Readonly<Record<string, unknown>>;
  /** Tokens of the session, by the storage keys of the client library. */
  readonly session: Readonly<Record<string, string>>;
}

type Env = Readonly<Record<string, string | undefined>>;

/** `$XDG_CONFIG_HOME/platform/credentials.json`, by default in ~/.config. */
export const credentialsFile = (env: Env): string =>
  join(env['XDG_CONFIG_HOME'] || join(env['HOME'] || homedir(), '.config'), 'platform', 'credentials.json');

/** Creates credentials with a new key and no session. */
export function newCredentials(parts: Pick<Credentials, 'issuer' | 'clientId' | 'notifications'>): Credentials {
  const { privateKey } = generateKeyPairSync('ed25519');
  return { ...parts, key: { ...privateKey.export({ format: 'jwk' }) }, session: {} };
}

/** Reads the credentials. @returns undefined when nobody is signed in @throws CommandError when others can read the file */
export function readCredentials(file: string): Credentials | undefined {
  const mode = statSync(file, { throwIfNoEntry: false })?.mode;
  if (mode === undefined) return undefined;
  if (process.platform !== 'win32' && (mode & 0o077) !== 0)
    throw new CommandError('credentials_readable', 1, `${file} can be read by others: chmod 600 it.`);
  try {
    const content: unknown = JSON.parse(readFileSync(file, 'utf8'));
    if (isCredentials(content)) return content;
  } catch {
    // Said below.
  }
  throw new CommandError('credentials_damaged', 1, `${file} contains no credentials: run platform login again.`);
}

function isCredentials(value: unknown): value is Credentials {
  if (!isJsonObject(value)) return false;
  const { issuer, clientId, notifications, key, session } = value;
  return (
    [issuer, clientId, notifications].every((text) => typeof text === 'string') &&
    isJsonObject(key) &&
    isJsonObject(session) &&
    Object.values(session).every((text) => typeof text === 'string')
  );
}

/** Replaces the file, which only this user can read (0600). */
function writeCredentials(file: string, credentials: Credentials): void {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  const draft = `${file}.${randomUUID()}`;
  writeFileSync(draft, `${JSON.stringify(credentials, null, 2)}\n`, { mode: 0o600, flag: 'wx' });
  renameSync(draft, file);
}

export const deleteCredentials = (file: string): void => rmSync(file, { force: true });

/** Keeps a session in the file. Reads it every time, because another command may have renewed the tokens. */
export function credentialsStorage(file: string, initial: Credentials): TokenStorage {
  let unsaved: Credentials | undefined = initial;
  const current = (): Credentials => unsaved ?? readCredentials(file) ?? initial;
  const save = (session: Credentials['session']): void => {
    writeCredentials(file, { ...current(), session });
    unsaved = undefined;
  };
  return {
    getItem: (name) => current().session[name] ?? null,
    setItem: (name, value) => save({ ...current().session, [name]: value }),
    removeItem: (name) => {
      const { [name]: removed, ...rest } = current().session;
      if (removed !== undefined) save(rest);
    },
  };
}
