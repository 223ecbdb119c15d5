import type { PollResponse, TokenResponse } from '../../../generated/sso/types.ts';
import { withSessionLock } from './refresh-stored-session.ts';
import { loadKeys, type SsoClientContext } from './sso-client-context.ts';
import { callProvider, findTokenResponseViolation } from './provider-call.ts';
import { AuthorizeError, PollError, TokenExchangeError } from './sso-errors.ts';
import { toStoredValues } from './stored-session.ts';
import {
  authorizeParameters,
  type PolledSignIn,
  createPendingSignIn,
  flowKeys,
  pendingLinkKey,
  redirectKey,
  storePendingSignIn,
} from './start-sign-in.ts';

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

export interface WaitOptions {
  readonly signal?: AbortSignal | undefined;
  /** Subscribes to events that end a pause early: page visible, network back. @returns the function that unsubscribes */
  readonly onWake?: ((wake: () => void) => () => void) | undefined;
}

export interface ApprovalPolling extends WaitOptions {
  readonly poll: () => Promise<PolledSignIn>;
  /** Milliseconds between two polls. */
  readonly interval: number;
  readonly now: () => number;
}

/**
 * Maximum wait in milliseconds from the first poll; the provider limits a sign-in to 10 minutes. Does not use expired_at,
 * because the local clock may be wrong.
 */
const maxWait = 11 * 60_000;

/**
 * Polls until the sign-in is decided, one request at a time. Retries after overload and network failures, because the user
 * may still be deciding.
 */
export async function waitForApproval({ poll, interval, now, ...options }: ApprovalPolling): Promise<PollResponse> {
  const end = now() + maxWait;
  for (;;) {
    options.signal?.throwIfAborted();
    const { response, retryAfter = 0 } = await poll().catch((error: unknown) => {
      if (error instanceof PollError && error.retryable && now() < end) {
        return { response: undefined, retryAfter: error.retryAfter };
      }
      throw error;
    });
    if (response !== undefined && response.status !== 'pending') return response;
    // The provider normally reports the expiry itself.
    if (now() >= end) return { status: 'expired' };
    await pause(Math.max(interval, retryAfter * 1000), options);
  }
}

async function pause(milliseconds: number, { signal, onWake }: WaitOptions): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    const end = (finish: () => void) => () => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', aborted);
      unlisten?.();
      finish();
    };
    const aborted = end(() => reject(signal?.reason));
    const timer = setTimeout(end(resolve), Math.min(milliseconds, 60_000));
    signal?.addEventListener('abort', aborted, { once: true });
    const unlisten = onWake?.(end(resolve));
    if (signal?.aborted === true) aborted();
  });
}

/** Returns the address of a sign-in in this browser, which ends at the redirectUri. @throws TypeError without redirectUri */
export function createSignInUrl(context: SsoClientContext): string {
  const { ssoBaseUrl, redirectUri, flowStorage } = context.config;
  if (redirectUri === undefined) throw new TypeError('A sign-in by redirect needs the option redirectUri.');
  const signIn = createPendingSignIn();
  // A link that is shown beside it keeps its own secrets, and can still be approved on another device.
  flowStorage.setItem(redirectKey, [signIn.codeVerifier, signIn.state, signIn.nonce].join(' '));
  context.reporter.event({ type: 'sign-in-started' });
  return `${ssoBaseUrl}/oauth/authorize?${new URLSearchParams({ ...authorizeParameters(context, signIn), response_mode: 'query' })}`;
}

/**
 * Returns the code in an address to which the provider redirected, and makes the secrets of its sign-in those of the next
 * exchange; null when the address is not the end of a pending sign-in.
 *
 * @throws AuthorizeError when the sign-in was declined, or for a response of another sign-in or issuer
 */
export function readRedirect({ config }: SsoClientContext, address: string): string | null {
  const { flowStorage } = config;
  const { searchParams } = new URL(address);
  const [codeVerifier = '', pending, nonce = ''] = flowStorage.getItem(redirectKey)?.split(' ') ?? [];
  const read = (name: string) => {
    const [value, repeated] = searchParams.getAll(name);
    return repeated === undefined ? value : undefined;
  };
  const [code, error, state, issuer] = [read('code'), read('error'), read('state'), read('iss')];
  if (pending === undefined || (code === undefined && error === undefined)) return null;
  // Otherwise a link could sign this browser in as somebody else (RFC 9700 §4.7, RFC 9207 §2.4).
  if (state !== pending) throw refuse('state_mismatch', 'its state is not the state of the pending sign-in');
  if (issuer !== config.ssoBaseUrl) throw refuse('issuer_mismatch', `its issuer is not ${config.ssoBaseUrl}`);
  flowStorage.removeItem(redirectKey);
  if (code === undefined || error !== undefined) {
    throw new AuthorizeError(`The sign-in ended without approval: ${error}.`, {
      error,
      description: read('error_description'),
    });
  }
  storePendingSignIn(flowStorage, { codeVerifier, state, nonce });
  return code;
}

/** Returns an address without the parameters of the response, for the address bar and the history. */
export function withoutResponse(address: string): string {
  const url = new URL(address);
  for (const name of ['code', 'state', 'iss', 'error', 'error_description']) url.searchParams.delete(name);
  return url.href;
}

function refuse(error: string, why: string): AuthorizeError {
  return new AuthorizeError(`The redirect was rejected: ${why}.`, { error });
}
