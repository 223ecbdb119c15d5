import { useCallback, useEffect, useRef, useState } from 'react';
import type { AuthStore } from './auth-store.ts';
import type { SignInModalProps } from './sign-in-modal.tsx';

interface SignInDialog {
  /** Opens the dialog; resolves with whether the user is signed in when it closes. */
  readonly signIn: () => Promise<boolean>;
  /** Properties of the modal. */
  readonly dialog: SignInModalProps;
}

/** Keeps the state of the provider's own dialog, which every caller of `signIn` shares. */
export function useSignInDialog({ getSnapshot }: AuthStore): SignInDialog {
  const [open, setOpen] = useState(false);
  const waiting = useRef<((signedIn: boolean) => void)[]>([]);
  const isSignedIn = useCallback(() => getSnapshot().status === 'signed-in', [getSnapshot]);
  const close = useCallback(() => {
    setOpen(false);
    for (const resolve of waiting.current.splice(0)) resolve(isSignedIn());
  }, [isSignedIn]);
  useEffect(() => {
    const { current } = waiting;
    return () => {
      for (const resolve of current.splice(0)) resolve(isSignedIn());
    };
  }, [isSignedIn]);
  const signIn = useCallback(async () => {
    if (isSignedIn()) return true;
    setOpen(true);
    return new Promise<boolean>((resolve) => waiting.current.push(resolve));
  }, [isSignedIn]);
  return { signIn, dialog: { open, onClose: close, onSuccess: close } };
}
