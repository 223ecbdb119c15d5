import { sendSigned } from '../http/middleware.ts';
import { isOwnSession, refreshStoredSession } from './refresh-stored-session.ts';
import { RefreshError, SsoClientError, UnauthorizedError, UserinfoError } from './sso-errors.ts';
import { type CallOptions, stopWaitingOnAbort, callProvider, createProviderApi } from './provider-call.ts';
import type { SsoOperations } from '../../../generated/sso/operations.ts';
import { getUserInfo } from '../../../generated/sso/routes.ts';
import type { UserInfoResponse } from '../../../generated/sso/types.ts';
import { clearPendingSignIn } from './start-sign-in.ts';
import type { ResolvedSsoConfig } from './sso-config.ts';
import type { SsoClientContext } from './sso-client-context.ts';

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

/**
 * Runs a function that needs the session. After a 401 it refreshes and runs the function again, at most `maxRetries` times;
 * then it returns or throws the last result.
 */
export async function withAutoRefresh<T>(
  run: () => Promise<T>,
  maxRetries: number,
  { canRefresh, refresh }: { readonly canRefresh: () => boolean; readonly refresh: () => Promise<unknown> },
): Promise<T> {
  if (!Number.isInteger(maxRetries) || maxRetries < 0) {
    throw new TypeError(`maxRetries must be a whole number from 0, not ${maxRetries}.`);
  }
  for (let retries = 0; ; retries++) {
    const last = retries === maxRetries;
    try {
      const result = await run();
      if (last || !isResponse401(result) || !canRefresh()) return result;
    } catch (error) {
      if (last || !isError401(error) || !canRefresh()) throw error;
    }
    await refresh();
  }
}

/** Detects a 401 of a fetch Response or of a generated client, which do not throw. */
function isResponse401(result: unknown): boolean {
  return isObject(result) && result['status'] === 401 && result['headers'] instanceof Headers;
}

/** Detects a 401 in errors of this package and of common HTTP libraries. */
function isError401(error: unknown): boolean {
  if (!isObject(error)) return false;
  const { status, statusCode, response } = error;
  return status === 401 || statusCode === 401 || (isObject(response) && response['status'] === 401);
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}

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
