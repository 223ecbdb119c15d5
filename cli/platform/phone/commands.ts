import { hostname } from 'node:os';
import path from 'node:path';
import { createSsoClient, type SsoApiClient } from '../../../generated/sso/client.ts';
import { deviceMiddleware } from '../../../src/client/http/middleware.ts';
import { unwrap } from '../../../src/typed-contract/client.ts';
import { ssoBaseUrl } from '../base-urls.ts';
import { UsageError } from '../print.ts';
import { describeRequest, followDeviceLink, parseDeepLink, parseDeviceLink } from './deep-link.ts';
import { openDeviceKey, type PhoneKey } from './device-key.ts';

export interface Phone {
  /** Directory of the key; each directory is one owner. */
  readonly directory: string;
  /** The provider, for commands that name no deep link. */
  readonly baseUrl: string;
  /** Prints progress for a person. */
  readonly show: (text: string) => void;
}

/** The phone of PHONE_DIR, or of the data directory, at the provider of SSO_BASE_URL. */
export const phoneOf = (env: NodeJS.ProcessEnv, show: Phone['show']): Phone => ({
  directory: env['PHONE_DIR'] || path.join(env['DATA_DIR'] || './.data', 'phone'),
  baseUrl: ssoBaseUrl(env),
  show,
});

const usage =
  'Usage: phone enroll [--invite CODE] | link <link> | approve <deep_link | verification_uri_complete> [--code ABC-DEF] | approve <requestId> [--limit N] | reject <deep_link | requestId> | inbox | revoke <client_id | jkt>';

/** Runs one command of the software phone. @returns the result to print besides `ok` */
export async function runPhone(phone: Phone, args: readonly string[]): Promise<object> {
  const { code, rest: others } = takeCode(args);
  const { limit, rest: unlimited } = takeLimit(others);
  const { invite, rest } = takeInvite(unlimited);
  const [command, argument, ...more] = rest;
  if (
    more.length > 0 ||
    ((code !== undefined || limit !== undefined) && command !== 'approve') ||
    (invite !== undefined && command !== 'enroll')
  )
    throw new UsageError(usage);
  if (command === 'enroll' && argument === undefined) return enrol(phone, invite);
  if (command === 'inbox' && argument === undefined) return listRequests(phone);
  if (command === 'link' && argument !== undefined) return join(phone, argument);
  if (command === 'approve' && argument !== undefined) return decide(phone, argument, 'approve', { code, limit });
  if (command === 'reject' && argument !== undefined) return decide(phone, argument, 'reject');
  if (command === 'revoke' && argument !== undefined) return revoke(phone, argument);
  throw new UsageError(usage);
}

async function enrol(phone: Phone, invite: string | undefined): Promise<object> {
  const { enrolled } = await connect(phone, phone.baseUrl, invite);
  return enrolled;
}

/** Joins the owner who shows a link. A phone that is an owner of its own is rejected. */
async function join(phone: Phone, text: string): Promise<object> {
  const { baseUrl, link } = parseDeviceLink(text);
  const { client, name } = await openClient(phone, baseUrl);
  return unwrap(await client.createDevice({ body: { name, link } }));
}

/** Removes `--code ABC-DEF` from the arguments. */
function takeCode(args: readonly string[]): { readonly code?: string; readonly rest: readonly string[] } {
  const at = args.indexOf('--code');
  if (at === -1) return { rest: args };
  const code = args[at + 1]?.toUpperCase() ?? '';
  if (!/^(?:[A-Z]{3}-[A-Z]{3}|[A-Z]{4}-[A-Z]{4})$/.test(code))
    throw new UsageError(`${code || 'Nothing'} is not a comparison code such as KTR-WDQ. ${usage}`);
  return { code, rest: args.toSpliced(at, 2) };
}

/** Removes `--invite CODE` from the arguments. */
function takeInvite(args: readonly string[]): { readonly invite?: string; readonly rest: readonly string[] } {
  const at = args.indexOf('--invite');
  if (at === -1) return { rest: args };
  const invite = args[at + 1];
  if (invite === undefined || invite === '') throw new UsageError(`--invite has no code. ${usage}`);
  return { invite, rest: args.toSpliced(at, 2) };
}

/** Removes `--limit N` from the arguments: smallest units of a payment, or times of an action. */
function takeLimit(args: readonly string[]): { readonly limit?: string; readonly rest: readonly string[] } {
  const at = args.indexOf('--limit');
  if (at === -1) return { rest: args };
  const limit = args[at + 1] ?? '';
  if (!/^[1-9][0-9]{0,77}$/.test(limit)) throw new UsageError(`--limit accepts a whole number. ${usage}`);
  return { limit, rest: args.toSpliced(at, 2) };
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
  const decided = unwrap(await client.decideAuthorizationRequest({ path: { requestId }, body }));
  return { ...decided, applicationName, comparisonCode };
}

/** Lists what agents wait for. */
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
