import type { PollResponse } from '../../../../generated/sso/types.ts';
import type { SsoClient } from '../sso-client.ts';
import { AuthorizeError } from '../sso-errors.ts';
import { type AuthStore, onWake } from './auth-store.ts';

/** State of the shown sign-in. */
export type SignInState =
  | { readonly status: 'idle' | 'starting' | 'finishing' | 'success' | 'rejected' | 'expired' }
  | {
      readonly status: 'waiting';
      /** For the QR code and the link. */
      readonly deepLink: string;
      /** Code that both screens show. */
      readonly comparisonCode: string | undefined;
      /** Unix seconds. */
      readonly expiredAt: number;
    }
  | { readonly status: 'failed'; readonly error: Error };

/** The sign-in that all components of a page share. */
export interface SignInAttempt {
  readonly getState: () => SignInState;
  readonly subscribe: (listener: () => void) => () => void;
  /**
   * Shows the sign-in: starts one, or continues a valid one.
   *
   * @returns the function that hides it; hiding the last component pauses polling
   */
  readonly show: () => () => void;
  /**
   * Continues a sign-in that was pending when the page was loaded, also while no component shows it, until it ends.
   *
   * @returns the function that pauses it
   */
  readonly continuePending: () => () => void;
  /** Starts a new attempt after one that ended. Does nothing during an attempt. */
  readonly retry: () => void;
  /**
   * Leaves the page to sign in on this device, and comes back to it; undefined unless the client's redirectUri is of this
   * origin, whose page completes the sign-in.
   */
  readonly signInHere: (() => void) | undefined;
}

interface Pending {
  readonly pollingCode: string;
  /** Milliseconds since 1970 by the clock of this page. */
  readonly usableUntil: number;
}

/** Remaining lifetime in milliseconds below which a link is replaced. */
const minLinkLifetime = 20_000;
/** Maximum lifetime of a sign-in at the provider in milliseconds. */
const maxLinkLifetime = 600_000;

/**
 * Runs sign-ins outside of React, so that StrictMode and remounts repeat no request: one authorize request per attempt, one
 * poll at a time, one token request per code. Starts no sign-in while a session can be renewed or after another tab has
 * signed in.
 */
export function createSignInAttempt(client: SsoClient, auth: AuthStore): SignInAttempt {
  const { now } = client.config;
  let state: SignInState = { status: 'idle' };
  let pending: Pending | undefined;
  let polling: AbortController | undefined;
  let shown = 0;
  /** Until the first sign-in of this page: a reloaded page continues the one that the person may be approving. */
  let reloaded = true;
  const listeners = new Set<() => void>();

  const set = (next: SignInState) => {
    state = next;
    for (const listener of listeners) listener();
  };

  const start = async (): Promise<void> => {
    pending = undefined;
    const starting: SignInState = { status: 'starting' };
    set(starting);
    try {
      const resumed = reloaded ? client.resumeSignIn() : null;
      reloaded = false;
      const response = resumed ?? (await client.generateDeeplink());
      // Another tab has signed in meanwhile.
      if (state !== starting) return;
      const { deep_link: deepLink, polling_code: pollingCode, expired_at: expiredAt } = response;
      const remaining = expiredAt * 1000 - now();
      // An impossible lifetime comes from a wrong local clock: poll until the provider reports the expiry.
      const lifetime = remaining > 0 && remaining <= maxLinkLifetime ? remaining : maxLinkLifetime;
      pending = { pollingCode, usableUntil: now() + lifetime - minLinkLifetime };
      set({ status: 'waiting', deepLink, comparisonCode: response.comparison_code, expiredAt });
    } catch (error) {
      if (state === starting) fail(error);
    }
    if (pending !== undefined && shown > 0) await poll(pending);
  };

  const poll = async ({ pollingCode }: Pending): Promise<void> => {
    if (polling !== undefined) return;
    const controller = new AbortController();
    polling = controller;
    try {
      const response = await client.waitForApproval(pollingCode, { signal: controller.signal, onWake });
      pending = undefined;
      await finish(response);
    } catch (error) {
      // A hidden attempt stays pending and can be continued.
      if (!controller.signal.aborted) fail(error);
    } finally {
      if (polling === controller) polling = undefined;
    }
  };

  const finish = async ({ status, authorization_code: code }: PollResponse): Promise<void> => {
    if (status !== 'authorized' || code === undefined) {
      set({ status: status === 'rejected' ? 'rejected' : 'expired' });
      return;
    }
    set({ status: 'finishing' });
    await client.exchangeToken(code);
    set({ status: 'success' });
  };

  let returning: Promise<void> | undefined;
  let loaded = true;

  /** Completes a sign-in by redirect that loaded this page. @returns whether the page is doing so */
  const completeReturn = (): boolean => {
    if (loaded && mayBeReturn(client)) returning = finishReturn();
    loaded = false;
    return returning !== undefined;
  };

  const finishReturn = async (): Promise<void> => {
    set({ status: 'finishing' });
    try {
      set({ status: (await client.finishRedirect()) ? 'success' : 'idle' });
    } catch (error) {
      if (error instanceof AuthorizeError && error.error === 'access_denied') set({ status: 'rejected' });
      else fail(error);
    }
    returning = undefined;
    if (state.status === 'success' || state.status === 'rejected') leadBack(client);
    // The response was of another library.
    if (state.status === 'idle' && shown > 0) resume();
  };

  const stopPolling = () => {
    polling?.abort();
    polling = undefined;
  };

  const fail = (thrown: unknown) => {
    pending = undefined;
    if (auth.getSnapshot().status === 'signed-in') set({ status: 'success' });
    else set({ status: 'failed', error: thrown instanceof Error ? thrown : new Error(String(thrown)) });
  };

  const resume = () => {
    const { status } = auth.getSnapshot();
    if (status === 'loading' || state.status === 'finishing') return;
    if (status === 'signed-in') {
      stopPolling();
      pending = undefined;
      if (state.status !== 'success') set({ status: 'success' });
      return;
    }
    if (polling !== undefined || state.status === 'starting') return;
    if (state.status === 'waiting' && pending !== undefined && now() < pending.usableUntil) void poll(pending);
    else void start();
  };

  /** Handles a change of the session in this or another tab. */
  const follow = () => {
    const { status } = auth.getSnapshot();
    // After a sign-out a new sign-in starts; after a declined one the user has to retry.
    const ended = hasEnded(state) || (state.status === 'success' && client.getAccessToken() !== null);
    if (!ended || status === 'signed-in') resume();
  };
  let stopListening: () => void = () => undefined;

  const show = () => {
    shown++;
    if (shown === 1) {
      stopListening = auth.subscribe(follow);
      if (!completeReturn()) resume();
    }
    let hidden = false;
    return () => {
      if (hidden) return;
      hidden = true;
      shown--;
      if (shown === 0) stopListening();
      // StrictMode and a move in the tree hide and show within one task.
      setTimeout(() => {
        if (shown === 0 && state.status === 'waiting') stopPolling();
      });
    };
  };

  const signInHere = () => {
    try {
      leaveForSignIn(client);
    } catch (error) {
      fail(error);
    }
  };

  const subscribe = (listener: () => void) => {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  };

  return {
    getState: () => state,
    subscribe,
    show,
    continuePending: () => {
      if (completeReturn() || client.resumeSignIn() === null) return () => undefined;
      const hide = show();
      // Afterwards a sign-out starts no sign-in that nobody sees.
      const hideAtEnd = () => {
        if (state.status === 'success' || hasEnded(state)) hide();
      };
      hideAtEnd();
      const unsubscribe = subscribe(hideAtEnd);
      return () => {
        unsubscribe();
        hide();
      };
    },
    retry: () => {
      if (hasEnded(state)) void start();
    },
    signInHere: returnsToThisOrigin(client) ? signInHere : undefined,
  };
}

/** Returns whether the sign-in ended without success. */
export function hasEnded({ status }: SignInState): boolean {
  return status === 'rejected' || status === 'expired' || status === 'failed';
}

/** Whether this page's origin completes a sign-in by redirect: its secrets are in the storage of this origin. */
function returnsToThisOrigin({ config: { redirectUri } }: SsoClient): boolean {
  return (
    redirectUri !== undefined && typeof location !== 'undefined' && new URL(redirectUri).origin === location.origin
  );
}

/** Whether the address may be the end of a sign-in by redirect; `finishRedirect` decides. */
function mayBeReturn(client: SsoClient): boolean {
  if (!returnsToThisOrigin(client)) return false;
  const response = new URLSearchParams(location.search);
  return response.has('state') && (response.has('code') || response.has('error'));
}

/** Session storage key of the address whose page asked for the sign-in. */
const returnKey = 'platform-sso_return_to';

/** Leaves the page to sign in on this device. */
function leaveForSignIn(client: SsoClient): void {
  const address = client.createSignInUrl();
  client.config.flowStorage.setItem(returnKey, location.href);
  location.assign(address);
}

/** Leads the browser back to the page that asked for the sign-in, unless it shows that page already. */
function leadBack({ config: { flowStorage } }: SsoClient): void {
  const asked = flowStorage.getItem(returnKey);
  flowStorage.removeItem(returnKey);
  if (asked === null) return;
  const { origin, pathname, search, href } = new URL(asked);
  if (origin !== location.origin) return;
  if (pathname + search === location.pathname + location.search) history.replaceState(history.state, '', href);
  else location.replace(href);
}
