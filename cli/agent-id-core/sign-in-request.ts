import { UndocumentedResponseError } from '../../src/typed-contract/client.ts';
import { plainText } from '../../src/protocol/terminal-text.ts';
import type { CommandHost } from '../shared/host.ts';
import { Failure } from '../shared/failure.ts';
import { findKeypair } from '../shared/keypair/keypair.ts';
import type { OwnerSession } from '../shared/owner-session/owner-session.ts';
import { resolveProviderAddress, resolveSsoBaseUrl, oauthError, isLoopback } from '../shared/provider/provider.ts';
import { sessionFileFor } from '../shared/owner-session/bound-session.ts';
import { readPassphrase } from '../shared/keypair/passphrase.ts';
import { connectSso, responseOf } from '../shared/provider/sso-connection.ts';
import type { StateDir } from '../shared/state-dir/state-dir.ts';
import { agentName, type AuthRequest } from './start-auth.ts';
import { readPendingAuth, sessionOfKey } from './pending-auth.ts';
import { isJsonObject } from '../../src/protocol/json-object.ts';
import { boundedFetch } from '../shared/network/bounded-fetch.ts';

/** What a service says about the sign-in of its callers (RFC 9728 §2). */
interface ServiceAccess {
  /** Identifier of the service, sent as `resource` (RFC 8707). */
  readonly resource: string;
  /** Base URL of the sign-in provider. */
  readonly provider: string;
  /** Scopes that the service knows. */
  readonly scopes: readonly string[];
}

const wellKnown = '/.well-known/oauth-protected-resource';
const bounds = { timeoutMs: 10_000, maxBytes: 64 * 1024 };

/**
 * Reads the protected-resource metadata of a service: that of the given address, then that of its origin.
 * @param address URL of the service, or its host name
 * @throws Failure invalid_url, insecure_url, no_service_metadata, invalid_service_metadata, unreachable, timeout
 */
async function readServiceAccess(address: string): Promise<ServiceAccess> {
  const url = serviceUrl(address);
  const path = url.pathname.replace(/\/+$/, '');
  for (const place of path === '' ? [''] : [path, '']) {
    // RFC 9728 §3.1: the path of the resource follows the well-known one.
    const from = `${url.origin}${wellKnown}${place}`;
    const response = await boundedFetch(bounds)(from, { headers: { accept: 'application/json' } });
    if (response.status === 200) return readMetadata(await response.text(), from, url.origin + place);
    if (response.status !== 404)
      throw new Failure('no_service_metadata', `${from} responded with HTTP ${response.status}.`);
  }
  throw new Failure(
    'no_service_metadata',
    `${url.origin} does not say who signs its callers in: it publishes no ${wellKnown}.`,
  );
}

function serviceUrl(address: string): URL {
  const text = address.includes('://') ? address : `https://${address}`;
  const url = URL.parse(text);
  if (url === null || !['http:', 'https:'].includes(url.protocol) || url.username !== '' || url.password !== '')
    throw new Failure('invalid_url', `--service accepts an absolute http or https URL, not "${plainText(address)}".`);
  if (url.protocol === 'http:' && !isLoopback(url.hostname))
    throw new Failure('insecure_url', `${url.origin} is not https, so its sign-in provider cannot be trusted.`);
  return url;
}

/** RFC 9728 §3.3: metadata of another resource than the one that was asked for is refused. */
function readMetadata(text: string, from: string, expected: string): ServiceAccess {
  const refuse = (reason: string) => new Failure('invalid_service_metadata', `The metadata at ${from} ${reason}.`);
  const metadata = parse(text);
  if (!isJsonObject(metadata)) throw refuse('is not a JSON object');
  const { resource, authorization_servers: providers, scopes_supported: scopes = [] } = metadata;
  if (typeof resource !== 'string' || resource.replace(/\/+$/, '') !== expected)
    throw refuse(`is about ${plainText(String(resource))}, not about ${expected}`);
  const provider: unknown = Array.isArray(providers) ? providers[0] : undefined;
  if (typeof provider !== 'string') throw refuse('names no authorization server');
  if (
    !Array.isArray(scopes) ||
    !scopes.every((scope) => typeof scope === 'string' && /^[\x21\x23-\x5b\x5d-\x7e]+$/.test(scope))
  )
    throw refuse('has scopes that are not RFC 6749 scope tokens');
  try {
    return { resource, provider: resolveSsoBaseUrl(provider, {}), scopes };
  } catch {
    throw refuse(`names an authorization server that is not https: ${plainText(provider)}`);
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

interface SignInFlags {
  readonly 'provider-address': string | undefined;
  readonly 'sso-url': string | undefined;
  readonly 'oidc-origin': string;
  readonly 'agent-name': string | undefined;
  readonly service: string | undefined;
  readonly scope: string | undefined;
  readonly 'accept-provider': boolean;
}

/**
 * Reads the flags of a sign-in: at a named provider, or for a service that names its provider.
 * @throws Failure no_provider_address, invalid_flag; for a service also provider_not_accepted, bound_to_another_provider,
 *   registration_refused and those of readServiceAccess
 */
export async function signInRequest(
  dir: StateDir,
  host: CommandHost,
  flags: SignInFlags,
  passphrase: string | undefined,
): Promise<AuthRequest> {
  const common = { origin: flags['oidc-origin'], agentName: agentName(flags['agent-name']) };
  if (flags.service === undefined) {
    if (flags.scope !== undefined || flags['accept-provider'])
      throw new Failure(
        'invalid_flag',
        `${flags.scope === undefined ? '--accept-provider' : '--scope'} belongs to --service.`,
      );
    const providerAddress = resolveProviderAddress(flags['provider-address'], host);
    return { ...common, providerAddress, ssoBaseUrl: resolveSsoBaseUrl(flags['sso-url'], host.env) };
  }
  const access = await readServiceAccess(flags.service);
  const keypair = findKeypair(dir, passphrase);
  const bound = keypair && (await sessionOfKey(dir, passphrase, keypair));
  requireAccepted(access, flags, bound, host);
  const scope = [...new Set(['openid', ...(flags.scope?.split(/\s+/).filter(Boolean) ?? access.scopes)])].join(' ');
  const { provider: ssoBaseUrl, resource } = access;
  const providerAddress =
    flags['provider-address'] ?? knownApplication(dir, ssoBaseUrl, bound, host) ?? (await register(ssoBaseUrl));
  return { ...common, providerAddress, ssoBaseUrl, resource, scope };
}

/** A provider on another origin than the service is a choice of the caller, unless it was made before. */
function requireAccepted(
  { resource, provider }: ServiceAccess,
  flags: SignInFlags,
  bound: OwnerSession | undefined,
  { env }: CommandHost,
): void {
  if (bound !== undefined) {
    if (bound.ssoBaseUrl === provider) return;
    throw new Failure(
      'bound_to_another_provider',
      `${resource} signs its callers in at ${provider}; this identity is bound at ${bound.ssoBaseUrl} and stays so. Use another state directory: --state-dir or AGENT_ID_STATE_DIR.`,
    );
  }
  const named = flags['sso-url'] || env['SSO_BASE_URL'];
  const isNamed = named !== undefined && resolveSsoBaseUrl(named, {}) === provider;
  if (isNamed || flags['accept-provider'] || new URL(provider).origin === new URL(resource).origin) return;
  throw new Failure(
    'provider_not_accepted',
    `${resource} signs its callers in at ${provider}, another origin. If that is the right provider, add --accept-provider.`,
  );
}

/** Finds the application that this identity signed in to at a provider, or that the environment names for it. */
function knownApplication(
  dir: StateDir,
  ssoBaseUrl: string,
  bound: OwnerSession | undefined,
  host: CommandHost,
): string | undefined {
  if (bound?.ssoBaseUrl === ssoBaseUrl) return bound.providerAddress;
  const pending = readPendingAuth(dir);
  if (pending?.ssoBaseUrl === ssoBaseUrl) return pending.providerAddress;
  return resolveSsoBaseUrl(undefined, host.env) === ssoBaseUrl
    ? host.env['PLATFORM_PROVIDER_ADDRESS']?.trim() || undefined
    : undefined;
}

/** Registers this toolkit as an application (RFC 7591). @returns its client_id */
async function register(ssoBaseUrl: string): Promise<string> {
  const response = await responseOf(
    connectSso(ssoBaseUrl).createClientRegistration({
      body: {
        client_name: 'Agent identity toolkit',
        // Never used, because the code is polled; its origin is that of the toolkit's requests.
        redirect_uris: ['http://localhost/callback'],
        grant_types: ['authorization_code', 'refresh_token'],
        token_endpoint_auth_method: 'none',
        dpop_bound_access_tokens: true,
      },
    }),
  );
  if (!(response instanceof UndocumentedResponseError) && response.status === 201) return response.body.client_id;
  throw new Failure(
    'registration_refused',
    `${plainText(ssoBaseUrl)} does not register this agent's application (${oauthError(response).text}). Pass --provider-address.`,
  );
}

/** What is missing before an identity may write at a service. */
export interface MissingSignIn {
  readonly provider: string;
  readonly scopes: readonly string[];
  /** Arguments of the tool `sign_in`; absent when this identity is bound at another provider. */
  readonly arguments?: { readonly service: string; readonly accept_provider?: true };
  readonly note?: string;
}

/** Says how to sign in for a service; undefined when a session for it exists, and when the service names no provider. */
export async function signInFor(dir: StateDir, host: CommandHost, service: string): Promise<MissingSignIn | undefined> {
  const passphrase = readPassphrase(host);
  const keypair = findKeypair(dir, passphrase);
  const url = new URL(service);
  const session = keypair && (await sessionOfKey(dir, passphrase, keypair, sessionFileFor(dir, url)));
  // Without a resource, the application's own reach decides, which only the service knows.
  if (session && (session.resource === undefined || url.href.startsWith(session.resource))) return undefined;
  const access = await readServiceAccess(service).catch((error: unknown) => {
    if (error instanceof Failure) return undefined;
    throw error;
  });
  if (!access) return undefined;
  const { provider, resource, scopes } = access;
  if (session && session.ssoBaseUrl !== provider)
    return {
      provider,
      scopes,
      note: `This identity is bound at ${session.ssoBaseUrl}; the service needs another one.`,
    };
  const foreign = new URL(provider).origin !== new URL(resource).origin && session === undefined;
  const named = resolveSsoBaseUrl(undefined, host.env) === provider && !!host.env['SSO_BASE_URL'];
  return { provider, scopes, arguments: { service, ...(foreign && !named && { accept_provider: true }) } };
}
