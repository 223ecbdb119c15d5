import { useEffect, useSyncExternalStore } from 'react';
import type { SignInState } from './sign-in-attempt.ts';
import { useSsoContext } from './sso-context.ts';

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
