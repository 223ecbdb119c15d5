import type { SsoClient } from '../sso-client.ts';
import type { IdTokenClaims } from '../stored-session.ts';

/** Who is signed in on this page. */
export interface AuthSnapshot {
  /** `loading`: on a server, and while a session that has expired is renewed. */
  readonly status: 'loading' | 'signed-in' | 'signed-out';
  readonly claims: IdTokenClaims | null;
}

export interface AuthStore {
  readonly getSnapshot: () => AuthSnapshot;
  readonly subscribe: (listener: () => void) => () => void;
}

export const unknownAuth: AuthSnapshot = { status: 'loading', claims: null };
const signedOut: AuthSnapshot = { status: 'signed-out', claims: null };
const longestTimer = 2 ** 31 - 1;

/** The session of a client as a store for React. A session that has expired is renewed when it can be. */
export function createAuthStore(client: SsoClient): AuthStore {
  let snapshot: AuthSnapshot = unknownAuth;
  let shownFor: string | null = null;
  let renewing: string | null = null;
  const listeners = new Set<() => void>();

  const read = (): AuthSnapshot => {
    const claims = client.getAuthData();
    if (claims !== null) {
      // The same session is the same snapshot, or React would render for ever.
      const session = JSON.stringify(claims);
      if (snapshot.status !== 'signed-in' || shownFor !== session) snapshot = { status: 'signed-in', claims };
      shownFor = session;
    } else {
      snapshot = client.getIdToken() !== null && renewing !== null ? unknownAuth : signedOut;
    }
    return snapshot;
  };

  const changed = () => {
    for (const listener of listeners) listener();
  };

  /** Renews a session whose id_token has expired: once per refresh token, unless it failed for want of an answer. */
  const renew = () => {
    const refreshToken = client.getRefreshToken();
    if (client.getAuthData() !== null || client.getIdToken() === null || refreshToken === null) return;
    if (renewing === refreshToken) return;
    renewing = refreshToken;
    void client
      .refreshAccessToken()
      .catch(() => undefined)
      .finally(() => {
        renewing = null;
        changed();
      });
    changed();
  };

  return {
    getSnapshot: read,
    subscribe: (listener) => {
      listeners.add(listener);
      const stopListening = client.onChange(listener);
      let timer: ReturnType<typeof setTimeout> | undefined;
      const expired = () => {
        changed();
        renew();
        watch();
      };
      const watch = () => {
        clearTimeout(timer);
        const exp = client.getAuthData()?.exp;
        if (exp === undefined) return;
        timer = setTimeout(expired, Math.min(Math.max(0, exp * 1000 - client.config.now()) + 1, longestTimer));
      };
      const stopWatching = client.onChange(watch);
      watch();
      renew();
      return () => {
        listeners.delete(listener);
        stopListening();
        stopWatching();
        clearTimeout(timer);
      };
    },
  };
}
