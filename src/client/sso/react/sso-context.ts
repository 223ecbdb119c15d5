import { createContext, useContext, useEffect, useMemo, useSyncExternalStore } from 'react';
import type { SsoClient } from '../sso-client.ts';
import { type AuthSnapshot, type AuthStore, unknownAuth } from './auth-store.ts';
import type { SignInAttempt, SignInState } from './sign-in-attempt.ts';
import type { IdTokenClaims } from '../stored-session.ts';

/** All texts of the components. */
export interface SignInTexts {
  readonly signIn: string;
  readonly signOut: string;
  readonly title: string;
  readonly close: string;
  readonly preparing: string;
  readonly scan: string;
  readonly qrLabel: string;
  readonly openApp: string;
  readonly onThisDevice: string;
  readonly onAnotherDevice: string;
  readonly compare: string;
  readonly waiting: string;
  readonly finishing: string;
  readonly success: string;
  readonly successHint: string;
  readonly rejected: string;
  readonly rejectedHint: string;
  readonly expired: string;
  readonly expiredHint: string;
  readonly failed: string;
  readonly failedHint: string;
  readonly tryAgain: string;
}

export const signInTexts: SignInTexts = {
  signIn: 'Sign in',
  signOut: 'Sign out',
  title: 'Sign in',
  close: 'Close',
  preparing: 'Preparing the sign-in…',
  scan: 'Scan with the camera of your phone',
  qrLabel: 'QR code of the sign-in link',
  openApp: 'Open in the app',
  onThisDevice: 'On this device',
  onAnotherDevice: 'On another device',
  compare: 'Both screens show',
  waiting: 'Waiting for your approval…',
  finishing: 'Approved. Finishing…',
  success: 'You are signed in',
  successHint: 'You can go on.',
  rejected: 'Declined',
  rejectedHint: 'The request was declined.',
  expired: 'Too late',
  expiredHint: 'The code was valid for a few minutes only.',
  failed: 'That did not work',
  failedHint: 'The sign-in service could not be reached, or refused the request.',
  tryAgain: 'Try again',
};

export interface SsoContextValue {
  readonly client: SsoClient;
  readonly auth: AuthStore;
  readonly attempt: SignInAttempt;
  readonly texts: SignInTexts;
  readonly nonce: string | undefined;
  readonly signIn: () => Promise<boolean>;
}

export const ssoContext = createContext<SsoContextValue | undefined>(undefined);

export function useSsoContext(): SsoContextValue {
  const value = useContext(ssoContext);
  if (value === undefined) throw new Error('This component needs an SsoProvider above it.');
  return value;
}

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

const idle: SignInState = { status: 'idle' };

export interface SignIn {
  readonly state: SignInState;
  /** Starts a new attempt after one that was rejected, expired or failed. */
  readonly retry: () => void;
  /** Leaves the page to sign in on this device, and comes back to it; undefined without a redirectUri of this origin. */
  readonly signInHere: (() => void) | undefined;
}

/**
 * Returns the sign-in of this page for custom components: starts one on mount and pauses it when the last component that
 * shows it unmounts.
 */
export function useSignIn(): SignIn {
  const { attempt } = useSsoContext();
  const state = useSyncExternalStore(attempt.subscribe, attempt.getState, () => idle);
  useEffect(() => attempt.show(), [attempt]);
  return { state, retry: attempt.retry, signInHere: attempt.signInHere };
}
