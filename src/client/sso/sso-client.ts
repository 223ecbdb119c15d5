import type { AuthorizeResponse, PollResponse, TokenResponse, UserInfoResponse } from '../../../generated/sso/types.ts';
import { authorizedFetch, freshAccessToken, withAutoRefresh, fetchUserinfo } from './authorized-fetch.ts';
import { isOwnSession, refreshStoredSession, revokeStoredSession } from './refresh-stored-session.ts';
import {
  createSignInUrl,
  finishSignIn,
  readRedirect,
  waitForApproval,
  type WaitOptions,
  withoutResponse,
} from './finish-sign-in.ts';
import { pollSignIn, readPendingLink, startSignIn, clearPendingSignIn } from './start-sign-in.ts';
import type { SsoEvent } from './sso-events.ts';
import { type CallOptions, stopWaitingOnAbort } from './provider-call.ts';
import { PollError } from './sso-errors.ts';
import { type ResolvedSsoConfig, resolveSsoConfig, type SsoClientConfig } from './sso-config.ts';
import { createSsoClientContext, type SsoClientContext } from './sso-client-context.ts';
import type { IdTokenClaims } from './stored-session.ts';

const earlyExpiry = 5 * 60 * 1000;

export interface LogoutOptions {
  /** Ends the session at the provider too. */
  readonly revoke?: boolean | undefined;
}

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
  /**
   * A `fetch` with the access token of the session, and a proof when the token is bound to a key. Refreshes the session before
   * its expiry and once after a 401. Sends the token to `apiOrigins` only, and follows no redirect. Generated clients take it
   * as their `fetch`.
   *
   * @throws UnauthorizedError for another origin, a redirect, or when signed out
   */
  readonly fetch: typeof globalThis.fetch;
  readonly #context: SsoClientContext;
  /** Pending exchanges by code. */
  readonly #exchanges = new Map<string, Promise<TokenResponse>>();

  /** @throws TypeError that names the invalid option */
  constructor(config: SsoClientConfig) {
    this.config = resolveSsoConfig(config);
    this.#context = createSsoClientContext(this.config);
    this.fetch = (input, init) => {
      const signal = init?.signal ?? (input instanceof Request ? input.signal : undefined);
      return this.#reported(authorizedFetch(this.#context, input, init), signal);
    };
  }

  /** Starts a sign-in. @throws AuthorizeError; Error where no sign-in could be completed, such as on a page over http */
  generateDeeplink(options: CallOptions = {}): Promise<AuthorizeResponse> {
    return this.#reported(startSignIn(this.#context, options), options.signal);
  }

  /** Returns the link and polling code of a sign-in that was pending before the page was reloaded, or null. */
  resumeSignIn(): AuthorizeResponse | null {
    return readPendingLink(this.#context);
  }

  /** Polls the sign-in once. @throws PollError, also for a response of another issuer or sign-in */
  async pollAuth(pollingCode: string, options: CallOptions = {}): Promise<PollResponse> {
    return (await this.#reported(pollSignIn(this.#context, pollingCode, options), options.signal)).response;
  }

  /** Polls until the user has decided or the sign-in has expired. @throws PollError */
  waitForApproval(pollingCode: string, options: WaitOptions = {}): Promise<PollResponse> {
    const { pollingInterval: interval, now } = this.config;
    const poll = () =>
      pollSignIn(this.#context, pollingCode, options).catch((error: unknown) => {
        if (error instanceof PollError && error.retryable)
          this.#context.reporter.log('warn', 'sso: poll failed', error);
        throw error;
      });
    return this.#reported(waitForApproval({ ...options, poll, interval, now }), options.signal);
  }

  /**
   * Starts a sign-in on this device: `location.assign(sso.createSignInUrl())`. It ends at `redirectUri`, whose page calls
   * finishRedirect. A pending link stays usable beside it. @throws TypeError without redirectUri
   */
  createSignInUrl(): string {
    return createSignInUrl(this.#context);
  }

  /**
   * Completes a sign-in by redirect and removes the code from the address bar. Resolves with false when the page was not
   * opened by one, so that every page may call it.
   *
   * @throws AuthorizeError when it was declined or belongs to another sign-in; TokenExchangeError, IdTokenError
   */
  finishRedirect(address?: string): Promise<boolean> {
    return this.#reported(this.#finishRedirect(address));
  }

  /**
   * Redeems the code, verifies the id_token, then stores the session. Concurrent calls redeem a code once; aborting one call
   * does not cancel the exchange.
   *
   * @throws TokenExchangeError, IdTokenError
   */
  exchangeToken(code: string, { signal }: CallOptions = {}): Promise<TokenResponse> {
    return this.#reported(
      stopWaitingOnAbort(() => this.#exchange(code), signal),
      signal,
    );
  }

  /**
   * Fetches the signed-in user from the provider; null without a session. Not for sessions bound to a DPoP key.
   *
   * @throws UnauthorizedError, UserinfoError, RefreshError
   */
  verifyAuth(options: CallOptions = {}): Promise<UserInfoResponse | null> {
    return this.#reported(fetchUserinfo(this.#context, options), options.signal);
  }

  /** Renews the tokens. Concurrent calls share one request. @throws RefreshError, with `loggedOut` when the session ended */
  refreshAccessToken({ signal }: CallOptions = {}): Promise<TokenResponse> {
    return this.#reported(
      stopWaitingOnAbort(() => refreshStoredSession(this.#context), signal),
      signal,
    );
  }

  /**
   * Returns an access token that is valid for another minute, refreshing the session when its access token or id_token
   * expires sooner. Concurrent calls share one refresh. Null when signed out, and for a session that is not of this client.
   *
   * @throws RefreshError when the refresh failed and the stored token has expired
   */
  getFreshAccessToken(options: CallOptions = {}): Promise<string | null> {
    return this.#reported(freshAccessToken(this.#context, options), options.signal);
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

  /** Deletes the session and a pending sign-in on this device. With `revoke` the session ends at the provider too. */
  logout(): void;
  /** @throws LogoutError when the request to the provider failed; this device is signed out nevertheless */
  logout(options: LogoutOptions): Promise<void>;
  logout(options?: LogoutOptions): Promise<void> | undefined {
    const { session, reporter } = this.#context;
    // The tokens of another application are not sent to this one's provider.
    const token =
      options?.revoke === true && isOwnSession(this.#context)
        ? (this.getRefreshToken() ?? this.getAccessToken())
        : null;
    const signedIn = this.getAccessToken() !== null;
    session.clear();
    clearPendingSignIn(this.config.flowStorage);
    if (signedIn) reporter.event({ type: 'signed-out', reason: 'logout' });
    // A promise would make every synchronous sign-out asynchronous.
    if (options === undefined) return undefined;
    return token === null ? Promise.resolve() : this.#reported(revokeStoredSession(this.#context, token));
  }

  /** Whether a session is stored and was issued to this client: by its provider, for its application, bound to its key. */
  hasOwnSession(): boolean {
    return isOwnSession(this.#context);
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

  /** Subscribes to what happens to the session in this page, errors included. @returns the function that unsubscribes */
  onEvent(listener: (event: SsoEvent) => void): () => void {
    return this.#context.reporter.onEvent(listener);
  }

  /** Reports the error of a call, unless the caller aborted it. */
  async #reported<T>(call: Promise<T>, signal?: AbortSignal | null): Promise<T> {
    try {
      return await call;
    } catch (error) {
      if (signal?.aborted !== true && error instanceof Error) this.#context.reporter.error(error);
      throw error;
    }
  }

  async #finishRedirect(url?: string): Promise<boolean> {
    const address = url ?? globalThis.location?.href;
    if (address === undefined) throw new TypeError('Outside browsers finishRedirect needs the address.');
    let code: string | null | undefined;
    try {
      code = readRedirect(this.#context, address);
      if (code === null) return false;
    } finally {
      // The response leaves the address bar before anything else runs.
      if (code !== null && url === undefined) history.replaceState(history.state, '', withoutResponse(address));
    }
    await this.#exchange(code);
    return true;
  }

  #exchange(code: string): Promise<TokenResponse> {
    const pending = this.#exchanges.get(code);
    if (pending !== undefined) return pending;
    const exchange = finishSignIn(this.#context, code).finally(() => this.#exchanges.delete(code));
    this.#exchanges.set(code, exchange);
    return exchange;
  }

  /** Milliseconds since 1970; NaN when none is stored. */
  #tokenExpiry(): number {
    return Number.parseInt(this.#context.session.read('tokenExpiry') ?? '', 10);
  }

  #expiresWithin(milliseconds: number): boolean {
    return !(this.config.now() < this.#tokenExpiry() - milliseconds);
  }
}
