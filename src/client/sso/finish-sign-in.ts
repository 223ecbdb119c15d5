import type { TokenResponse } from '../../../generated/sso/types.ts';
import { flowKeys } from './pending-sign-in.ts';
import { type CallOptions, callProvider } from './provider-call.ts';
import { exclusively } from './exclusively.ts';
import type { SsoContext } from './sso-context.ts';
import { SsoError, TokenExchangeError } from './sso-errors.ts';
import { tokenValues } from './stored-session.ts';

/** Redeems a code. Nothing is stored before the id_token is verified. */
export async function finishSignIn(context: SsoContext, code: string, { signal }: CallOptions): Promise<TokenResponse> {
  const { config, tokenApi, session, jkt } = context;
  const { flowStorage, providerAddress, redirectUri, timeout, now } = config;
  const verifier = flowStorage.getItem(flowKeys.codeVerifier);
  const nonce = flowStorage.getItem(flowKeys.nonce);
  if (verifier === null || nonce === null) {
    throw new TokenExchangeError('No sign-in is pending here: call generateDeeplink first.', {
      error: 'no_pending_sign_in',
    });
  }
  await loadKeys(context, (message, cause) => {
    throw new TokenExchangeError(message, { error: 'unavailable', retryable: true, cause });
  });
  const { body } = await callProvider(
    'The code could not be exchanged',
    TokenExchangeError,
    { timeout, signal },
    (signal) =>
      tokenApi.exchangeToken({
        body: {
          grant_type: 'authorization_code',
          code,
          client_id: providerAddress,
          code_verifier: verifier,
          ...(redirectUri !== undefined && { redirect_uri: redirectUri }),
        },
        signal,
      }),
  );
  const fault = tokenFault(body, jkt !== undefined);
  if (fault !== undefined) throw new TokenExchangeError(fault.message, { status: 200, error: fault.error });
  const { access_token: accessToken, refresh_token: refreshToken, id_token: token, expires_in: seconds } = body;
  const expiry = now() + seconds * 1000;
  const claims = token === undefined ? undefined : await context.verifyIdToken(token, { nonce, jkt });
  const idToken = token !== undefined && claims !== undefined ? { token, claims } : undefined;
  if (flowStorage.getItem(flowKeys.codeVerifier) === null) {
    throw new TokenExchangeError('The sign-in was given up while its code was exchanged.', {
      error: 'sign_in_abandoned',
    });
  }
  await exclusively(config, async () => session.write(tokenValues({ accessToken, refreshToken, expiry, idToken })));
  // Another sign-in may have been started meanwhile: its values stay.
  if (flowStorage.getItem(flowKeys.codeVerifier) === verifier) flowStorage.removeItem(flowKeys.codeVerifier);
  if (flowStorage.getItem(flowKeys.nonce) === nonce) flowStorage.removeItem(flowKeys.nonce);
  return body;
}

/** Has the provider's keys at hand before a code or refresh token is spent on tokens that could not be verified. */
export async function loadKeys(
  { keySet }: SsoContext,
  fail: (message: string, cause: unknown) => never,
): Promise<void> {
  await keySet.load().catch((cause: unknown) => fail("The provider's key set cannot be reached.", cause));
}

/** What is wrong with a successful answer of the token endpoint. */
export function tokenFault(
  {
    access_token: accessToken,
    token_type: type,
    expires_in: seconds,
    refresh_token: refresh,
    id_token: id,
  }: TokenResponse,
  bound: boolean,
): { readonly error: string; readonly message: string } | undefined {
  const texts = [accessToken, refresh ?? 'none', id ?? 'none'].every(
    (token) => typeof token === 'string' && token !== '',
  );
  if (!texts || !(seconds >= 0)) {
    return { error: 'malformed_answer', message: 'The answer has no usable tokens and expires_in.' };
  }
  // Token types compare without regard to case (RFC 6749 §7.1).
  const scheme = typeof type === 'string' ? type.toLowerCase() : undefined;
  if (bound && scheme !== 'dpop') {
    return {
      error: 'dpop_not_honored',
      message: 'The provider did not honor DPoP: token_type is not DPoP.',
    };
  }
  if (!bound && scheme !== 'bearer') {
    return { error: 'unexpected_token_type', message: 'The token_type is not Bearer.' };
  }
  return undefined;
}

/** Whether an error of verifying says that the token is bad, rather than that nobody could tell. */
export function isRetryable(error: unknown): boolean {
  return error instanceof SsoError && error.retryable;
}
