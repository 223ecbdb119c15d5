import { hostname, userInfo } from 'node:os';
import { renderUnicodeCompact } from 'uqr';
import type { SsoApiClient } from '../../generated/sso/client.ts';
import { UndocumentedResponseError } from '../../src/typed-contract/client.ts';
import { s256Challenge } from '../../src/protocol/pkce.ts';
import { Failure } from '../shared/failure.ts';
import type { Keypair } from '../shared/keypair/keypair.ts';
import { withLock } from '../shared/state-dir/lock.ts';
import { readPassphrase } from '../shared/keypair/passphrase.ts';
import { plainText } from '../../src/protocol/terminal-text.ts';
import { isLoopback, oauthError, refusedKey } from '../shared/provider/provider.ts';
import { isAuthenticPending, type PendingAuth, readPendingAuth, writePendingAuth } from './pending-auth.ts';
import { defaultOrigin } from './flags.ts';
import { connectSso, responseOf } from '../shared/provider/sso-connection.ts';
import type { StateDir } from '../shared/state-dir/state-dir.ts';
import type { CommandHost } from '../shared/host.ts';

export interface AuthRequest {
  readonly providerAddress: string;
  readonly ssoBaseUrl: string;
  /** Sent as Origin. */
  readonly origin: string;
  /** What the agent calls itself; the owner sees it marked as chosen by the agent. */
  readonly agentName: string | undefined;
  /** Service that the tokens are for (RFC 8707), and the scope for it; without them, what the application reaches. */
  readonly resource?: string | undefined;
  readonly scope?: string | undefined;
}

/** Link for the owner, and polling code for the agent. */
export interface StartedAuth {
  readonly deepLink: string;
  readonly pollingCode: string;
  /** Unix seconds. */
  readonly expiredAt: number;
  /** Code shown on both screens; undefined when the provider sends none. */
  readonly comparisonCode: string | undefined;
}

/** Reads the issuer from discovery; it must equal the base URL. */
async function readIssuer(sso: SsoApiClient, baseUrl: string): Promise<string> {
  const response = await responseOf(sso.getOpenIdConfiguration());
  if (response instanceof UndocumentedResponseError || response.status !== 200)
    throw new Failure('provider_failed', `The discovery document of ${baseUrl} returned HTTP ${response.status}.`);
  const issuer: unknown = response.body.issuer;
  if (typeof issuer !== 'string' || issuer.replace(/\/+$/, '') !== baseUrl) {
    throw new Failure(
      'issuer_mismatch',
      `The provider at ${baseUrl} has the issuer ${plainText(String(issuer))}. Pass the issuer with --sso-url.`,
    );
  }
  return issuer;
}

async function authorize(
  sso: SsoApiClient,
  request: AuthRequest,
  jkt: string,
  { codeVerifier, state, nonce }: { readonly codeVerifier: string; readonly state: string; readonly nonce: string },
) {
  const query = {
    response_type: 'code',
    response_mode: 'json',
    client_id: request.providerAddress,
    scope: request.scope ?? 'openid',
    ...(request.resource !== undefined && { resource: request.resource }),
    code_challenge: s256Challenge(codeVerifier),
    code_challenge_method: 'S256',
    state,
    nonce,
    dpop_jkt: jkt,
    ...(request.agentName !== undefined && { agent_name: request.agentName }),
  } as const;
  const send = (origin: string) => responseOf(sso.authorize({ query, headers: { Origin: origin } }));
  const first = { response: await send(request.origin), origin: request.origin };
  const refused = first.response.status !== 200 && oauthError(first.response).text.includes('Origin not allowed');
  if (!refused || request.origin === defaultOrigin) return first;
  return { response: await send(defaultOrigin), origin: defaultOrigin };
}

/** Characters that the QR code of a link holds. */
const maxDeepLink = 2_000;

/** Checks members of the authorize response that are shown to the owner. */
function checkShown(deepLink: string, comparisonCode: unknown): void {
  const url = URL.canParse(deepLink) ? new URL(deepLink) : undefined;
  const safe = url?.protocol === 'https:' || (url?.protocol === 'http:' && isLoopback(url.hostname));
  if (!url || !safe || /[^\x21-\x7e]/.test(deepLink))
    throw new Failure('provider_failed', `The deep_link of the provider is not an https URL: ${plainText(deepLink)}`);
  if (deepLink.length > maxDeepLink)
    throw new Failure(
      'deep_link_refused',
      `The deep_link of the provider has ${deepLink.length} characters, more than the ${maxDeepLink} of a QR code.`,
    );
  if (url.username !== '' || url.password !== '')
    throw new Failure(
      'deep_link_refused',
      `The deep_link of the provider contains a user name, which hides its host ${url.host}: ${plainText(deepLink)}`,
    );
  if (comparisonCode !== undefined && !(typeof comparisonCode === 'string' && /^[A-Z0-9-]{4,16}$/.test(comparisonCode)))
    throw new Failure(
      'provider_failed',
      'The comparison_code of the provider is not 4 to 16 letters, digits or dashes.',
    );
}

/** Finds a pending sign-in for the same key, provider and application, and no other chosen name, that has not expired. */
async function findReusable(
  dir: StateDir,
  { jkt }: Keypair,
  { providerAddress, ssoBaseUrl, resource, scope, agentName: name }: AuthRequest,
  passphrase: string | undefined,
  now: number,
): Promise<PendingAuth | undefined> {
  const pending = readPendingAuth(dir);
  if (!pending || pending.expiredAt <= now || pending.jkt !== jkt) return undefined;
  if (pending.providerAddress !== providerAddress || pending.ssoBaseUrl !== ssoBaseUrl) return undefined;
  if (pending.resource !== resource || pending.scope !== scope) return undefined;
  // A command without --agent-name continues a sign-in of any name.
  if (pending.agentName !== name && name !== agentName(undefined)) return undefined;
  return (await isAuthenticPending(dir, passphrase, pending)) ? pending : undefined;
}

/**
 * Starts a sign-in bound to the agent key and stores it for `bind`. Returns a pending sign-in instead, so that its
 * approval is not lost.
 * @param mode `new` always starts another sign-in
 * @throws Failure unreachable, timeout, provider_failed, deep_link_refused, issuer_mismatch, authorize_refused, key_compromised
 */
export async function startAuth(
  dir: StateDir,
  keypair: Keypair,
  request: AuthRequest,
  host: CommandHost,
  mode: 'reuse' | 'new' = 'reuse',
): Promise<StartedAuth> {
  const passphrase = readPassphrase(host);
  const createdAt = Math.floor(host.now() / 1000);
  const reusable = mode === 'reuse' ? await findReusable(dir, keypair, request, passphrase, createdAt) : undefined;
  if (reusable) {
    const { deepLink, pollingCode, expiredAt, comparisonCode } = reusable;
    return { deepLink, pollingCode, expiredAt, comparisonCode };
  }
  const sso = connectSso(request.ssoBaseUrl);
  const issuer = await readIssuer(sso, request.ssoBaseUrl);
  const fresh = (): string => host.randomBytes(32).toString('base64url');
  const secrets = { codeVerifier: fresh(), state: fresh(), nonce: fresh() };
  const { response, origin } = await authorize(sso, request, keypair.jkt, secrets);
  if (response instanceof UndocumentedResponseError || response.status !== 200) {
    const { reason, text } = oauthError(response);
    throw refusedKey(reason) ?? new Failure('authorize_refused', `The provider refused the sign-in (${text}).`);
  }
  const {
    deep_link: deepLink,
    polling_code: pollingCode,
    expired_at: expiredAt,
    comparison_code: comparisonCode,
  } = response.body;
  if (typeof deepLink !== 'string' || typeof pollingCode !== 'string' || typeof expiredAt !== 'number') {
    throw new Failure('provider_failed', 'The response of the provider lacks deep_link, polling_code or expired_at.');
  }
  checkShown(deepLink, comparisonCode);
  const { providerAddress, ssoBaseUrl, resource, scope, agentName: name } = request;
  const pending = {
    issuer,
    ssoBaseUrl,
    providerAddress,
    origin,
    deepLink,
    pollingCode,
    ...secrets,
    jkt: keypair.jkt,
    expiredAt,
    createdAt,
    ...(comparisonCode !== undefined && { comparisonCode }),
    ...(name !== undefined && { agentName: name }),
    ...(resource !== undefined && { resource, scope }),
  };
  await withLock(dir, () => writePendingAuth(dir, pending, passphrase));
  return { deepLink, pollingCode, expiredAt, comparisonCode };
}

/** Longest name, in characters. */
const maxLength = 80;

/** Control, format and separator characters. */
const unsafe = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u;

function userAndHost(): string {
  let user = '';
  try {
    user = userInfo().username;
  } catch {
    // The uid has no passwd entry.
  }
  return user === '' ? hostname() : `${user}@${hostname()}`;
}

/**
 * Name of this agent for its owner: --agent-name, else user and host. Undefined when these cannot be sent.
 * @throws Failure invalid_flag
 */
export function agentName(flag: string | undefined): string | undefined {
  if (flag === undefined) {
    const name = Array.from(userAndHost().replace(new RegExp(unsafe, 'gu'), '').trim())
      .slice(0, maxLength)
      .join('')
      .trim();
    return name === '' ? undefined : name;
  }
  const name = flag.trim();
  if (name !== '' && Array.from(name).length <= maxLength && !unsafe.test(name)) return name;
  throw new Failure(
    'invalid_flag',
    `--agent-name accepts 1 to ${maxLength} characters without control or invisible characters.`,
  );
}

/** Renders a QR code for a terminal in half-block characters, two modules per line. */
export function qrText(text: string): string {
  return renderUnicodeCompact(text, { border: 2 });
}
