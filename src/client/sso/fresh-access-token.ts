import { isOwnSession } from './own-session.ts';
import { type CallOptions } from './provider-call.ts';
import { refreshStoredSession } from './refresh-stored-session.ts';
import type { SsoClientContext } from './sso-client-context.ts';
import { RefreshError } from './sso-errors.ts';
import { stopWaitingOnAbort } from './stop-waiting-on-abort.ts';

/** Remaining lifetime in milliseconds below which the session is refreshed. */
const freshFor = 60 * 1000;

/** Returns an access token of this client that is valid for another minute; null when signed out. */
export async function freshAccessToken(context: SsoClientContext, { signal }: CallOptions): Promise<string | null> {
  const { session, config } = context;
  const accessToken = isOwnSession(context) ? session.read('accessToken') : null;
  const expiry = sessionExpiry(context);
  const remaining = expiry - config.now();
  if (accessToken === null || remaining > freshFor) return accessToken;
  if (session.read('refreshToken') === null) return remaining > 0 ? accessToken : null;
  try {
    await stopWaitingOnAbort(() => refreshStoredSession(context), signal);
  } catch (error) {
    if (!(error instanceof RefreshError)) throw error;
    if (error.loggedOut) return null;
    if (error.retryable && config.now() < expiry) return accessToken;
    throw error;
  }
  return isOwnSession(context) ? session.read('accessToken') : null;
}

/** Earlier expiry of access token and id_token, milliseconds since 1970. */
function sessionExpiry({ session }: SsoClientContext): number {
  const claims = session.claims();
  const expiry = Number.parseInt(session.read('tokenExpiry') ?? '', 10) || 0;
  return Math.min(expiry, claims === null ? Number.POSITIVE_INFINITY : claims.exp * 1000);
}
