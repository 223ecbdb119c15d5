import { createSsoClient, type SsoClient } from '../../../generated/sso/client.ts';
import { bearerMiddleware } from '../../client/http/bearer-middleware.ts';
import type { ClientOptions } from '../../typed-contract/client.ts';
import { s256Challenge } from '../../protocol/pkce.ts';
import type { Attempt } from './try-page.ts';

/** What the browser keeps, sealed, while it waits: the secrets of one attempt. */
export interface PendingAttempt {
  readonly pollingCode: string;
  readonly deepLink: string;
  readonly comparisonCode?: string | undefined;
  /** Unix time in seconds. */
  readonly expiresAt: number;
  readonly verifier: string;
  readonly state: string;
}

export interface SignInParts {
  /** Also the provider's address. */
  readonly issuer: string;
  /** The application that signs in: the demo provider. */
  readonly clientId: string;
  readonly randomText: () => string;
  readonly fetch: typeof globalThis.fetch;
}

/** Whoever wants to sign in, as this service sees them. */
export interface Person {
  readonly ip: string;
  readonly userAgent: string | undefined;
}

/** Starts an attempt: PKCE, a fresh state and nonce (the document, area A). @returns why not, when the provider refuses. */
export async function startAttempt(
  parts: SignInParts,
  { ip, userAgent }: Person,
): Promise<PendingAttempt | { readonly refused: string }> {
  const { clientId, randomText } = parts;
  const verifier = randomText();
  const state = randomText();
  // The address counts where the provider trusts this service as a proxy.
  const headers = { 'x-forwarded-for': ip, ...(userAgent !== undefined && { 'user-agent': userAgent }) };
  const answer = await provider(parts, { headers }).authorize({
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
  if (answer.status !== 200) return { refused: refusal(answer.body) };
  const { polling_code, deep_link: deepLink, comparison_code: comparisonCode, expired_at: expiresAt } = answer.body;
  return { pollingCode: polling_code, deepLink, comparisonCode, expiresAt, verifier, state };
}

/** Looks once where an attempt stands; when it is approved, finishes it and asks the provider who signed in. */
export async function checkAttempt(parts: SignInParts, pending: PendingAttempt): Promise<Attempt> {
  const { issuer, clientId } = parts;
  const sso = provider(parts);
  const { pollingCode, verifier } = pending;
  const polled = await sso.pollAuthorization({ body: { polling_code: pollingCode } });
  if (polled.status !== 200) return { status: 'failed', reason: refusal(polled.body) };
  const { status, authorization_code: code, state, iss } = polled.body;
  if (status === 'pending')
    return { status: 'waiting', deepLink: pending.deepLink, comparisonCode: pending.comparisonCode };
  if (status !== 'authorized') return { status };
  if (state !== pending.state || iss !== issuer || code === undefined) {
    return { status: 'failed', reason: 'The answer belongs to another attempt.' };
  }
  const exchanged = await sso.exchangeToken({
    body: { grant_type: 'authorization_code', code, client_id: clientId, code_verifier: verifier },
  });
  if (exchanged.status !== 200) return { status: 'failed', reason: refusal(exchanged.body) };
  return whoSignedIn(parts, exchanged.body.access_token);
}

async function whoSignedIn(parts: SignInParts, accessToken: string): Promise<Attempt> {
  const answer = await provider(parts, { middleware: [bearerMiddleware(() => accessToken)] }).getUserInfo();
  return answer.status === 200
    ? { status: 'signed in', sub: answer.body.sub }
    : { status: 'failed', reason: refusal(answer.body) };
}

const provider = (
  { issuer, fetch }: SignInParts,
  more: Pick<ClientOptions, 'headers' | 'middleware'> = {},
): SsoClient => createSsoClient({ baseUrl: issuer, fetch, ...more });

const refusal = (body: { readonly error: string; readonly error_description?: string } | undefined): string =>
  body?.error_description ?? body?.error ?? 'The provider refused.';
