import { createSsoClient } from '../../../generated/sso/client.ts';
import { bearerMiddleware } from '../../client/http/bearer-middleware.ts';
import { dpopMiddleware } from '../../client/http/dpop-middleware.ts';
import { loadDpopKeypair } from '../../client/dpop/stored-dpop-keypair.ts';
import { SsoClient } from '../../client/sso/sso-client.ts';
import { type Middleware, unwrap } from '../../typed-contract/client.ts';
import { jwkThumbprint } from '../../protocol/jwk-thumbprint.ts';
import type { PageConfig } from './page-config.ts';

/** A person's session at this page. */
export interface Session {
  readonly sso: SsoClient;
  /** Presents the session to the services; renews it before it expires. */
  readonly middleware: Middleware;
}

type Provider = Pick<PageConfig, 'sso' | 'providerAddress'>;

/** Milliseconds between two polls while a person decides. */
const pollingInterval = 2_500;

/** A session bound to a key of this browser, which may therefore outlive the tab; Bearer where browsers know no such key. */
export async function openBoundSession(provider: Provider, name: string): Promise<Session> {
  const keypair = await loadDpopKeypair(name).catch(() => undefined);
  if (keypair === undefined) return openTabSession(provider);
  const sso = ssoOf(provider, { dpop: { keypair } });
  // A browser that has lost its key may have kept a session that is bound to it: of no use with another one.
  const bound = sso.getAuthData()?.cnf?.jkt;
  if (bound !== undefined && bound !== jwkThumbprint(keypair.publicJwk)) sso.logout();
  return { sso, middleware: dpopMiddleware({ keypair, accessToken: () => freshToken(sso) }) };
}

/** A session that ends with the tab. Its token may be handed on, to a mini app for instance. */
export function openTabSession(provider: Provider): Session {
  const sso = ssoOf(provider, { tokenStorage: sessionStorage });
  return { sso, middleware: bearerMiddleware(() => freshToken(sso)) };
}

function ssoOf({ sso, providerAddress }: Provider, more: object): SsoClient {
  return new SsoClient({ ssoBaseUrl: sso, providerAddress, pollingInterval, ...more });
}

/** The access token, renewed when it is about to expire. */
export async function freshToken(sso: SsoClient): Promise<string | undefined> {
  if (sso.isAccessTokenExpired() && sso.hasRefreshToken()) await sso.refreshAccessToken();
  return sso.getAccessToken() ?? undefined;
}

/** Ends a session at the provider, with every access token of it. */
export function revoke({ config }: SsoClient, refreshToken: string): Promise<unknown> {
  const { ssoBaseUrl, providerAddress } = config;
  return createSsoClient({ baseUrl: ssoBaseUrl }).revokeToken({
    body: { token: refreshToken, token_type_hint: 'refresh_token', client_id: providerAddress },
  });
}

/** Calls a service, once more after a refresh when it answered 401. @returns the body of a success. @throws RefusedError */
export async function ask<A extends { readonly status: number; readonly body: unknown; readonly headers: Headers }>(
  { sso }: Session,
  call: () => Promise<A>,
) {
  return unwrap(await sso.withAutoRefresh(call));
}
