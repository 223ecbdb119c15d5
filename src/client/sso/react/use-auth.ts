import { useMemo, useSyncExternalStore } from 'react';
import type { SsoClient } from '../sso-client.ts';
import type { IdTokenClaims } from '../stored-session.ts';
import { type AuthSnapshot, unknownAuth } from './auth-store.ts';
import { useSsoContext } from './sso-context.ts';

export interface Auth {
  /** `loading`: on a server, and while an expired session can still be renewed. */
  readonly status: AuthSnapshot['status'];
  readonly isAuthenticated: boolean;
  /** Session address of the signed-in user; null when signed out. */
  readonly subject: string | null;
  /** Verified claims of the id_token; null when signed out. */
  readonly claims: IdTokenClaims | null;
  /** Last error of the client with its cause; null after the next success. */
  readonly error: Error | null;
  /** The client, for example for `client.fetch(url)`. */
  readonly client: SsoClient;
  /** Opens the sign-in in a dialog; resolves with whether the user is signed in when it closes. */
  readonly signIn: () => Promise<boolean>;
  /** Signs out on this device; `client.logout({ revoke: true })` also ends the session at the provider. */
  readonly logout: () => void;
}

/** Returns the session of this page and renders again when it changes in this or another tab. */
export function useAuth(): Auth {
  const { client, auth, signIn } = useSsoContext();
  const { status, claims, error } = useSyncExternalStore(auth.subscribe, auth.getSnapshot, () => unknownAuth);
  return useMemo(
    () => ({
      status,
      claims,
      error,
      client,
      signIn,
      isAuthenticated: status === 'signed-in',
      subject: claims?.sub ?? null,
      logout: () => client.logout(),
    }),
    [status, claims, error, client, signIn],
  );
}
