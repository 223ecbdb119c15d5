import { createSsoClient, type SsoApiClient } from '../../../generated/sso/client.ts';
import { bearerMiddleware } from '../../client/http/middleware.ts';
import type { ClientOptions } from '../../typed-contract/client.ts';
import { s256Challenge } from '../../protocol/pkce.ts';
import type { AttemptState } from './try-page.ts';

/** The secrets of one sign-in attempt, kept in a sealed cookie while it waits for approval. */
export interface PendingAttempt {
  readonly pollingCode: string;
  readonly deepLink: string;
  readonly comparisonCode?: string | undefined;
  /** Unix time in seconds. */
  readonly expiresAt: number;
  readonly verifier: string;
  readonly state: string;
}

export interface SignInAttemptDependencies {
  /** The provider's base URL. */
  readonly issuer: string;
  /** `client_id` of the demo application. */
  readonly clientId: string;
  readonly randomText: () => string;
  readonly fetch: typeof globalThis.fetch;
}

/** Address and browser of a visitor. */
interface RequestOrigin {
  readonly ip: string;
  readonly userAgent: string | undefined;
}

/** A response that this browser did not ask for (RFC 9700 §4.7, RFC 9207 §2.4). */
const otherAttempt = {
  status: 'failed',
  reason: 'The response belongs to another attempt. Start again.',
} as const satisfies AttemptState;

/** Starts an attempt with PKCE, a fresh state and nonce. @returns `refused` with the provider's error message */
export async function startAttempt(
  dependencies: SignInAttemptDependencies,
  { ip, userAgent }: RequestOrigin,
): Promise<PendingAttempt | { readonly refused: string }> {
  const { clientId, randomText } = dependencies;
  const verifier = randomText();
  const state = randomText();
  // The provider uses this address only if it trusts this service as a proxy (TRUSTED_PROXIES).
  const headers = { 'x-forwarded-for': ip, ...(userAgent !== undefined && { 'user-agent': userAgent }) };
  const response = await provider(dependencies, { headers }).authorize({
    query: {
      response_type: 'code',
      response_mode: 'json',
      client_id: clientId,
      scope: 'openid',
      code_challenge: s256Challenge(verifier),
      code_challenge_method: 'S256',
      state,
      nonce: randomText(),
    },
  });
  if (response.status !== 200) return { refused: errorText(response.body) };
  const { polling_code, deep_link: deepLink, comparison_code: comparisonCode, expired_at: expiresAt } = response.body;
  return { pollingCode: polling_code, deepLink, comparisonCode, expiresAt, verifier, state };
}

/** Polls an attempt once. An approved one is exchanged for tokens, and userinfo returns the user. */
export async function checkAttempt(
  dependencies: SignInAttemptDependencies,
  pending: PendingAttempt,
): Promise<AttemptState> {
  const { issuer } = dependencies;
  const { pollingCode, verifier } = pending;
  const polled = await provider(dependencies).pollAuthorization({ body: { polling_code: pollingCode } });
  if (polled.status !== 200) return { status: 'failed', reason: errorText(polled.body) };
  const { status, authorization_code: code, state, iss } = polled.body;
  if (status === 'pending')
    return { status: 'waiting', deepLink: pending.deepLink, comparisonCode: pending.comparisonCode };
  if (status !== 'authorized') return { status };
  if (state !== pending.state || iss !== issuer || code === undefined) {
    return otherAttempt;
  }
  return redeemCode(dependencies, { code, verifier });
}

/** A code with the secret that redeems it. `redirectUri`: where a redirect brought it; undefined for a polled one. */
interface ReceivedCode {
  readonly code: string;
  readonly verifier: string;
  readonly redirectUri?: string;
}

/** Exchanges a code for tokens, and reads who signed in. */
async function redeemCode(
  dependencies: SignInAttemptDependencies,
  { code, verifier, redirectUri }: ReceivedCode,
): Promise<AttemptState> {
  const exchanged = await provider(dependencies).exchangeToken({
    body: {
      grant_type: 'authorization_code',
      code,
      client_id: dependencies.clientId,
      code_verifier: verifier,
      ...(redirectUri !== undefined && { redirect_uri: redirectUri }),
    },
  });
  if (exchanged.status !== 200) return { status: 'failed', reason: errorText(exchanged.body) };
  return readUser(dependencies, exchanged.body.access_token);
}

async function readUser(dependencies: SignInAttemptDependencies, accessToken: string): Promise<AttemptState> {
  const response = await provider(dependencies, { middleware: [bearerMiddleware(() => accessToken)] }).getUserInfo();
  return response.status === 200
    ? { status: 'signed in', sub: response.body.sub }
    : { status: 'failed', reason: errorText(response.body) };
}

const provider = (
  { issuer, fetch }: SignInAttemptDependencies,
  more: Pick<ClientOptions, 'headers' | 'middleware'> = {},
): SsoApiClient => createSsoClient({ baseUrl: issuer, fetch, ...more });

const errorText = (body: { readonly error: string; readonly error_description?: string } | undefined): string =>
  body?.error_description ?? body?.error ?? 'The sign-in provider refused the request.';

/** The secrets of a sign-in in the visitor's own browser, kept in a sealed cookie until the provider redirects back. */
export interface RedirectAttempt {
  readonly verifier: string;
  readonly state: string;
}

/** Parameters of the provider's redirect (RFC 6749 §4.1.2, RFC 9207 §2). */
export type RedirectResponse = Readonly<Partial<Record<'code' | 'state' | 'iss' | 'error', unknown>>>;

/** Starts a sign-in by redirect. @returns its secrets, and the address to which the browser navigates */
export function startRedirect(
  { issuer, clientId, randomText }: SignInAttemptDependencies,
  redirectUri: string,
): { readonly attempt: RedirectAttempt; readonly location: string } {
  const attempt = { verifier: randomText(), state: randomText() };
  const parameters = new URLSearchParams({
    response_type: 'code',
    response_mode: 'query',
    client_id: clientId,
    redirect_uri: redirectUri,
    scope: 'openid',
    code_challenge: s256Challenge(attempt.verifier),
    code_challenge_method: 'S256',
    state: attempt.state,
    nonce: randomText(),
  });
  return { attempt, location: `${issuer}/oauth/authorize?${parameters.toString()}` };
}

/** Completes a sign-in by redirect. @param attempt undefined in a browser that started none */
export async function finishRedirect(
  dependencies: SignInAttemptDependencies,
  redirectUri: string,
  attempt: RedirectAttempt | undefined,
  { code, state, iss, error }: RedirectResponse,
): Promise<AttemptState> {
  if (attempt === undefined || state !== attempt.state || iss !== dependencies.issuer) return otherAttempt;
  if (error === 'access_denied') return { status: 'rejected' };
  if (typeof code !== 'string') return { status: 'failed', reason: 'The sign-in provider refused the request.' };
  return redeemCode(dependencies, { code, verifier: attempt.verifier, redirectUri });
}
