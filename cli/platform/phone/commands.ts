import { hostname } from 'node:os';
import { join } from 'node:path';
import { createSsoClient, type SsoApiClient } from '../../../generated/sso/client.ts';
import { deviceMiddleware } from '../../../src/client/http/middleware.ts';
import { unwrap } from '../../../src/typed-contract/client.ts';
import { serviceBaseUrl } from '../base-urls.ts';
import { UsageError } from '../print.ts';
import { describeRequest, followDeviceLink, parseDeepLink, parseDeviceLink } from './deep-link.ts';
import { createPrivateKey, generateKeyPairSync, type KeyObject, randomUUID, sign } from 'node:crypto';
import { link, mkdir, readFile, stat, unlink, writeFile } from 'node:fs/promises';
import type { DpopKeypair } from '../../../src/client/dpop/dpop-keypair.ts';
import { parseEd25519Jwk } from '../../../src/protocol/ed25519-key.ts';
import { jwkThumbprint } from '../../../src/protocol/jwk-thumbprint.ts';

export interface Phone {
  /** Directory of the key; each directory is one owner. */
  readonly directory: string;
  /** The provider, for commands that name no deep link. */
  readonly baseUrl: string;
  /** Prints progress for a person. */
  readonly show: (text: string) => void;
}

/** The phone of PHONE_DIR, or of the data directory, at the provider of SSO_BASE_URL. */
export const phoneOf = (env: Readonly<Record<string, string | undefined>>, show: Phone['show']): Phone => ({
  directory: env['PHONE_DIR'] || join(env['DATA_DIR'] || './.data', 'phone'),
  baseUrl: serviceBaseUrl(env, 'sso'),
  show,
});

const usage =
  'Usage: phone enroll [--invite CODE] | link [<link>] | approve <deep_link | verification_uri_complete> [--code ABC-DEF] | approve <requestId> [--limit N] | reject <deep_link | requestId> | inbox | revoke <client_id | jkt>';

/** Runs one command of the software phone. @returns the result to print besides `ok` */
export async function runPhone(phone: Phone, args: readonly string[]): Promise<object> {
  const { value: typed, rest: others } = takeFlag(args, '--code');
  const { value: limit, rest: unlimited } = takeFlag(others, '--limit');
  const { value: invite, rest } = takeFlag(unlimited, '--invite');
  const code = typed?.toUpperCase();
  if (code !== undefined && !/^(?:[A-Z]{3}-[A-Z]{3}|[A-Z]{4}-[A-Z]{4})$/.test(code))
    throw new UsageError(`${code || 'Nothing'} is not a comparison code such as KTR-WDQ. ${usage}`);
  if (invite === '') throw new UsageError(`--invite has no code. ${usage}`);
  if (limit !== undefined && !/^[1-9][0-9]{0,77}$/.test(limit))
    throw new UsageError(`--limit accepts a whole number. ${usage}`);
  const [command, argument, ...more] = rest;
  if (
    more.length > 0 ||
    ((code !== undefined || limit !== undefined) && command !== 'approve') ||
    (invite !== undefined && command !== 'enroll')
  )
    throw new UsageError(usage);
  if (command === 'enroll' && argument === undefined) return enrol(phone, invite);
  if (command === 'inbox' && argument === undefined) return listRequests(phone);
  if (command === 'link') return argument === undefined ? createLink(phone) : joinOwner(phone, argument);
  if (command === 'approve' && argument !== undefined) return decide(phone, argument, 'approve', { code, limit });
  if (command === 'reject' && argument !== undefined) return decide(phone, argument, 'reject');
  if (command === 'revoke' && argument !== undefined) return revoke(phone, argument);
  throw new UsageError(usage);
}

async function enrol(phone: Phone, invite: string | undefined): Promise<object> {
  const { enrolled } = await connect(phone, phone.baseUrl, invite);
  return enrolled;
}

/** Creates a link with which a browser, by a passkey, or another phone joins the owner of this phone. */
async function createLink(phone: Phone): Promise<object> {
  const { client } = await connect(phone, phone.baseUrl);
  const { link: url, expiresAt } = unwrap(await client.createDeviceLink({}));
  phone.show('Open the link within 5 minutes in a browser: its passkey then signs in as the owner of this phone.');
  return { link: url, expiresAt };
}

/** Joins the owner who shows a link. A phone that is an owner of its own is rejected. */
async function joinOwner(phone: Phone, text: string): Promise<object> {
  const { baseUrl, link } = parseDeviceLink(text);
  const { client, name } = await openClient(phone, baseUrl);
  return unwrap(await client.createDevice({ body: { name, link } }));
}

/** Removes a flag and its value from the arguments. Ids may begin with a dash, so this is no general parser. */
function takeFlag(
  args: readonly string[],
  flag: string,
): { readonly value?: string; readonly rest: readonly string[] } {
  const at = args.indexOf(flag);
  return at === -1 ? { rest: args } : { value: args[at + 1] ?? '', rest: args.toSpliced(at, 2) };
}

/** What an approval has besides the decision. */
interface ApprovalOptions {
  /** Comparison code of a sign-in. */
  readonly code?: string | undefined;
  /** Further requests of the agent for the same are approved up to this limit, for a day. */
  readonly limit?: string | undefined;
}

const day = 24 * 3_600_000;

async function decide(
  phone: Phone,
  link: string,
  decision: 'approve' | 'reject',
  { code, limit }: ApprovalOptions = {},
): Promise<object> {
  // A request of an agent has no link: the inbox names it.
  const { baseUrl, requestId } = isSecret(link)
    ? { baseUrl: phone.baseUrl, requestId: link }
    : parseDeepLink(await followDeviceLink(link));
  const { client } = await connect(phone, baseUrl);
  const request = unwrap(await client.getAuthorizationRequest({ path: { requestId } }));
  phone.show(describeRequest(request));
  if (request.status === 'pending') phone.show(decision === 'approve' ? '\nApproving …' : '\nRejecting …');

  const { clientId, dpopJkt, applicationName, comparisonCode } = request;
  const endsAt = new Date(Date.now() + day).toISOString();
  const body = {
    decision,
    clientId,
    dpopJkt,
    ...(code !== undefined && { comparisonCode: code }),
    ...(limit !== undefined && { mandate: { limit, period: 'day', endsAt } as const }),
  };
  const decided = await client.decideAuthorizationRequest({ path: { requestId }, body });
  if (decided.status === 403 && decided.body.error === 'same_browser_required')
    phone.show(
      'To sign in there as the owner of this phone, run platform phone link and open its link in that browser.',
    );
  return { ...unwrap(decided), applicationName, comparisonCode };
}

async function listRequests(phone: Phone): Promise<object> {
  const { client } = await connect(phone, phone.baseUrl);
  const { requests } = unwrap(await client.listOwnerRequests({ query: { state: 'pending', limit: 100 } }));
  return { requests };
}

/** Thumbprints and the ids of requests are 256 bits in base64url. */
const isSecret = (text: string): boolean => /^[A-Za-z0-9_-]{43}$/.test(text);

/** Disconnects the sessions of one agent key. @returns how many there were */
async function revokeKey(client: SsoApiClient, jkt: string): Promise<number> {
  const found: string[] = [];
  for (let cursor: string | null | undefined; cursor !== null;) {
    const query = { limit: 100, ...(cursor !== undefined && { cursor }) };
    const { sessions, nextCursor } = unwrap(await client.listConnectedSessions({ query }));
    found.push(...sessions.filter((one) => one.jkt === jkt).map(({ sessionId }) => sessionId));
    cursor = nextCursor;
  }
  for (const sessionId of found) unwrap(await client.revokeConnectedSession({ path: { sessionId } }));
  return found.length;
}

/** Disconnects an application, or one agent by the thumbprint of its key. */
async function revoke(phone: Phone, clientId: string): Promise<object> {
  if (isSecret(clientId)) {
    const { client, enrolled } = await connect(phone, phone.baseUrl);
    return { sub: enrolled.sub, jkt: clientId, revoked: await revokeKey(client, clientId) };
  }
  if (!/^[0-9a-f]{32}$/.test(clientId))
    throw new UsageError(
      `${clientId} is neither a client_id of 32 hex digits nor the thumbprint (jkt) of an agent key. ${usage}`,
    );
  const { client, enrolled } = await connect(phone, phone.baseUrl);
  const { revoked } = unwrap(await client.revokeConnectedClient({ path: { clientId } }));
  return { sub: enrolled.sub, clientId, revoked };
}

/** Returns a client that signs as this phone. Enrolment is idempotent, so any command may be the first. */
async function connect(phone: Phone, baseUrl: string, invite?: string) {
  const { client, name } = await openClient(phone, baseUrl);
  const response = await client.createDevice({ body: { name, ...(invite !== undefined && { invite }) } });
  return { client, enrolled: unwrap(response) };
}

async function openClient({ directory }: Phone, baseUrl: string) {
  const key: PhoneKey = await openDeviceKey(directory);
  const client: SsoApiClient = createSsoClient({ baseUrl, middleware: [deviceMiddleware({ keypair: key })] });
  const name = `Software phone on ${hostname()
    .replace(/[^\w.-]/g, '-')
    .slice(0, 60)}`;
  return { client, name };
}

interface PhoneKey extends DpopKeypair {
  readonly jkt: string;
}

/** Reads the key of the phone in a directory, or creates it. Only the user can read the file (0600). */
export async function openDeviceKey(directory: string): Promise<PhoneKey> {
  const file = join(directory, 'device-key.json');
  const text = (await read(file)) ?? (await create(directory, file));
  let signing: KeyObject;
  try {
    signing = createPrivateKey({ key: JSON.parse(text), format: 'jwk' });
  } catch {
    throw new Error(`${file} contains no private key: move it away to start with a new phone, and so as a new owner.`);
  }
  const { kty, crv, x } = signing.export({ format: 'jwk' });
  const { jwk } = parseEd25519Jwk({ kty, crv, x });
  return { publicJwk: jwk, jkt: jwkThumbprint(jwk), privateKey: (message) => sign(null, message, signing) };
}

async function read(file: string): Promise<string | undefined> {
  try {
    const { mode } = await stat(file);
    if (process.platform !== 'win32' && (mode & 0o077) !== 0)
      throw new Error(`${file} can be read by others: chmod 600 it.`);
    return await readFile(file, 'utf8');
  } catch (error) {
    if (isCode(error, 'ENOENT')) return undefined;
    throw error;
  }
}

/** Creates the key file. Of concurrent first commands the first to link its file wins; all return its key. */
async function create(directory: string, file: string): Promise<string> {
  await mkdir(directory, { recursive: true, mode: 0o700 });
  const { privateKey } = generateKeyPairSync('ed25519');
  const text = `${JSON.stringify(privateKey.export({ format: 'jwk' }))}\n`;
  const draft = `${file}.${randomUUID()}`;
  await writeFile(draft, text, { mode: 0o600, flag: 'wx' });
  try {
    await link(draft, file);
    return text;
  } catch (error) {
    if (isCode(error, 'EEXIST')) return await readFile(file, 'utf8');
    throw error;
  } finally {
    await unlink(draft);
  }
}

function isCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code;
}
