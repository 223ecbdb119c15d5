import { maxTimerDelay } from '../provider-call.ts';
import type { SsoClient } from '../sso-client.ts';
import { RefreshError } from '../sso-errors.ts';
import type { SsoEvent } from '../sso-events.ts';
import type { IdTokenClaims } from '../stored-session.ts';

/** Sign-in state of this page. */
export interface AuthSnapshot {
  /** `loading`: on a server, and while an expired session can still be renewed. */
  readonly status: 'loading' | 'signed-in' | 'signed-out';
  readonly claims: IdTokenClaims | null;
  /** Last error of the client; null after the next success. */
  readonly error: Error | null;
}

export interface AuthStore {
  readonly getSnapshot: () => AuthSnapshot;
  /** Subscribes to changes. The session is renewed while there are subscribers. */
  readonly subscribe: (listener: () => void) => () => void;
}

export const unknownAuth: AuthSnapshot = { status: 'loading', claims: null, error: null };

/** Milliseconds before its expiry at which a session is renewed, to hide shorter outages. */
const renewAhead = 5 * 60_000;
/** First and maximum delay between two renewals in milliseconds; doubles after each failure. */
const firstPause = 1_000;
const longestPause = 60_000;

/** Creates a React store of a client's session that renews the session before it expires and retries failed renewals. */
export function createAuthStore(client: SsoClient): AuthStore {
  const { now } = client.config;
  const listeners = new Set<() => void>();
  let snapshot: AuthSnapshot = unknownAuth;
  let shownFor = '';
  let error: Error | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let renewing = false;
  let failures = 0;
  /** Earliest time of the next renewal, milliseconds since 1970. */
  let notBefore = 0;
  /** Refresh token that the provider rejected permanently. */
  let rejected: string | null = null;

  const renewable = () => {
    const refreshToken = client.getRefreshToken();
    return client.hasOwnSession() && client.getIdToken() !== null && refreshToken !== null && refreshToken !== rejected;
  };

  /** A session of another application of this origin counts as none. */
  const ownClaims = () => (client.hasOwnSession() ? client.getAuthData() : null);

  const read = (): AuthSnapshot => {
    const claims = ownClaims();
    const status = claims !== null ? 'signed-in' : renewable() ? 'loading' : 'signed-out';
    // React needs the same snapshot object for the same session.
    const session = JSON.stringify(claims);
    if (snapshot.status !== status || shownFor !== session || snapshot.error !== error) {
      snapshot = { status, claims, error };
    }
    shownFor = session;
    return snapshot;
  };

  const renew = async () => {
    renewing = true;
    try {
      await client.refreshAccessToken();
      failures = 0;
      // With a wrong clock new tokens may look expired: limit the renewals.
      notBefore = now() + longestPause;
    } catch (error) {
      if (error instanceof RefreshError && error.retryable) {
        const pause = Math.max(firstPause * 2 ** failures, (error.retryAfter ?? 0) * 1000);
        notBefore = now() + Math.min(pause, longestPause);
        failures++;
      } else if (!(error instanceof RefreshError && error.error === 'session_changed')) {
        rejected = client.getRefreshToken();
      }
    }
    renewing = false;
    changed();
  };

  /** Schedules the next renewal, or the expiry of a session that cannot be renewed. */
  const watch = () => {
    clearTimeout(timer);
    if (listeners.size === 0 || renewing) return;
    const claims = ownClaims();
    const canRenew = renewable();
    if (claims === null && !canRenew) return;
    const end = (claims?.exp ?? 0) * 1000;
    const next = canRenew ? Math.max(end - renewAhead, notBefore) : end;
    const elapsed = () => {
      if (canRenew && now() >= next) void renew();
      else changed();
    };
    timer = setTimeout(elapsed, Math.min(Math.max(0, next - now()), maxTimerDelay));
  };

  const changed = () => {
    watch();
    for (const listener of listeners) listener();
  };

  const wake = () => {
    if (failures > 0) notBefore = 0;
    changed();
  };

  const noteError = (event: SsoEvent) => {
    error = event.type === 'error' ? event.error : null;
    for (const listener of listeners) listener();
  };

  const start = () => {
    const stops = [client.onChange(changed), client.onEvent(noteError), onWake(wake), () => clearTimeout(timer)];
    return () => {
      for (const stop of stops) stop();
    };
  };
  let stop: () => void = () => undefined;

  return {
    getSnapshot: read,
    subscribe: (listener) => {
      listeners.add(listener);
      if (listeners.size === 1) {
        stop = start();
        watch();
      }
      return () => {
        if (listeners.delete(listener) && listeners.size === 0) stop();
      };
    },
  };
}

/** Calls `wake` when the page becomes visible or online. @returns the function that stops listening */
export function onWake(wake: () => void): () => void {
  if (typeof document === 'undefined') return () => undefined;
  const visible = () => {
    if (document.visibilityState === 'visible') wake();
  };
  document.addEventListener('visibilitychange', visible);
  window.addEventListener('online', wake);
  return () => {
    document.removeEventListener('visibilitychange', visible);
    window.removeEventListener('online', wake);
  };
}
