import type { UserInfoResponse } from '../../../generated/sso/types.ts';
import { bearerMiddleware } from '../http/bearer-middleware.ts';
import { createSsoClient } from '../../../generated/sso/client.ts';
import { clearSignIn } from './pending-sign-in.ts';
import { type CallOptions, callProvider } from './provider-call.ts';
import { refreshSession } from './refresh-session.ts';
import type { SsoContext } from './sso-context.ts';
import { RefreshError, UnauthorizedError, UserinfoError } from './sso-errors.ts';

/** Who is signed in, as the provider says now; refreshes once after a 401. Null when nobody is. */
export async function askUserinfo(context: SsoContext, options: CallOptions): Promise<UserInfoResponse | null> {
  const { session, config, jkt } = context;
  if (jkt !== undefined) {
    throw new UnauthorizedError('verifyAuth presents the token by itself, which a token bound to a DPoP key refuses.', {
      error: 'dpop_bound',
    });
  }
  const answer = (await userinfo(context, options)) ?? (await refreshed(context, options));
  if (answer === null) return null;
  const sub = session.claims()?.sub;
  if (sub === undefined || sub === answer.sub) return answer;
  session.clear();
  clearSignIn(config.flowStorage);
  throw new UnauthorizedError('userinfo names another person than the id_token: the session is ended.', {
    error: 'subject_mismatch',
  });
}

/** Null without an access token, and when the provider does not accept it. */
async function userinfo({ config, session }: SsoContext, { signal }: CallOptions): Promise<UserInfoResponse | null> {
  const { ssoBaseUrl: baseUrl, fetch, timeout } = config;
  const accessToken = session.read('accessToken');
  if (accessToken === null) return null;
  const api = createSsoClient({ baseUrl, fetch, middleware: [bearerMiddleware(() => accessToken)] });
  try {
    const { body } = await callProvider('userinfo could not be asked', UserinfoError, { timeout, signal }, (signal) =>
      api.getUserinfo({ signal }),
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

async function refreshed(context: SsoContext, options: CallOptions): Promise<UserInfoResponse | null> {
  const { session } = context;
  if (session.read('accessToken') === null || session.read('refreshToken') === null) return null;
  try {
    await refreshSession(context);
  } catch (error) {
    if (error instanceof RefreshError && error.loggedOut) return null;
    throw error;
  }
  return userinfo(context, options);
}
