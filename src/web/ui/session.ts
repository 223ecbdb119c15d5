import { useCallback, useSyncExternalStore } from 'react';
import { bearerMiddleware, dpopMiddleware } from '../../client/http/middleware.ts';
import { deleteDpopKeypair, type DpopKeypair, loadDpopKeypair } from '../../client/dpop/dpop-keypair.ts';
import { SsoClient } from '../../client/sso/sso-client.ts';
import { type Middleware, RefusedError, unwrap } from '../../typed-contract/client.ts';
import { jwkThumbprint } from '../../protocol/jwk-thumbprint.ts';
import { isJsonObject } from '../../protocol/json-object.ts';
import type { TokenStorage } from '../../client/sso/stored-session.ts';
import type { PageConfig } from './page-config.ts';
import { redirectToSignIn, resumeSignIn, type SignInRequest, type SignInReturn } from './redirect-sign-in.ts';

export interface PageSession {
  readonly sso: SsoClient;
  /** Authenticates calls to services with a token that is refreshed before it expires. */
  readonly middleware: Middleware;
  /** Where the provider returns to after a sign-in by redirect; null: sign-in by QR code. */
  readonly redirectUri: string | null;
  /** What a sign-in on this page asks for; undefined for an ordinary one. */
  readonly signIn?: SignInRequest;
  /** Loads the key of this browser, which another tab may have replaced when it signed out. */
  readonly reloadKey?: () => Promise<void>;
  /** Replaces the key of this browser, which only the person who signed in with it can use again. */
  readonly replaceKey?: () => Promise<void>;
  /** Result of a sign-in that returned to this page. */
  readonly returned?: SignInReturn | undefined;
}

type Provider = Pick<PageConfig, 'sso' | 'providerAddress' | 'redirectUri'>;

/** Milliseconds between two polls for the decision. */
const pollingInterval = 2_500;

/** Opens a session bound to a key of this browser, which outlives the tab. Without Ed25519 support it is a tab session. */
export async function openBoundSession(provider: Provider, name: string): Promise<PageSession> {
  const key = await openKey(name).catch(() => undefined);
  if (key === undefined) return openTabSession(provider);
  const { keypair } = key;
  const sso = createSso(provider, { dpop: { keypair } });
  // A stored session that is bound to a lost key is useless.
  const bound = sso.getAuthData()?.cnf?.jkt;
  if (bound !== undefined && bound !== jwkThumbprint(keypair.publicJwk)) sso.logout();
  return boundSession(provider, sso, key);
}

/** Opens a session that ends with the tab. Its bearer token can be passed to a mini app. */
export function openTabSession(provider: Provider): PageSession {
  return bearerSession(provider, { tokenStorage: sessionStorage });
}

/** Opens a session of the web host, which outlives the tab. Its bearer token can be passed to a mini app. */
export function openHostSession(provider: Provider): PageSession {
  return bearerSession(provider, {
    tokenStorage: storageUnder('host', localStorage),
    flowStorage: storageUnder('host', sessionStorage),
  });
}

/**
 * Opens a session of the operator console, which is bound to a key of this browser and ends with the tab.
 *
 * @throws Error when the browser cannot keep a key
 */
export async function openConsoleSession(provider: Provider): Promise<PageSession> {
  const key = await openKey('console').catch((cause: unknown) => {
    throw new Error('This browser cannot keep a key (Ed25519 in Web Crypto). Use a current version of it.', { cause });
  });
  const sso = createSso(provider, {
    dpop: { keypair: key.keypair },
    tokenStorage: storageUnder('console', sessionStorage),
    flowStorage: storageUnder('console', sessionStorage),
  });
  // Opening the console needs a confirmation of its own: signing in is one, so that nobody confirms twice.
  return { ...(await boundSession(provider, sso, key)), signIn: { acrValues: 'open_console' } };
}

type BrowserKey = Awaited<ReturnType<typeof openKey>>;

async function openKey(name: string) {
  let current = await loadDpopKeypair(name);
  const keypair: DpopKeypair = {
    get privateKey() {
      return current.privateKey;
    },
    get publicJwk() {
      return current.publicJwk;
    },
  };
  const reloadKey = async (): Promise<void> => {
    current = await loadDpopKeypair(name);
  };
  const replaceKey = async (): Promise<void> => {
    await deleteDpopKeypair(name);
    await reloadKey();
  };
  return { keypair, reloadKey, replaceKey };
}

async function boundSession(
  { redirectUri }: Provider,
  sso: SsoClient,
  { keypair, reloadKey, replaceKey }: BrowserKey,
): Promise<PageSession> {
  // The sign-in may have been refused because the key is another person's.
  if (new URLSearchParams(location.search).has('error') && sso.getAccessToken() === null) await replaceKey();
  const accessToken = async () => {
    await reloadKey();
    return freshToken(sso);
  };
  return { sso, middleware: dpopMiddleware({ keypair, accessToken }), redirectUri, reloadKey, replaceKey };
}

/** Separates the sessions of pages that share a storage. The prefix is the one that SsoClient listens to. */
function storageUnder(name: string, storage: Storage): TokenStorage {
  const prefix = `platform-sso_${name}:`;
  return {
    getItem: (key) => storage.getItem(prefix + key),
    setItem: (key, value) => storage.setItem(prefix + key, value),
    removeItem: (key) => storage.removeItem(prefix + key),
  };
}

function bearerSession(provider: Provider, storage: object): PageSession {
  const sso = createSso(provider, storage);
  return { sso, middleware: bearerMiddleware(() => freshToken(sso)), redirectUri: provider.redirectUri };
}

/** Finishes a sign-in by redirect that returned to this page, or signs a known browser in silently. */
export async function resumeSession(session: PageSession): Promise<PageSession> {
  const { sso, redirectUri } = session;
  if (redirectUri === null) return session;
  const returned = await resumeSignIn({ ...session, redirectUri }, (token) => revokeSession(sso, token));
  return { ...session, returned };
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

/** Revokes the session and all its access tokens at the provider, whose client is loaded for that. */
export async function revokeSession({ config }: SsoClient, refreshToken: string): Promise<unknown> {
  const { ssoBaseUrl, providerAddress } = config;
  const { createSsoClient } = await import('../../../generated/sso/client.ts');
  return createSsoClient({ baseUrl: ssoBaseUrl }).revokeToken({
    body: { token: refreshToken, token_type_hint: 'refresh_token', client_id: providerAddress },
  });
}

/** Calls a service. @returns the success body @throws RefusedError */
export type Call = <A extends { readonly status: number; readonly body: unknown; readonly headers: Headers }>(
  request: () => Promise<A>,
) => Promise<ReturnType<typeof unwrap<A>>>;

/**
 * Returns calls as the signed-in user, which are repeated once with refreshed tokens after a 401. When the service requires a
 * recent confirmation, a call leaves the page for it, or shows the sign-in screen.
 */
export function callsOf(session: PageSession): Call {
  const { sso, redirectUri } = session;
  return async (request) => {
    try {
      return unwrap(await sso.withAutoRefresh(request));
    } catch (error) {
      const confirmation = neededConfirmation(error);
      if (confirmation === undefined) throw error;
      if (redirectUri !== null) return await redirectToSignIn({ ...session, redirectUri }, confirmation);
      // Where people sign in by QR code, a new sign-in is the confirmation.
      sso.logout();
      throw error;
    }
  };
}

/**
 * Returns the sign-in that a refusal asks for (RFC 9470 §3); undefined for another refusal. The provider names the reason in
 * `error`, the forum in `code`, other services in `details`.
 */
function neededConfirmation(error: unknown): Pick<SignInRequest, 'maxAge' | 'acrValues'> | undefined {
  if (!(error instanceof RefusedError) || error.status !== 401 || !isJsonObject(error.body)) return undefined;
  const { error: reason, code, details } = error.body;
  const reasons = [reason, code, isJsonObject(details) ? details['reason'] : undefined];
  if (!reasons.includes('insufficient_user_authentication')) return undefined;
  const challenge = error.headers.get('www-authenticate') ?? '';
  const [, maxAge = '600'] = /\bmax_age="(\d+)"/.exec(challenge) ?? [];
  const [, acrValues] = /\bacr_values="([a-z_ ]+)"/.exec(challenge) ?? [];
  return { maxAge: Number(maxAge), ...(acrValues !== undefined && { acrValues }) };
}

/** Subject of the signed-in user, synchronized across tabs; undefined when signed out. */
export function useSubject({ sso }: PageSession): string | undefined {
  const subscribe = useCallback((listener: () => void) => sso.onChange(listener), [sso]);
  return useSyncExternalStore(subscribe, () =>
    sso.getAccessToken() === null ? undefined : (sso.getSubject() ?? 'unknown'),
  );
}

interface ShownProfile {
  readonly name: string | null;
  /** Address of an uploaded picture, which the provider serves. */
  readonly picture: string | null;
}

/** Returns the profile of the signed-in user; what they have not set, or did not share, is null. */
export function profileOf({ sso }: Pick<PageSession, 'sso'>): ShownProfile {
  const claims = sso.getAuthData();
  const [name, picture] = [claims?.['name'], claims?.['picture']];
  const uploaded = typeof picture === 'string' && picture.startsWith(`${sso.config.ssoBaseUrl}/pictures/`);
  return { name: typeof name === 'string' && name !== '' ? name : null, picture: uploaded ? picture : null };
}

export interface SignOutDependencies {
  readonly sso: Pick<SsoClient, 'getRefreshToken'> & { readonly logout: () => void };
  /** Clean-up that still needs the session. */
  readonly leave?: (() => Promise<void>) | undefined;
  readonly revoke: (refreshToken: string) => Promise<unknown>;
  /** Resolves after the given milliseconds. */
  readonly elapsed: (milliseconds: number) => Promise<void>;
}

/** Milliseconds. */
const timeout = 2_000;

/** Ends a session: at the services if they respond in time, and on this device in any case. */
export async function signOut({ sso, leave, revoke, elapsed }: SignOutDependencies): Promise<void> {
  const initialToken = sso.getRefreshToken();
  const endRemotely = async () => {
    await leave?.().catch(() => undefined);
    // `leave` may have rotated the refresh token.
    const token = sso.getRefreshToken() ?? initialToken;
    if (token !== null) await revoke(token).catch(() => undefined);
  };
  await Promise.race([endRemotely(), elapsed(timeout)]);
  sso.logout();
}
