import { useEffect, useSyncExternalStore } from 'react';
import type { SignInState } from './sign-in-attempt.ts';
import { useSsoContext } from './sso-provider.tsx';

const idle: SignInState = { status: 'idle' };

export interface SignIn {
  readonly state: SignInState;
  /** Starts anew after an attempt that was rejected, expired or failed. */
  readonly retry: () => void;
}

/**
 * The sign-in of this page, for components of your own: starts one when it mounts, and pauses it when the last component
 * that shows it is gone.
 */
export function useSignIn(): SignIn {
  const { attempt } = useSsoContext();
  const state = useSyncExternalStore(attempt.subscribe, attempt.getState, () => idle);
  useEffect(() => attempt.show(), [attempt]);
  return { state, retry: attempt.retry };
}
