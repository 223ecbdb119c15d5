import { s256Challenge } from '../../protocol/pkce.ts';
import { otherAttempt, redeemCode, type SignInAttemptDependencies } from './sign-in-attempt.ts';
import type { AttemptState } from './try-page.ts';

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
