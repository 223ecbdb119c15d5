import { useMemo, useSyncExternalStore } from 'react';
import type { SsoClient } from '../sso-client.ts';
import type { IdTokenClaims } from '../stored-session.ts';
import { type AuthSnapshot, unknownAuth } from './auth-store.ts';
import { useSsoContext } from './sso-provider.tsx';

export interface Auth {
  /** `loading`: on a server, and while a session that has expired can still be renewed. */
  readonly status: AuthSnapshot['status'];
  readonly isAuthenticated: boolean;
  /** Who is signed in: the session address; null when nobody is. */
  readonly subject: string | null;
  /** Verified claims of the id_token; null when nobody is signed in. */
  readonly claims: IdTokenClaims | null;
  /** For calls to your own backend: `client.withAutoRefresh((token) => …)`. */
  readonly client: SsoClient;
  readonly logout: () => void;
}

/** The session of this page; renders again when it changes, here or in another tab. */
export function useAuth(): Auth {
  const { client, auth } = useSsoContext();
  const { status, claims } = useSyncExternalStore(auth.subscribe, auth.getSnapshot, () => unknownAuth);
  return useMemo(
    () => ({
      status,
      claims,
      client,
      isAuthenticated: status === 'signed-in',
      subject: claims?.sub ?? null,
      logout: () => client.logout(),
    }),
    [status, claims, client],
  );
}
