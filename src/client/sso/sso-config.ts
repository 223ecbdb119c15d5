import type { DpopKeypair } from '../dpop/dpop-keypair.ts';
import { type SsoLogger, createSsoReporter, type SsoReporter } from './sso-events.ts';
import {
  defaultStorage,
  type TokenStorage,
  createStoredSession,
  type IdTokenClaims,
  type StoredSession,
} from './stored-session.ts';
import type { SsoApiClient as SsoApi } from '../../../generated/sso/client.ts';
import type { SsoOperations } from '../../../generated/sso/operations.ts';
import { authorize, exchangeToken, pollAuthorization, revokeToken } from '../../../generated/sso/routes.ts';
import { jwkThumbprint, type Thumbprint } from '../../protocol/jwk-thumbprint.ts';
import { createKeySetCache, type KeySetCache } from '../../protocol/key-set-cache.ts';
import { createDpopSigner, type DpopSigner, sendSigned } from '../http/middleware.ts';
import { createIdTokenCheck, idTokenKeySetMaxAge, type IdTokenVerification } from './id-token-verifier.ts';
import { createProviderApi } from './provider-call.ts';
import { IdTokenError } from './sso-errors.ts';

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

// Only the operations of a sign-in, to keep the bundle small.
const signInRoutes = { authorize, pollAuthorization };
const tokenRoutes = { exchangeToken, revokeToken };

/** Shared dependencies of the operations of one client. */
export interface SsoClientContext {
  readonly config: ResolvedSsoConfig;
  readonly api: Pick<SsoApi, keyof typeof signInRoutes>;
  /** Sends a DPoP proof when the client has a key. */
  readonly tokenApi: Pick<SsoApi, keyof typeof tokenRoutes>;
  /** Undefined without a key. */
  readonly dpopSigner: DpopSigner | undefined;
  readonly reporter: SsoReporter;
  readonly session: StoredSession;
  readonly keySet: KeySetCache;
  /** Thumbprint of the client's key. */
  readonly jkt: Thumbprint | undefined;
  /** @throws IdTokenError */
  readonly verifyIdToken: (token: string, expected: IdTokenVerification) => Promise<IdTokenClaims>;
}

export function createSsoClientContext(config: ResolvedSsoConfig): SsoClientContext {
  const { ssoBaseUrl: baseUrl, providerAddress, keypair, fetch, now, clockSkew } = config;
  const keySet = createKeySetCache({ url: `${baseUrl}/oauth/jwks`, fetch, now, maxAge: idTokenKeySetMaxAge });
  const reporter = createSsoReporter(config);
  const dpopSigner = keypair && createDpopSigner({ keypair, now });
  const sendLogged = async (request: Request, signer?: DpopSigner) => {
    const response = await sendSigned(request, { signer, fetch });
    reporter.log('debug', `sso: ${request.method} ${new URL(request.url).pathname} responded with ${response.status}`);
    return response;
  };
  const check = createIdTokenCheck({ ssoBaseUrl: baseUrl, providerAddress, keys: keySet.key, now, clockSkew });
  return {
    config,
    api: createProviderApi<Pick<SsoOperations, keyof typeof signInRoutes>>(signInRoutes, {
      baseUrl,
      send: (request) => sendLogged(request),
    }),
    tokenApi: createProviderApi<Pick<SsoOperations, keyof typeof tokenRoutes>>(tokenRoutes, {
      baseUrl,
      send: (request) => sendLogged(request, dpopSigner),
    }),
    dpopSigner,
    reporter,
    session: createStoredSession(config.tokenStorage),
    keySet,
    jkt: keypair && jwkThumbprint(keypair.publicJwk),
    verifyIdToken: async (token, expected) => {
      const result = await check(token, expected);
      if ('claims' in result) return result.claims;
      const { refusal: error, message } = result;
      throw new IdTokenError(timeErrors.test(error) ? `${message} ${clockHint(config)}` : message, {
        error,
        retryable: error === 'unavailable',
      });
    },
  };
}

/** Errors that a wrong local clock causes: expired_id_token, id_token_not_yet_valid and bad_id_token_iat. */
const timeErrors = /^expired|yet|iat$/;

function clockHint({ now, clockSkew }: ResolvedSsoConfig): string {
  return `The local clock says ${new Date(now()).toJSON()}: correct it, or raise clockSkew (${clockSkew} seconds).`;
}

/** Loads the provider's keys before a code or refresh token is used, so that the new tokens can be verified. */
export async function loadKeys(
  { keySet }: SsoClientContext,
  fail: (message: string, cause: unknown) => never,
): Promise<void> {
  await keySet.load().catch((cause: unknown) => fail("The provider's key set is unreachable.", cause));
}
