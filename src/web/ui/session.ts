import { createSsoClient } from '../../../generated/sso/client.ts';
import { bearerMiddleware } from '../../client/http/bearer-middleware.ts';
import { dpopMiddleware } from '../../client/http/dpop-middleware.ts';
import { loadDpopKeypair } from '../../client/dpop/stored-dpop-keypair.ts';
import { SsoClient } from '../../client/sso/sso-client.ts';
import { type Middleware, unwrap } from '../../typed-contract/client.ts';
import { jwkThumbprint } from '../../protocol/jwk-thumbprint.ts';
import { RefusedError } from '../../typed-contract/client.ts';
import { isJsonObject } from '../../protocol/json-object.ts';
import type { TokenStorage } from '../../client/sso/token-storage.ts';
import type { PageConfig } from './page-config.ts';
import { leaveToSignIn, resumeSignIn, type SignInReturn } from './redirect-sign-in.ts';

/** The user's session on this page. */
export interface PageSession {
  readonly sso: SsoClient;
  /** Authenticates calls to services with a token that is refreshed before it expires. */
  readonly middleware: Middleware;
  /** Where the provider returns to after a sign-in by redirect; null: sign-in by QR code. */
  readonly redirectUri: string | null;
  /** Result of a sign-in that returned to this page. */
  readonly returned?: SignInReturn | undefined;
}

type Provider = Pick<PageConfig, 'sso' | 'providerAddress' | 'redirectUri'>;

/** Milliseconds between two polls for the decision. */
const pollingInterval = 2_500;

/** Opens a session bound to a key of this browser, which outlives the tab. Without Ed25519 support it is a tab session. */
export async function openBoundSession(provider: Provider, name: string): Promise<PageSession> {
  const keypair = await loadDpopKeypair(name).catch(() => undefined);
  if (keypair === undefined) return openTabSession(provider);
  const sso = createSso(provider, { dpop: { keypair } });
  // A stored session that is bound to a lost key is useless.
  const bound = sso.getAuthData()?.cnf?.jkt;
  if (bound !== undefined && bound !== jwkThumbprint(keypair.publicJwk)) sso.logout();
  const middleware = dpopMiddleware({ keypair, accessToken: () => freshToken(sso) });
  return { sso, middleware, redirectUri: provider.redirectUri };
}

/** Opens a session that ends with the tab. Its bearer token can be passed to a mini app. */
export function openTabSession(provider: Provider): PageSession {
  return bearerSession(provider, { tokenStorage: sessionStorage });
}

/** Opens a session of the web host, which outlives the tab. Its bearer token can be passed to a mini app. */
export function openHostSession(provider: Provider): PageSession {
  // The portal's session is in the same storage. The prefix is the one that SsoClient listens to.
  const under = (storage: Storage): TokenStorage => ({
    getItem: (key) => storage.getItem(`platform-sso_host:${key}`),
    setItem: (key, value) => storage.setItem(`platform-sso_host:${key}`, value),
    removeItem: (key) => storage.removeItem(`platform-sso_host:${key}`),
  });
  return bearerSession(provider, { tokenStorage: under(localStorage), flowStorage: under(sessionStorage) });
}

function bearerSession(provider: Provider, storage: object): PageSession {
  const sso = createSso(provider, storage);
  return { sso, middleware: bearerMiddleware(() => freshToken(sso)), redirectUri: provider.redirectUri };
}

/** Finishes a sign-in by redirect that returned to this page, or signs a known browser in silently. */
export async function resumeSession(session: PageSession): Promise<PageSession> {
  const { sso, redirectUri } = session;
  if (redirectUri === null) return session;
  return { ...session, returned: await resumeSignIn(sso, redirectUri, (token) => revokeSession(sso, token)) };
}

function createSso({ sso, providerAddress, redirectUri }: Provider, more: object): SsoClient {
  const returning = redirectUri === null ? {} : { redirectUri };
  return new SsoClient({ ssoBaseUrl: sso, providerAddress, pollingInterval, ...returning, ...more });
}

/** Returns the access token, refreshed if it is about to expire. */
export async function freshToken(sso: SsoClient): Promise<string | undefined> {
  if (sso.isAccessTokenExpired() && sso.hasRefreshToken()) await sso.refreshAccessToken();
  return sso.getAccessToken() ?? undefined;
}

/** Revokes the session and all its access tokens at the provider. */
export function revokeSession({ config }: SsoClient, refreshToken: string): Promise<unknown> {
  const { ssoBaseUrl, providerAddress } = config;
  return createSsoClient({ baseUrl: ssoBaseUrl }).revokeToken({
    body: { token: refreshToken, token_type_hint: 'refresh_token', client_id: providerAddress },
  });
}

/**
 * Calls a service, and retries once with refreshed tokens after a 401. When the service wants a recent confirmation, it
 * leaves the page for it, or shows the sign-in screen.
 *
 * @returns the success body
 * @throws RefusedError
 */
export async function callWithSession<
  A extends { readonly status: number; readonly body: unknown; readonly headers: Headers },
>({ sso, redirectUri }: PageSession, call: () => Promise<A>) {
  try {
    return unwrap(await sso.withAutoRefresh(call));
  } catch (error) {
    if (!needsConfirmation(error)) throw error;
    if (redirectUri !== null) return await leaveToSignIn(sso, redirectUri, { maxAge: confirmationSeconds });
    // Where people sign in by QR code, a new sign-in is the confirmation.
    sso.logout();
    throw error;
  }
}

/** Seconds for which a confirmation with a passkey or device counts for keys and payments. */
const confirmationSeconds = 600;

/** RFC 9470 §3. */
function needsConfirmation(error: unknown): boolean {
  return (
    error instanceof RefusedError &&
    error.status === 401 &&
    isJsonObject(error.body) &&
    isJsonObject(error.body['details']) &&
    error.body['details']['reason'] === 'insufficient_user_authentication'
  );
}
