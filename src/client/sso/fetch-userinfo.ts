import type { SsoOperations } from '../../../generated/sso/operations.ts';
import { getUserInfo } from '../../../generated/sso/routes.ts';
import type { UserInfoResponse } from '../../../generated/sso/types.ts';
import { createClient } from '../../typed-contract/client.ts';
import { bearerMiddleware } from '../http/bearer-middleware.ts';
import { stopWaitingOnAbort } from './stop-waiting-on-abort.ts';
import { clearPendingSignIn } from './pending-sign-in.ts';
import { type CallOptions, callProvider } from './provider-call.ts';
import { refreshStoredSession } from './refresh-stored-session.ts';
import type { ResolvedSsoConfig } from './sso-config.ts';
import type { SsoClientContext } from './sso-client-context.ts';
import { RefreshError, UnauthorizedError, UserinfoError } from './sso-errors.ts';

/** Who is signed in, as the provider says now; refreshes once after a 401. Null when nobody is. */
export async function fetchUserinfo(context: SsoClientContext, options: CallOptions): Promise<UserInfoResponse | null> {
  const { session, config, jkt } = context;
  for (let refreshed = false; ;) {
    const accessToken = session.read('accessToken');
    const sub = session.claims()?.sub;
    if (accessToken === null) return null;
    if (jkt !== undefined) {
      throw new UnauthorizedError(
        'verifyAuth presents the token by itself, which a token bound to a DPoP key refuses.',
        {
          error: 'dpop_bound',
        },
      );
    }
    const answer = await userinfo(config, accessToken, options);
    // Renewed, ended or replaced meanwhile, here or in another tab: the answer is about a session that is gone.
    if (session.read('accessToken') !== accessToken) continue;
    if (answer === null) {
      if (refreshed || session.read('refreshToken') === null || !(await refresh(context, options))) return null;
      refreshed = true;
      continue;
    }
    if (sub === undefined || sub === answer.sub) return answer;
    session.clear();
    clearPendingSignIn(config.flowStorage);
    throw new UnauthorizedError('userinfo names another person than the id_token: the session is ended.', {
      error: 'subject_mismatch',
    });
  }
}

/** Null when the provider does not accept the token. */
async function userinfo(
  { ssoBaseUrl: baseUrl, fetch, timeout }: ResolvedSsoConfig,
  accessToken: string,
  { signal }: CallOptions,
): Promise<UserInfoResponse | null> {
  const api = createClient<Pick<SsoOperations, 'getUserInfo'>>(
    { getUserInfo },
    { baseUrl, fetch, middleware: [bearerMiddleware(() => accessToken)] },
  );
  try {
    const { body } = await callProvider('userinfo could not be asked', UserinfoError, { timeout, signal }, (signal) =>
      api.getUserInfo({ signal }),
    );
    if (typeof body.sub === 'string' && body.sub !== '') return body;
  } catch (error) {
    if (error instanceof UserinfoError && error.status === 401) return null;
    throw error;
  }
  throw new UserinfoError('userinfo could not be asked: the answer has no sub.', {
    status: 200,
    error: 'malformed_answer',
  });
}

/** @returns whether there is a session to ask about */
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
