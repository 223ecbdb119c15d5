import type { SsoOperations } from '../../../generated/sso/operations.ts';
import { getUserInfo } from '../../../generated/sso/routes.ts';
import type { UserInfoResponse } from '../../../generated/sso/types.ts';
import { type CallOptions, callProvider, createProviderApi, stopWaitingOnAbort } from './provider-call.ts';
import { clearPendingSignIn } from './pending-sign-in.ts';
import { refreshStoredSession } from './refresh-stored-session.ts';
import type { ResolvedSsoConfig } from './sso-config.ts';
import type { SsoClientContext } from './sso-client-context.ts';
import { RefreshError, UnauthorizedError, UserinfoError } from './sso-errors.ts';

/** Fetches the signed-in user from the provider; refreshes once after a 401. Returns null without a session. */
export async function fetchUserinfo(context: SsoClientContext, options: CallOptions): Promise<UserInfoResponse | null> {
  const { session, config, jkt } = context;
  for (let refreshed = false; ;) {
    const accessToken = session.read('accessToken');
    const sub = session.claims()?.sub;
    if (accessToken === null) return null;
    if (jkt !== undefined) {
      throw new UnauthorizedError('verifyAuth cannot use tokens bound to a DPoP key.', {
        error: 'dpop_bound',
      });
    }
    const response = await userinfo(config, accessToken, options);
    // The session was renewed, ended or replaced meanwhile: the response belongs to the previous one.
    if (session.read('accessToken') !== accessToken) continue;
    if (response === null) {
      if (refreshed || session.read('refreshToken') === null || !(await refresh(context, options))) return null;
      refreshed = true;
      continue;
    }
    if (sub === undefined || sub === response.sub) return response;
    session.clear();
    context.reporter.event({ type: 'signed-out', reason: 'ended' });
    clearPendingSignIn(config.flowStorage);
    throw new UnauthorizedError('userinfo returned another subject than the id_token: the session is ended.', {
      error: 'subject_mismatch',
    });
  }
}

/** Returns null when the provider rejects the token. */
async function userinfo(
  { ssoBaseUrl: baseUrl, fetch, timeout }: ResolvedSsoConfig,
  accessToken: string,
  { signal }: CallOptions,
): Promise<UserInfoResponse | null> {
  const send = (request: Request) => {
    request.headers.set('authorization', `Bearer ${accessToken}`);
    return fetch(request);
  };
  const api = createProviderApi<Pick<SsoOperations, 'getUserInfo'>>({ getUserInfo }, { baseUrl, send });
  try {
    const { body } = await callProvider('userinfo failed', UserinfoError, { timeout, signal }, (signal) =>
      api.getUserInfo({ signal }),
    );
    if (typeof body.sub === 'string' && body.sub !== '') return body;
  } catch (error) {
    if (error instanceof UserinfoError && error.status === 401) return null;
    throw error;
  }
  throw new UserinfoError('userinfo failed: the response has no sub.', {
    status: 200,
    error: 'malformed_answer',
  });
}

/** @returns whether there still is a session */
async function refresh(context: SsoClientContext, { signal }: CallOptions): Promise<boolean> {
  try {
    await stopWaitingOnAbort(() => refreshStoredSession(context), signal);
    return true;
  } catch (error) {
    if (error instanceof RefreshError && error.error === 'session_changed') return true;
    if (error instanceof RefreshError && error.loggedOut) return false;
    throw error;
  }
}
