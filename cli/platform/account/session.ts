import { createPrivateKey, sign, generateKeyPairSync, randomBytes, randomUUID } from 'node:crypto';
import { createNotificationsClient, type NotificationsClient } from '../../../generated/notifications/client.ts';
import { createSsoClient, type SsoApiClient } from '../../../generated/sso/client.ts';
import type { DpopKeypair } from '../../../src/client/dpop/dpop-keypair.ts';
import { SsoClient } from '../../../src/client/sso/sso-client.ts';
import { SsoClientError } from '../../../src/client/sso/sso-errors.ts';
import { parseEd25519Jwk } from '../../../src/protocol/ed25519-key.ts';
import { isJsonObject } from '../../../src/protocol/json-object.ts';
import { RefusedError, unwrap } from '../../../src/typed-contract/client.ts';
import { CommandError } from '../command.ts';
import { mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import type { TokenStorage } from '../../../src/client/sso/stored-session.ts';

/** Address of the command line at every provider of the platform. */
export const commandLineClient = '0000000601000000000000000000000d';

type Env = Readonly<Record<string, string | undefined>>;

const pollingInterval = 1_500;

function keypairOf({ key }: Credentials): DpopKeypair {
  const privateKey = createPrivateKey({ key, format: 'jwk' });
  const { kty, crv, x } = privateKey.export({ format: 'jwk' });
  return { publicJwk: parseEd25519Jwk({ kty, crv, x }).jwk, privateKey: (message) => sign(null, message, privateKey) };
}

const createSso = (file: string, credentials: Credentials): SsoClient =>
  new SsoClient({
    ssoBaseUrl: credentials.issuer,
    providerAddress: credentials.clientId,
    pollingInterval,
    dpop: { keypair: keypairOf(credentials) },
    tokenStorage: credentialsStorage(file, credentials),
    apiOrigins: [new URL(credentials.notifications).origin],
  });

export interface SignInRequest {
  readonly env: Env;
  readonly issuer: string;
  readonly notifications: string;
  readonly clientId: string;
  /** Shows the link to approve, and the code that both screens show. */
  readonly show: (link: string, comparisonCode: string | undefined) => void;
}

export interface SignedIn {
  readonly sub: string | null;
  readonly issuer: string;
  /** When the access token expires; commands renew it. */
  readonly expiresAt: string;
}

/** Signs the owner in and stores the credentials. @throws CommandError when the sign-in was rejected or expired */
export async function signIn({ env, show, ...provider }: SignInRequest): Promise<SignedIn> {
  const file = credentialsFile(env);
  const sso = createSso(file, newCredentials(provider, keptSecret(file)));
  const { deep_link: link, polling_code: pollingCode, comparison_code: comparisonCode } = await sso.generateDeeplink();
  show(link, comparisonCode);
  const { status, authorization_code: code } = await sso.waitForApproval(pollingCode);
  if (code === undefined)
    throw new CommandError(`sign_in_${status}`, 1, `The sign-in was ${status}: run platform login again.`);
  const { expires_in: seconds } = await sso.exchangeToken(code);
  const expiresAt = new Date(Date.now() + seconds * 1000).toISOString();
  return { sub: sso.getSubject(), issuer: provider.issuer, expiresAt };
}

/** Ends the session here and at its provider. @returns whether there was one */
export async function signOut(env: Env): Promise<boolean> {
  const file = credentialsFile(env);
  const credentials = readCredentials(file);
  if (credentials === undefined) return false;
  try {
    await createSso(file, credentials).logout({ revoke: true });
  } finally {
    deleteCredentials(file);
  }
  return true;
}

/** The services, called as the owner who signed in. */
export interface Developer {
  readonly sso: SsoApiClient;
  readonly notifications: NotificationsClient;
  readonly notificationsUrl: string;
  /** From which commands derive keys of their own. */
  readonly secret: string;
}

/** Opens the stored session. @throws CommandError when nobody is signed in */
export function openDeveloper(env: Env): Developer {
  const file = credentialsFile(env);
  const credentials = readCredentials(file);
  if (credentials === undefined) throw notSignedIn();
  const { fetch } = createSso(file, credentials);
  const asOwner: typeof globalThis.fetch = async (input, init) => {
    try {
      return await fetch(input, init);
    } catch (error) {
      // The session ended at the provider, or its renewal was refused.
      if (error instanceof SsoClientError && !error.retryable) throw notSignedIn(error);
      throw error;
    }
  };
  return {
    sso: createSsoClient({ baseUrl: credentials.issuer, fetch: asOwner }),
    notifications: createNotificationsClient({ baseUrl: credentials.notifications, fetch: asOwner }),
    notificationsUrl: credentials.notifications,
    secret: credentials.secret,
  };
}

const notSignedIn = (cause?: Error): CommandError =>
  new CommandError('not_signed_in', 1, 'Nobody is signed in here: run platform login.', { cause });

type Answered = { readonly status: number; readonly body: unknown; readonly headers: Headers };

/** Returns the success body of a call as the owner. @throws CommandError when the owner has to confirm again (RFC 9470) */
export async function asOwner<A extends Answered>(call: Promise<A>): Promise<ReturnType<typeof unwrap<A>>> {
  try {
    return unwrap(await call);
  } catch (error) {
    if (!(error instanceof RefusedError) || error.status !== 401) throw error;
    const { error: reason, details } = isJsonObject(error.body) ? error.body : {};
    const reasons = [reason, isJsonObject(details) ? details['reason'] : undefined];
    if (!reasons.includes('insufficient_user_authentication')) throw error;
    throw new CommandError(
      'confirmation_required',
      1,
      'The owner has to confirm this, and the last confirmation is too old: run platform login, and then this again.',
      { cause: error },
    );
  }
}

/** Reads a whole list. @param page reads one page by the parameters of its query */
export async function readAll<Item>(
  page: (query: {
    readonly limit: number;
    readonly cursor?: string;
  }) => Promise<{ readonly items: readonly Item[]; readonly next: string | null }>,
): Promise<readonly Item[]> {
  const all: Item[] = [];
  let cursor: string | null | undefined;
  while (cursor !== null) {
    const { items, next } = await page({ limit: 100, ...(cursor !== undefined && { cursor }) });
    all.push(...items);
    cursor = next;
  }
  return all;
}

/** What the file of credentials contains. */
interface Credentials {
  readonly issuer: string;
  /** Application that the owner signed in to. */
  readonly clientId: string;
  readonly notifications: string;
  /** Private key that the tokens are bound to. */
  readonly key: Readonly<Record<string, unknown>>;
  /** Tokens of the session, by the storage keys of the client library. */
  readonly session: Readonly<Record<string, string>>;
  /** From which commands derive keys of their own. The next sign-in keeps it, so that those keys stay the same until a logout. */
  readonly secret: string;
}

/** `$XDG_CONFIG_HOME/platform/credentials.json`, by default in ~/.config. */
const credentialsFile = (env: Env): string =>
  join(env['XDG_CONFIG_HOME'] || join(env['HOME'] || homedir(), '.config'), 'platform', 'credentials.json');

/** Creates credentials with a new key and no session. */
function newCredentials(
  parts: Pick<Credentials, 'issuer' | 'clientId' | 'notifications'>,
  secret = randomBytes(32).toString('base64url'),
): Credentials {
  const { privateKey } = generateKeyPairSync('ed25519');
  return { ...parts, key: { ...privateKey.export({ format: 'jwk' }) }, session: {}, secret };
}

/** Returns the secret of the sign-in before; undefined after a logout, and when the file is damaged or others could read it. */
function keptSecret(file: string): string | undefined {
  try {
    return readCredentials(file)?.secret;
  } catch {
    return undefined;
  }
}

/** Reads the credentials. @returns undefined when nobody is signed in @throws CommandError when others can read the file */
function readCredentials(file: string): Credentials | undefined {
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
  const { issuer, clientId, notifications, key, session, secret } = value;
  return (
    [issuer, clientId, notifications, secret].every((text) => typeof text === 'string') &&
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

const deleteCredentials = (file: string): void => rmSync(file, { force: true });

/** Keeps a session in the file. Reads it every time, because another command may have renewed the tokens. */
function credentialsStorage(file: string, initial: Credentials): TokenStorage {
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
