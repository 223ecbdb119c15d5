import { jwkThumbprint } from '../../protocol/jwk-thumbprint.ts';
import { s256Challenge } from '../../protocol/pkce.ts';
import {
  clearPendingSignIn,
  createPendingSignIn,
  flowKeys,
  storePendingSignIn,
} from '../../client/sso/start-sign-in.ts';
import type { SsoClient } from '../../client/sso/sso-client.ts';
import { isKnownBrowser, rememberBrowser } from './known-browser.ts';
import { SsoClientError } from '../../client/sso/sso-errors.ts';

/** Result of a sign-in that returned to this page. */
export type SignInReturn = 'signed_in' | 'declined' | 'person_needed' | { readonly error: Error };

export interface SignInRequest {
  /** Shows no page: the person is signed in at the provider, or the request fails. */
  readonly silent?: true;
  /** Seconds since the last confirmation, after which the person confirms again. */
  readonly maxAge?: number;
  /** The action that the person confirms. */
  readonly acrValues?: string;
}

/** What a sign-in by redirect starts from, and its response returns to. */
interface RedirectSession {
  readonly sso: SsoClient;
  readonly redirectUri: string;
  /** Loads the key of this browser, which another tab may have replaced; undefined where tokens are not bound to one. */
  readonly reloadKey?: (() => Promise<void>) | undefined;
}

const returnPathKey = 'platform-sso_return_path';
const triedKey = 'platform-sso_silent_tried';

/** Returns the authorization URL of a request, and stores what its response needs. */
function authorizationUrl(sso: SsoClient, redirectUri: string, { silent, maxAge, acrValues }: SignInRequest): string {
  const { ssoBaseUrl, providerAddress, keypair, flowStorage } = sso.config;
  const pending = createPendingSignIn();
  storePendingSignIn(flowStorage, pending);
  const parameters = new URLSearchParams({
    response_type: 'code',
    client_id: providerAddress,
    redirect_uri: redirectUri,
    // The bar shows who is signed in.
    scope: 'openid profile',
    code_challenge: s256Challenge(pending.codeVerifier),
    code_challenge_method: 'S256',
    state: pending.state,
    nonce: pending.nonce,
    ...(keypair && { dpop_jkt: jwkThumbprint(keypair.publicJwk) }),
    ...(silent && { prompt: 'none' }),
    ...(maxAge !== undefined && { max_age: String(maxAge) }),
    ...(acrValues !== undefined && { acr_values: acrValues }),
  });
  return `${ssoBaseUrl}/oauth/authorize?${parameters.toString()}`;
}

/**
 * Leaves the page for the provider, which returns to the same place. Never resolves.
 *
 * @throws TypeError when the provider cannot be reached: the page stays
 */
export async function redirectToSignIn(
  { sso, redirectUri, reloadKey }: RedirectSession,
  request: SignInRequest = {},
): Promise<never> {
  await reloadKey?.();
  await sso.config.fetch(`${sso.config.ssoBaseUrl}/.well-known/openid-configuration`);
  sessionStorage.setItem(returnPathKey, location.pathname + location.search + location.hash);
  location.assign(authorizationUrl(sso, redirectUri, request));
  return new Promise(() => undefined);
}

/**
 * Finishes a sign-in whose response is the page's URL, and restores the place that it started from. Otherwise signs a
 * known browser in silently, once per tab.
 *
 * @param revoke ends the session that the new one replaces
 */
export async function resumeSignIn(
  session: RedirectSession,
  revoke: (refreshToken: string) => Promise<unknown>,
): Promise<SignInReturn | undefined> {
  const { sso, redirectUri } = session;
  if (location.pathname === new URL(redirectUri).pathname) {
    const response = new URLSearchParams(location.search);
    const returnPath = sessionStorage.getItem(returnPathKey);
    history.replaceState(null, '', returnPath ?? new URL('.', redirectUri).pathname.replace(/\/$/, ''));
    return finish(sso, response, revoke);
  }
  const signedOut = sso.getAccessToken() === null;
  // Read first: without storage the page says so before anyone signs in.
  const tried = sessionStorage.getItem(triedKey) !== null;
  if (!signedOut || tried || !isKnownBrowser()) return undefined;
  sessionStorage.setItem(triedKey, '1');
  // Without the provider the page shows its sign-in screen.
  return redirectToSignIn(session, { silent: true }).catch(() => undefined);
}

async function finish(
  sso: SsoClient,
  response: URLSearchParams,
  revoke: (refreshToken: string) => Promise<unknown>,
): Promise<SignInReturn> {
  const { flowStorage, ssoBaseUrl } = sso.config;
  const state = flowStorage.getItem(flowKeys.state);
  if (state === null || response.get('state') !== state || response.get('iss') !== ssoBaseUrl)
    return { error: new Error('This sign-in was not started in this tab. Start again here.') };
  const error = response.get('error');
  if (error !== null) {
    clearPendingSignIn(flowStorage);
    if (error === 'access_denied') return 'declined';
    if (error === 'login_required' || error === 'consent_required') return 'person_needed';
    return { error: new Error(response.get('error_description') ?? error) };
  }
  const former = sso.getRefreshToken();
  try {
    await sso.exchangeToken(response.get('code') ?? '');
  } catch (failure) {
    if (failure instanceof SsoClientError || failure instanceof TypeError) return { error: failure };
    throw failure;
  }
  flowStorage.removeItem(flowKeys.state);
  rememberBrowser();
  sessionStorage.removeItem(triedKey);
  if (former !== null) await revoke(former).catch(() => undefined);
  return 'signed_in';
}
