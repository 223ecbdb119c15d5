import type { PollResponse } from '../../../../generated/sso/types.ts';
import type { SsoClient } from '../sso-client.ts';
import type { AuthStore } from './auth-store.ts';
import { onWake } from './on-wake.ts';

/** Where the sign-in stands that a page shows. */
export type SignInState =
  | { readonly status: 'idle' | 'starting' | 'finishing' | 'success' | 'rejected' | 'expired' }
  | {
      readonly status: 'waiting';
      /** For the QR code and the link. */
      readonly deepLink: string;
      /** Shown on both screens. */
      readonly comparisonCode: string | undefined;
      /** Unix seconds. */
      readonly expiredAt: number;
    }
  | { readonly status: 'failed'; readonly error: Error };

/** One sign-in at a time, for all components that show it. */
export interface SignInAttempt {
  readonly getState: () => SignInState;
  readonly subscribe: (listener: () => void) => () => void;
  /**
   * Shows the sign-in: starts one when there is none, or goes on with the one that is still valid.
   *
   * @returns what ends the showing; the last one to end pauses the polling
   */
  readonly show: () => () => void;
  /** Starts anew after an attempt that has ended. Does nothing while one is under way. */
  readonly retry: () => void;
}

interface Pending {
  readonly pollingCode: string;
  /** By the clock of this page, milliseconds since 1970. */
  readonly usableUntil: number;
}

/** Milliseconds; less than this is too little to scan a code and decide. */
const worthShowing = 20_000;
/** Milliseconds that the provider lets a sign-in last at most. */
const longestLife = 600_000;

/**
 * Runs sign-ins outside of React, so that neither StrictMode nor remounting repeats a request: one authorize per attempt,
 * one poll at a time, one token request per code. Nobody is asked to sign in while a session can still be renewed, or
 * once another tab has signed in.
 */
export function createSignInAttempt(client: SsoClient, auth: AuthStore): SignInAttempt {
  const { now } = client.config;
  let state: SignInState = { status: 'idle' };
  let pending: Pending | undefined;
  let polling: AbortController | undefined;
  let shown = 0;
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
      const answer = await client.generateDeeplink();
      // Somebody has signed in meanwhile, in another tab.
      if (state !== starting) return;
      const { deep_link: deepLink, polling_code: pollingCode, expired_at: expiredAt } = answer;
      const life = expiredAt * 1000 - now();
      // Another life than the provider can give is a wrong clock's; then the provider's word is waited for.
      const believable = life > 0 && life <= longestLife ? life : longestLife;
      pending = { pollingCode, usableUntil: now() + believable - worthShowing };
      set({ status: 'waiting', deepLink, comparisonCode: answer.comparison_code, expiredAt });
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
      const answer = await client.waitForApproval(pollingCode, { signal: controller.signal, onWake });
      pending = undefined;
      await finish(answer);
    } catch (error) {
      // Not shown any more: the attempt stays, and can be gone on with.
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

  /** The session has changed, here or in another tab. */
  const follow = () => {
    const { status } = auth.getSnapshot();
    // Who signs out in front of a sign-in wants to sign in again; who declined it is asked first.
    const over = hasEnded(state) || (state.status === 'success' && client.getAccessToken() !== null);
    if (!over || status === 'signed-in') resume();
  };
  let stopListening: () => void = () => undefined;

  return {
    getState: () => state,
    subscribe: (listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    show: () => {
      shown++;
      if (shown === 1) {
        stopListening = auth.subscribe(follow);
        resume();
      }
      let ended = false;
      return () => {
        if (ended) return;
        ended = true;
        shown--;
        if (shown === 0) stopListening();
        // StrictMode, and a move in the tree, end and begin in one turn.
        setTimeout(() => {
          if (shown === 0 && state.status === 'waiting') stopPolling();
        });
      };
    },
    retry: () => {
      if (hasEnded(state)) void start();
    },
  };
}

/** Whether the sign-in is over, and nobody is signed in. */
export function hasEnded({ status }: SignInState): boolean {
  return status === 'rejected' || status === 'expired' || status === 'failed';
}
