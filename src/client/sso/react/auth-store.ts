import { maxTimerDelay } from '../../max-timer-delay.ts';
import type { SsoClient } from '../sso-client.ts';
import { RefreshError } from '../sso-errors.ts';
import type { IdTokenClaims } from '../stored-session.ts';
import { onWake } from './on-wake.ts';

/** Who is signed in on this page. */
export interface AuthSnapshot {
  /** `loading`: on a server, and while a session that has expired can still be renewed. */
  readonly status: 'loading' | 'signed-in' | 'signed-out';
  readonly claims: IdTokenClaims | null;
}

export interface AuthStore {
  readonly getSnapshot: () => AuthSnapshot;
  /** Renews the session as long as anybody listens. */
  readonly subscribe: (listener: () => void) => () => void;
}

export const unknownAuth: AuthSnapshot = { status: 'loading', claims: null };
const signedOut: AuthSnapshot = { status: 'signed-out', claims: null };

/** Milliseconds before its end at which a session is renewed: an outage that is shorter goes by unseen. */
const renewAhead = 5 * 60_000;
/** Milliseconds between two renewals: at first after one that failed, and at most. */
const firstPause = 1_000;
const longestPause = 60_000;

/** The session of a client as a store for React: renewed before it ends, and tried again while nobody can tell. */
export function createAuthStore(client: SsoClient): AuthStore {
  const { now } = client.config;
  const listeners = new Set<() => void>();
  let snapshot: AuthSnapshot = unknownAuth;
  let shownFor = '';
  let timer: ReturnType<typeof setTimeout> | undefined;
  let renewing = false;
  let failures = 0;
  /** Milliseconds since 1970 before which no renewal is tried. */
  let notBefore = 0;
  /** The refresh token of a renewal that was refused for good: asking again would change nothing. */
  let refused: string | null = null;

  const renewable = () => {
    const refreshToken = client.getRefreshToken();
    return client.getIdToken() !== null && refreshToken !== null && refreshToken !== refused;
  };

  const read = (): AuthSnapshot => {
    const claims = client.getAuthData();
    if (claims === null) {
      snapshot = renewable() ? unknownAuth : signedOut;
      return snapshot;
    }
    // The same session is the same snapshot, or React would render for ever.
    const session = JSON.stringify(claims);
    if (snapshot.status !== 'signed-in' || shownFor !== session) snapshot = { status: 'signed-in', claims };
    shownFor = session;
    return snapshot;
  };

  const renew = async () => {
    renewing = true;
    try {
      await client.refreshAccessToken();
      failures = 0;
      // Tokens that are as good as expired when they come, by a wrong clock, are not asked for without end.
      notBefore = now() + longestPause;
    } catch (error) {
      if (error instanceof RefreshError && error.retryable) {
        const pause = Math.max(firstPause * 2 ** failures, (error.retryAfter ?? 0) * 1000);
        notBefore = now() + Math.min(pause, longestPause);
        failures++;
      } else if (!(error instanceof RefreshError && error.error === 'session_changed')) {
        refused = client.getRefreshToken();
      }
    }
    renewing = false;
    changed();
  };

  /** Sets the timer for what comes next: a renewal, or the end of a session that cannot be renewed. */
  const watch = () => {
    clearTimeout(timer);
    if (listeners.size === 0 || renewing) return;
    const claims = client.getAuthData();
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

  const start = () => {
    const stops = [client.onChange(changed), onWake(wake), () => clearTimeout(timer)];
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
