import type { DpopKeypair } from '../dpop/dpop-keypair.ts';
import type { SsoLogger } from './sso-events.ts';
import { defaultStorage, type TokenStorage } from './stored-session.ts';

/** Configuration of SsoClient (interface document, table "Client configuration", and further options). */
export interface SsoClientConfig {
  /** Base URL of the provider: https unless the host is loopback. May have a path prefix and a trailing slash. */
  readonly ssoBaseUrl: string;
  /** Address of the application at the provider, sent as client_id. */
  readonly providerAddress: string;
  /** Milliseconds between two polls. Default 5000. */
  readonly pollingInterval?: number | undefined;
  /** Sent on the authorize and the token request when set. */
  readonly redirectUri?: string | undefined;
  /** Default: the browser's local storage; in-memory storage outside browsers. */
  readonly tokenStorage?: TokenStorage | undefined;
  /** Permits http for a host that is not loopback. Default false. */
  readonly allowInsecureSsoBaseUrl?: boolean | undefined;
  /** Binds the tokens to a key. */
  readonly dpop?: { readonly keypair: DpopKeypair } | undefined;

  /** Storage of a pending sign-in. Default: the browser's session storage; in-memory storage outside browsers. */
  readonly flowStorage?: TokenStorage | undefined;
  /** Timeout of a request in milliseconds. Default 30,000. */
  readonly timeout?: number | undefined;
  /** Tolerated difference of the local clock for id_tokens in seconds, 0 to 300. Default 30. */
  readonly clockSkew?: number | undefined;
  /**
   * Origins of your APIs, to which `fetch` sends the access token. Default: the origin of the page. The provider's origin
   * always gets it.
   */
  readonly apiOrigins?: readonly string[] | undefined;
  /** Receives every error of the client once, also of renewals in the background. */
  readonly onError?: ((error: Error) => void) | undefined;
  /** Receives log lines without tokens, codes and links, for example `console`. */
  readonly logger?: SsoLogger | undefined;
  /** Default: the platform's fetch. */
  readonly fetch?: typeof globalThis.fetch | undefined;
  /** Milliseconds since 1970. Default: the system's clock. */
  readonly now?: (() => number) | undefined;
}

/** A validated configuration with defaults. */
export interface ResolvedSsoConfig {
  /** Without trailing slash. Also the issuer. */
  readonly ssoBaseUrl: string;
  readonly providerAddress: string;
  readonly pollingInterval: number;
  readonly redirectUri: string | undefined;
  readonly tokenStorage: TokenStorage;
  readonly flowStorage: TokenStorage;
  readonly keypair: DpopKeypair | undefined;
  readonly timeout: number;
  /** Seconds. */
  readonly clockSkew: number;
  /** Origins that receive the access token, the provider's included. */
  readonly apiOrigins: readonly string[];
  readonly onError: ((error: Error) => void) | undefined;
  readonly logger: SsoLogger | undefined;
  readonly fetch: typeof globalThis.fetch;
  readonly now: () => number;
}

/** Validates a configuration and adds defaults. @throws TypeError that names the invalid option */
export function resolveSsoConfig(config: SsoClientConfig): ResolvedSsoConfig {
  const {
    providerAddress,
    pollingInterval = 5_000,
    timeout = 30_000,
    redirectUri,
    now = Date.now,
    clockSkew = 30,
  } = config;
  if (typeof providerAddress !== 'string' || providerAddress.trim() === '') {
    throw new TypeError('providerAddress must be the address of your application at the provider.');
  }
  positive('pollingInterval', pollingInterval);
  positive('timeout', timeout);
  if (!(clockSkew >= 0 && clockSkew <= 300)) {
    throw new TypeError(`clockSkew must be 0 to 300 seconds, not ${clockSkew}.`);
  }
  if (redirectUri !== undefined && !URL.canParse(redirectUri)) {
    throw new TypeError(`redirectUri must be an absolute URL, not ${redirectUri}.`);
  }
  const { fetch, onError, logger } = config;
  const insecureAllowed = config.allowInsecureSsoBaseUrl === true;
  const ssoBaseUrl = baseUrl(config.ssoBaseUrl, insecureAllowed);
  const origins = config.apiOrigins?.map((origin) => apiOrigin(origin, insecureAllowed)) ?? pageOrigin(insecureAllowed);
  return {
    ssoBaseUrl,
    apiOrigins: [...new Set([...origins, new URL(ssoBaseUrl).origin])],
    onError,
    logger,
    providerAddress,
    pollingInterval,
    redirectUri,
    tokenStorage: storage('tokenStorage', config.tokenStorage) ?? defaultStorage('localStorage'),
    flowStorage: storage('flowStorage', config.flowStorage) ?? defaultStorage('sessionStorage'),
    keypair: keypair(config.dpop),
    timeout,
    clockSkew,
    // Looked up per call: a page may replace fetch later, and browsers reject a detached one.
    fetch: fetch ?? ((input, init) => globalThis.fetch(input, init)),
    now,
  };
}

const loopbackHosts: readonly string[] = ['localhost', '127.0.0.1', '[::1]'];

function baseUrl(value: string, insecureAllowed: boolean): string {
  const url = typeof value === 'string' && URL.canParse(value) ? new URL(value) : undefined;
  if (url === undefined || (url.protocol !== 'https:' && url.protocol !== 'http:')) {
    throw new TypeError(`ssoBaseUrl must be an absolute https URL, not ${value}.`);
  }
  if (url.username !== '' || url.password !== '' || url.search !== '' || url.hash !== '') {
    throw new TypeError('ssoBaseUrl must have no user information, query or fragment.');
  }
  if (!isSecure(url, insecureAllowed)) {
    throw new TypeError(
      `ssoBaseUrl must be https unless the host is loopback, or allowInsecureSsoBaseUrl is set; not ${value}.`,
    );
  }
  return (url.origin + url.pathname).replace(/\/+$/, '');
}

/** An access token is sent encrypted, or to this device. */
function isSecure({ protocol, hostname }: URL, insecureAllowed: boolean): boolean {
  return protocol === 'https:' || (protocol === 'http:' && (insecureAllowed || loopbackHosts.includes(hostname)));
}

function apiOrigin(value: string, insecureAllowed: boolean): string {
  const url = URL.canParse(value) ? new URL(value) : undefined;
  if (url !== undefined && `${url.origin}/` === url.href && isSecure(url, insecureAllowed)) return url.origin;
  throw new TypeError(`apiOrigins must be https origins without a path, such as https://api.example, not ${value}.`);
}

function pageOrigin(insecureAllowed: boolean): readonly string[] {
  const page = typeof document === 'undefined' ? undefined : globalThis.location?.href;
  if (page === undefined || !URL.canParse(page)) return [];
  const url = new URL(page);
  return isSecure(url, insecureAllowed) ? [url.origin] : [];
}

function positive(name: string, value: number): void {
  if (!Number.isFinite(value) || value <= 0) {
    throw new TypeError(`${name} must be a number of milliseconds above 0, not ${value}.`);
  }
}

function storage(name: string, value: TokenStorage | undefined): TokenStorage | undefined {
  if (value === undefined) return undefined;
  const methods = ['getItem', 'setItem', 'removeItem'] as const;
  const absent = methods.find((method) => typeof value?.[method] !== 'function');
  if (absent !== undefined) throw new TypeError(`${name} must have the function ${absent}.`);
  return value;
}

function keypair(dpop: SsoClientConfig['dpop']): DpopKeypair | undefined {
  if (dpop === undefined) return undefined;
  const { privateKey, publicJwk } = dpop.keypair ?? {};
  const { kty, crv, x } = publicJwk ?? {};
  if (privateKey === undefined || kty !== 'OKP' || crv !== 'Ed25519' || typeof x !== 'string') {
    throw new TypeError('dpop.keypair must be {privateKey, publicJwk} of an Ed25519 key.');
  }
  return dpop.keypair;
}
