import { sendSigned } from '../http/dpop-signer.ts';
import { freshAccessToken } from './fresh-access-token.ts';
import { isOwnSession } from './own-session.ts';
import { refreshStoredSession } from './refresh-stored-session.ts';
import type { SsoClientContext } from './sso-client-context.ts';
import { SsoClientError, UnauthorizedError } from './sso-errors.ts';
import { stopWaitingOnAbort } from './stop-waiting-on-abort.ts';

/**
 * Sends a request with the session's access token, and with a proof when the token is bound to a key. Refreshes before expiry
 * and once after a 401. Sends nothing to an origin that is not listed, and follows no redirect.
 *
 * @throws UnauthorizedError for another origin, a redirect, or when signed out
 */
export async function authorizedFetch(
  context: SsoClientContext,
  input: RequestInfo | URL,
  init: RequestInit | undefined,
): Promise<Response> {
  const request = new Request(input, { ...init, redirect: 'manual' });
  // The URL that is checked is the URL that is fetched.
  const { origin } = new URL(request.url);
  const { apiOrigins } = context.config;
  if (!apiOrigins.includes(origin)) {
    throw new UnauthorizedError(
      `The access token is not sent to ${origin}: add it to apiOrigins if it is your API. Listed: ${apiOrigins.join(', ')}.`,
      { error: 'origin_not_allowed' },
    );
  }
  const again = request.clone();
  const { signal } = request;
  signal.throwIfAborted();
  const accessToken = await freshAccessToken(context, { signal });
  if (accessToken === null) throw new UnauthorizedError('Nobody is signed in.', { error: 'signed_out' });
  const response = await send(context, request, accessToken);
  if (response.status !== 401) return response;
  const renewed = await renewedToken(context, accessToken, signal);
  return renewed === null ? response : send(context, again, renewed);
}

async function send(
  { config: { fetch }, dpopSigner: signer }: SsoClientContext,
  request: Request,
  accessToken: string,
): Promise<Response> {
  if (signer === undefined) request.headers.set('authorization', `Bearer ${accessToken}`);
  const response = await sendSigned(request, { signer, accessToken, fetch });
  const { status, type } = response;
  if (type !== 'opaqueredirect' && !(status >= 300 && status < 400 && status !== 304)) return response;
  throw new UnauthorizedError(
    `${new URL(request.url).origin} redirected the request: sso.fetch follows no redirect, because it would send the access token on.`,
    { error: 'redirected' },
  );
}

/** Returns the token after a 401: of another tab, or of a refresh; null when there is no other. */
async function renewedToken(context: SsoClientContext, refused: string, signal: AbortSignal): Promise<string | null> {
  const { session } = context;
  const read = () => (isOwnSession(context) ? session.read('accessToken') : null);
  if (read() === refused) {
    if (session.read('refreshToken') === null) return null;
    try {
      await stopWaitingOnAbort(() => refreshStoredSession(context), signal);
    } catch (error) {
      // The caller gets the 401 of the API; onError gets the reason.
      if (!(error instanceof SsoClientError)) throw error;
      context.reporter.error(error);
      return null;
    }
  }
  const token = read();
  return token === refused ? null : token;
}
