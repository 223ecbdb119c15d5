import type { TokenResponse } from '../../../generated/sso/types.ts';
import { clearPendingSignIn, flowKeys } from './start-sign-in.ts';
import { callProvider, findTokenResponseViolation } from './provider-call.ts';
import { IdTokenError, LogoutError, RefreshError, SsoClientError } from './sso-errors.ts';
import { type IdTokenClaims, type TokenStorage, toStoredValues } from './stored-session.ts';
import { type ResolvedSsoConfig } from './sso-config.ts';
import { loadKeys, type SsoClientContext } from './sso-client-context.ts';

const pendingRefreshes = new WeakMap<TokenStorage, Map<string, Promise<TokenResponse>>>();

/**
 * Refreshes the session. Concurrent calls with the same provider, base URL and storage share one request. Only an
 * invalid_grant (400, 401, 403) ends the session.
 */
export function refreshStoredSession(context: SsoClientContext): Promise<TokenResponse> {
  const { tokenStorage, ssoBaseUrl, providerAddress } = context.config;
  const ofStorage = pendingRefreshes.get(tokenStorage) ?? new Map<string, Promise<TokenResponse>>();
  pendingRefreshes.set(tokenStorage, ofStorage);
  const id = `${ssoBaseUrl} ${providerAddress}`;
  const shared = ofStorage.get(id);
  if (shared !== undefined) return shared;
  const refresh = refreshOnce(context).finally(() => ofStorage.delete(id));
  ofStorage.set(id, refresh);
  return refresh;
}

async function refreshOnce(context: SsoClientContext): Promise<TokenResponse> {
  const before = context.session.read('refreshToken');
  if (before === null)
    throw new RefreshError('There is no refresh token: sign in again.', { error: 'no_refresh_token' });
  const sub = context.session.claims()?.sub;
  return withSessionLock(context.config, async (waited) => {
    const changed = () => context.session.read('refreshToken') !== before;
    // Another tab may have refreshed or signed out while this one waited.
    if (waited) await waitForStorage(changed);
    if (changed()) return readRefreshedSession(context, sub);
    await loadKeys(context, (message, cause) => {
      throw new RefreshError(message, { error: 'unavailable', retryable: true, cause });
    });
    return exchange(context, before, sub);
  });
}

/**
 * Waits up to half a second for the storage write of another tab, which becomes visible shortly after its lock is released:
 * browsers keep a copy of the storage per process.
 */
async function waitForStorage(changed: () => boolean): Promise<void> {
  for (let look = 0; look < 25 && !changed(); look++) await new Promise((later) => setTimeout(later, 20));
}

async function exchange(
  context: SsoClientContext,
  refreshToken: string,
  sub: string | undefined,
): Promise<TokenResponse> {
  const { config, tokenApi, session, jkt } = context;
  const { providerAddress, redirectUri, timeout } = config;
  const changed = () => session.read('refreshToken') !== refreshToken;
  const response = await callProvider('The session could not be refreshed', RefreshError, { timeout }, (signal) =>
    tokenApi.exchangeToken({
      body: {
        grant_type: 'refresh_token',
        refresh_token: refreshToken,
        client_id: providerAddress,
        ...(redirectUri !== undefined && { redirect_uri: redirectUri }),
      },
      signal,
    }),
  ).catch((error: unknown) => {
    if (!(error instanceof RefreshError) || !isRevoked(error)) throw error;
    // Another tab used the refresh token or replaced the session: keep the stored one.
    if (changed()) return undefined;
    endSession(context);
    const { message, status, error: code, error_description: description } = error;
    throw new RefreshError(message, { status, error: code, description, loggedOut: true });
  });
  if (response === undefined || changed()) return readRefreshedSession(context, sub);
  const { body } = response;
  const violation = findTokenResponseViolation(body, jkt !== undefined);
  if (violation !== undefined) throw new RefreshError(violation.message, { status: 200, error: violation.error });
  const { id_token: token } = body;
  const claims =
    typeof token === 'string'
      ? await context.verifyIdToken(token, { jkt }).catch((error: unknown) => {
          if (changed()) return undefined;
          throw rejectIdToken(context, body, error);
        })
      : undefined;
  // Verification may wait for the provider's keys: discard tokens of a session that was replaced meanwhile.
  if (changed()) return readRefreshedSession(context, sub);
  // OpenID Connect Core §12.2: the subject must not change.
  if (sub !== undefined && claims !== undefined && claims.sub !== sub) {
    endSession(context);
    throw new RefreshError('The refreshed id_token has another subject: the session is ended.', {
      error: 'subject_mismatch',
      loggedOut: true,
    });
  }
  store(context, body, refreshToken, claims);
  context.reporter.event({ type: 'refreshed' });
  return body;
}

/** Stores the session with the new refresh token after an unverifiable id_token, and returns the error. */
function rejectIdToken(
  { session }: SsoClientContext,
  { refresh_token: successor }: TokenResponse,
  cause: unknown,
): RefreshError {
  // The previous refresh token is consumed: without its successor the session would be lost.
  if (typeof successor === 'string') session.write({ refreshToken: successor });
  const { error, message } = cause instanceof IdTokenError ? cause : { error: undefined, message: 'unknown' };
  const retryable = cause instanceof SsoClientError && cause.retryable;
  return new RefreshError(`The refreshed id_token was rejected: ${message}`, { error, retryable, cause });
}

function store(
  { config, session }: SsoClientContext,
  body: TokenResponse,
  before: string,
  claims: IdTokenClaims | undefined,
): void {
  const { access_token: accessToken, id_token: token } = body;
  // Some providers send null instead of omitting a member.
  const refreshToken = body.refresh_token ?? before;
  const expiry = config.now() + body.expires_in * 1000;
  const idToken = token !== undefined && claims !== undefined ? { token, claims } : undefined;
  const {
    idToken: storedIdToken,
    idTokenClaims,
    ...rest
  } = toStoredValues({ accessToken, refreshToken, expiry, idToken });
  // A response without id_token keeps the stored claims.
  try {
    session.write(idToken === undefined ? rest : { ...rest, idToken: storedIdToken, idTokenClaims });
  } catch (error) {
    // The storage is full, and the previous refresh token is consumed: without its successor the session would be lost.
    session.write({ refreshToken });
    throw error;
  }
}

/** Returns whether the grant is revoked; 5xx, 429 and network failures do not end a session. */
function isRevoked({ status, error }: RefreshError): boolean {
  return error === 'invalid_grant' && (status === 400 || status === 401 || status === 403);
}

/** Clears the session and keeps a pending sign-in. */
function endSession({ session, reporter, config: { flowStorage } }: SsoClientContext): void {
  session.clear();
  reporter.event({ type: 'signed-out', reason: 'ended' });
  if (flowStorage.getItem(flowKeys.codeVerifier) === null) clearPendingSignIn(flowStorage);
}

/** Returns the session that another tab refreshed. @throws RefreshError when it ended or belongs to another subject */
function readRefreshedSession({ session, config, jkt }: SsoClientContext, sub: string | undefined): TokenResponse {
  const accessToken = session.read('accessToken');
  const idToken = session.read('idToken');
  const refreshToken = session.read('refreshToken');
  if (accessToken === null || session.claims()?.sub !== sub) {
    throw new RefreshError('The session was ended or replaced while it was being refreshed.', {
      error: 'session_changed',
      loggedOut: accessToken === null,
    });
  }
  const remaining = Number(session.read('tokenExpiry') ?? 0) - config.now();
  return {
    access_token: accessToken,
    token_type: jkt === undefined ? 'Bearer' : 'DPoP',
    expires_in: Math.max(0, Math.floor(remaining / 1000)),
    ...(idToken !== null && { id_token: idToken }),
    ...(refreshToken !== null && { refresh_token: refreshToken }),
  };
}

/** Ends a session at the provider (RFC 7009): a refresh token ends all tokens of its sign-in. @throws LogoutError */
export async function revokeStoredSession({ config, tokenApi }: SsoClientContext, token: string): Promise<void> {
  const { timeout, providerAddress: client_id } = config;
  await callProvider('The session could not be revoked', LogoutError, { timeout }, async (signal) => {
    const response = await tokenApi.revokeToken({ body: { token, client_id }, signal });
    // A success has no body.
    return response.status === 200 ? { ...response, body: {} } : response;
  });
}

/**
 * Runs a function under a Web Lock for the session, so that one tab at a time changes it. Runs immediately without Web Locks
 * or when the storage is not shared between tabs.
 *
 * @param run receives whether it waited for another tab
 */
export async function withSessionLock<T>(
  { tokenStorage, ssoBaseUrl, providerAddress }: ResolvedSsoConfig,
  run: (waited: boolean) => Promise<T>,
): Promise<T> {
  if (typeof window === 'undefined' || typeof navigator === 'undefined' || !isShared(tokenStorage)) return run(false);
  // An insecure page has none, and a simulated one in tests may have null.
  const locks = navigator.locks as LockManager | null | undefined;
  if (!locks) return run(false);
  const name = `platform-sso ${ssoBaseUrl} ${providerAddress}`;
  const atOnce = await locks.request(name, { ifAvailable: true }, async (lock) => lock && { result: await run(false) });
  return atOnce === null ? locks.request(name, () => run(true)) : atOnce.result;
}

function isShared(storage: unknown): boolean {
  try {
    return storage === window.localStorage;
  } catch {
    return false;
  }
}

/**
 * Returns whether the stored session was issued to this client: by its provider (iss), for its application (aud, azp), bound to
 * its key or to none (cnf). Storage keys are the same for all applications of an origin. A session without id_token counts.
 */
export function isOwnSession({ session, config, jkt }: SsoClientContext): boolean {
  if (session.read('accessToken') === null) return false;
  if (session.read('idTokenClaims') === null) return true;
  const claims = session.claims();
  if (claims === null) return false;
  const { iss, aud, azp, cnf } = claims;
  const { ssoBaseUrl, providerAddress } = config;
  const authorizedParty = typeof aud === 'string' ? aud : azp;
  const isOwnAudience =
    authorizedParty === providerAddress ||
    (authorizedParty === undefined && aud.length === 1 && aud[0] === providerAddress);
  return iss === ssoBaseUrl && isOwnAudience && cnf?.jkt === jkt;
}
