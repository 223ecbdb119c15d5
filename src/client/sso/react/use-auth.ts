import { useMemo, useSyncExternalStore } from 'react';
import type { SsoClient } from '../sso-client.ts';
import type { IdTokenClaims } from '../stored-session.ts';
import { type AuthSnapshot, unknownAuth } from './auth-store.ts';
import { useSsoContext } from './sso-provider.tsx';

export interface Auth {
  /** `loading`: on a server, and while an expired session can still be renewed. */
  readonly status: AuthSnapshot['status'];
  readonly isAuthenticated: boolean;
  /** Session address of the signed-in user; null when signed out. */
  readonly subject: string | null;
  /** Verified claims of the id_token; null when signed out. */
  readonly claims: IdTokenClaims | null;
  /** The client, for example for `client.withAutoRefresh((token) => …)`. */
  readonly client: SsoClient;
  readonly logout: () => void;
}

/** Returns the session of this page and renders again when it changes in this or another tab. */
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
