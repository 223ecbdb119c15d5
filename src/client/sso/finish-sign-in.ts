import type { TokenResponse } from '../../../generated/sso/types.ts';
import { withSessionLock } from './with-session-lock.ts';
import { loadKeys } from './load-keys.ts';
import { flowKeys, pendingLinkKey } from './pending-sign-in.ts';
import { callProvider } from './provider-call.ts';
import type { SsoClientContext } from './sso-client-context.ts';
import { TokenExchangeError } from './sso-errors.ts';
import { toStoredValues } from './stored-session.ts';
import { findTokenResponseViolation } from './token-response-violation.ts';

/** Redeems a code, verifies the id_token, then stores the session. */
export async function finishSignIn(context: SsoClientContext, code: string): Promise<TokenResponse> {
  const { config, tokenApi, session, jkt } = context;
  const { flowStorage, providerAddress, redirectUri, timeout, now } = config;
  const verifier = flowStorage.getItem(flowKeys.codeVerifier);
  const nonce = flowStorage.getItem(flowKeys.nonce);
  if (verifier === null || nonce === null) {
    throw new TokenExchangeError('No sign-in is pending: call generateDeeplink first.', {
      error: 'no_pending_sign_in',
    });
  }
  await loadKeys(context, (message, cause) => {
    throw new TokenExchangeError(message, { error: 'unavailable', retryable: true, cause });
  });
  const { body } = await callProvider('The code could not be exchanged', TokenExchangeError, { timeout }, (signal) =>
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
  const violation = findTokenResponseViolation(body, jkt !== undefined);
  if (violation !== undefined) throw new TokenExchangeError(violation.message, { status: 200, error: violation.error });
  const { access_token: accessToken, refresh_token: refreshToken, id_token: token, expires_in: seconds } = body;
  const expiry = now() + seconds * 1000;
  const claims = typeof token === 'string' ? await context.verifyIdToken(token, { nonce, jkt }) : undefined;
  const idToken = token !== undefined && claims !== undefined ? { token, claims } : undefined;
  await withSessionLock(config, async () => {
    // The sign-in may have been abandoned while this tab waited for the lock.
    if (flowStorage.getItem(flowKeys.codeVerifier) === null) {
      throw new TokenExchangeError('The sign-in was abandoned while its code was exchanged.', {
        error: 'sign_in_abandoned',
      });
    }
    session.write(toStoredValues({ accessToken, refreshToken, expiry, idToken }));
  });
  // Keep the values of a sign-in that started meanwhile.
  if (flowStorage.getItem(flowKeys.codeVerifier) === verifier) {
    flowStorage.removeItem(flowKeys.codeVerifier);
    flowStorage.removeItem(pendingLinkKey);
  }
  if (flowStorage.getItem(flowKeys.nonce) === nonce) flowStorage.removeItem(flowKeys.nonce);
  context.reporter.event({ type: 'signed-in', subject: claims?.sub });
  return body;
}
