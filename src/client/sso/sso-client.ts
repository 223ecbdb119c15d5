import type { AuthorizeResponse, PollResponse, TokenResponse, UserInfoResponse } from '../../../generated/sso/types.ts';
import { stopWaitingOnAbort } from './stop-waiting-on-abort.ts';
import { fetchUserinfo } from './fetch-userinfo.ts';
import { finishSignIn } from './finish-sign-in.ts';
import { clearPendingSignIn } from './pending-sign-in.ts';
import type { CallOptions } from './provider-call.ts';
import { refreshStoredSession } from './refresh-stored-session.ts';
import { RefreshError } from './sso-errors.ts';
import { type ResolvedSsoConfig, resolveSsoConfig, type SsoClientConfig } from './sso-config.ts';
import { createSsoClientContext, type SsoClientContext } from './sso-client-context.ts';
import { pollSignIn, startSignIn } from './start-sign-in.ts';
import type { IdTokenClaims } from './stored-session.ts';
import { waitForApproval, type WaitOptions } from './wait-for-approval.ts';
import { withAutoRefresh } from './with-auto-refresh.ts';

const earlyExpiry = 5 * 60 * 1000;
/** Remaining lifetime in milliseconds below which getFreshAccessToken refreshes. */
const freshFor = 60 * 1000;

/**
 * Signs users in and keeps their session (interface document, "Client library operations"). For browsers, Node 20+ and edge
 * runtimes. On a server create one client per user: each has separate in-memory storage.
 *
 * @example
 * const sso = new SsoClient({ ssoBaseUrl: 'https://sso.example', providerAddress: '00000006010000000000000000000001' });
 * const { deep_link, polling_code } = await sso.generateDeeplink();
 * // show deep_link as a link or QR code
 * const { authorization_code } = await sso.waitForApproval(polling_code);
 * if (authorization_code !== undefined) await sso.exchangeToken(authorization_code);
 * sso.getSubject();
 */
export class SsoClient {
  readonly config: ResolvedSsoConfig;
  readonly #context: SsoClientContext;
  /** Pending exchanges by code. */
  readonly #exchanges = new Map<string, Promise<TokenResponse>>();

  /** @throws TypeError that names the invalid option */
  constructor(config: SsoClientConfig) {
    this.config = resolveSsoConfig(config);
    this.#context = createSsoClientContext(this.config);
  }

  /** Starts a sign-in. @throws AuthorizeError; Error without a cryptographic random source */
  generateDeeplink(options: CallOptions = {}): Promise<AuthorizeResponse> {
    return startSignIn(this.#context, options);
  }

  /** Polls the sign-in once. @throws PollError, also for a response of another issuer or sign-in */
  async pollAuth(pollingCode: string, options: CallOptions = {}): Promise<PollResponse> {
    return (await pollSignIn(this.#context, pollingCode, options)).response;
  }

  /** Polls until the user has decided or the sign-in has expired. @throws PollError */
  waitForApproval(pollingCode: string, options: WaitOptions = {}): Promise<PollResponse> {
    const { pollingInterval: interval, now } = this.config;
    const poll = () => pollSignIn(this.#context, pollingCode, options);
    return waitForApproval({ ...options, poll, interval, now });
  }

  /**
   * Redeems the code, verifies the id_token, then stores the session. Concurrent calls redeem a code once; aborting one call
   * does not cancel the exchange.
   *
   * @throws TokenExchangeError, IdTokenError
   */
  exchangeToken(code: string, { signal }: CallOptions = {}): Promise<TokenResponse> {
    return stopWaitingOnAbort(() => this.#exchange(code), signal);
  }

  /**
   * Fetches the signed-in user from the provider; null without a session. Not for sessions bound to a DPoP key.
   *
   * @throws UnauthorizedError, UserinfoError, RefreshError
   */
  verifyAuth(options: CallOptions = {}): Promise<UserInfoResponse | null> {
    return fetchUserinfo(this.#context, options);
  }

  /** Renews the tokens. Concurrent calls share one request. @throws RefreshError, with `loggedOut` when the session ended */
  refreshAccessToken({ signal }: CallOptions = {}): Promise<TokenResponse> {
    return stopWaitingOnAbort(() => refreshStoredSession(this.#context), signal);
  }

  /**
   * Returns an access token that is valid for another minute, refreshing the session when its access token or id_token
   * expires sooner. Concurrent calls share one refresh. Null when signed out.
   *
   * @throws RefreshError when the refresh failed and the stored token has expired
   */
  async getFreshAccessToken(options: CallOptions = {}): Promise<string | null> {
    const accessToken = this.getAccessToken();
    const expiry = this.#sessionExpiry();
    const remaining = expiry - this.config.now();
    if (accessToken === null || remaining > freshFor) return accessToken;
    if (!this.hasRefreshToken()) return remaining > 0 ? accessToken : null;
    try {
      await this.refreshAccessToken(options);
    } catch (error) {
      if (!(error instanceof RefreshError)) throw error;
      if (error.loggedOut) return null;
      if (error.retryable && this.config.now() < expiry) return accessToken;
      throw error;
    }
    return this.getAccessToken();
  }

  /**
   * Runs `fn`; when it fails with 401 and there is a refresh token, refreshes and runs it again, up to `maxRetries`
   * times. A 401 is an error with `status`, `statusCode` or `response.status` of 401, or a returned response with 401.
   */
  withAutoRefresh<T>(fn: (accessToken: string | null) => Promise<T>, maxRetries = 1): Promise<T> {
    return withAutoRefresh(() => fn(this.getAccessToken()), maxRetries, {
      canRefresh: () => this.hasRefreshToken(),
      refresh: () => this.refreshAccessToken(),
    });
  }

  /** Deletes the session and a pending sign-in on this device. */
  logout(): void {
    this.#context.session.clear();
    clearPendingSignIn(this.config.flowStorage);
  }

  getAccessToken(): string | null {
    return this.#context.session.read('accessToken');
  }

  getIdToken(): string | null {
    return this.#context.session.read('idToken');
  }

  getRefreshToken(): string | null {
    return this.#context.session.read('refreshToken');
  }

  /** Verified claims of the id_token; null without claims or when they have expired. */
  getAuthData(): IdTokenClaims | null {
    const claims = this.#context.session.claims();
    return claims !== null && claims.exp * 1000 > this.config.now() ? claims : null;
  }

  /** The signed-in user: `sub` of getAuthData. */
  getSubject(): string | null {
    return this.getAuthData()?.sub ?? null;
  }

  /** Whether the access token has expired; true when none is stored. */
  isTokenExpired(): boolean {
    return this.#expiresWithin(0);
  }

  /** Whether the access token has expired or expires within 5 minutes. */
  isAccessTokenExpired(): boolean {
    return this.#expiresWithin(earlyExpiry);
  }

  hasRefreshToken(): boolean {
    return this.getRefreshToken() !== null;
  }

  /** Subscribes to changes of the session by this page and other tabs. @returns the function that unsubscribes */
  onChange(listener: () => void): () => void {
    const unlisten = this.#context.session.onChange(listener);
    const stored = ({ key }: StorageEvent) => {
      if (key === null || key.startsWith('platform-sso_')) listener();
    };
    if (typeof window === 'undefined') return unlisten;
    window.addEventListener('storage', stored);
    return () => {
      window.removeEventListener('storage', stored);
      unlisten();
    };
  }

  #exchange(code: string): Promise<TokenResponse> {
    const underway = this.#exchanges.get(code);
    if (underway !== undefined) return underway;
    const exchange = finishSignIn(this.#context, code).finally(() => this.#exchanges.delete(code));
    this.#exchanges.set(code, exchange);
    return exchange;
  }

  /** Earlier expiry of access token and id_token, milliseconds since 1970. */
  #sessionExpiry(): number {
    const claims = this.#context.session.claims();
    return Math.min(this.#tokenExpiry() || 0, claims === null ? Number.POSITIVE_INFINITY : claims.exp * 1000);
  }

  /** Milliseconds since 1970; NaN when none is stored. */
  #tokenExpiry(): number {
    return Number.parseInt(this.#context.session.read('tokenExpiry') ?? '', 10);
  }

  #expiresWithin(milliseconds: number): boolean {
    return !(this.config.now() < this.#tokenExpiry() - milliseconds);
  }
}
