import { createSsoClient } from '../../../generated/sso/client.ts';
import { bearerMiddleware } from '../../client/http/bearer-middleware.ts';
import { dpopMiddleware } from '../../client/http/dpop-middleware.ts';
import { loadDpopKeypair } from '../../client/dpop/stored-dpop-keypair.ts';
import { SsoClient } from '../../client/sso/sso-client.ts';
import { type Middleware, unwrap } from '../../typed-contract/client.ts';
import { jwkThumbprint } from '../../protocol/jwk-thumbprint.ts';
import type { PageConfig } from './page-config.ts';

/** The user's session on this page. */
export interface PageSession {
  readonly sso: SsoClient;
  /** Authenticates calls to services with a token that is refreshed before it expires. */
  readonly middleware: Middleware;
}

type Provider = Pick<PageConfig, 'sso' | 'providerAddress'>;

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
  return { sso, middleware: dpopMiddleware({ keypair, accessToken: () => freshToken(sso) }) };
}

/** Opens a session that ends with the tab. Its bearer token can be passed to a mini app. */
export function openTabSession(provider: Provider): PageSession {
  const sso = createSso(provider, { tokenStorage: sessionStorage });
  return { sso, middleware: bearerMiddleware(() => freshToken(sso)) };
}

function createSso({ sso, providerAddress }: Provider, more: object): SsoClient {
  return new SsoClient({ ssoBaseUrl: sso, providerAddress, pollingInterval, ...more });
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

/** Calls a service, and retries once with refreshed tokens after a 401. @returns the success body. @throws RefusedError */
export async function callWithSession<
  A extends { readonly status: number; readonly body: unknown; readonly headers: Headers },
>({ sso }: PageSession, call: () => Promise<A>) {
  return unwrap(await sso.withAutoRefresh(call));
}
