import { type ReactNode, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { SignInPanel, type SignInPanelProps, SignInStyles } from './sign-in-panel.tsx';
import { useAuth, useSsoContext } from './sso-context.ts';
import type { AuthStore } from './auth-store.ts';

export interface SignInModalProps extends Pick<SignInPanelProps, 'onSuccess'> {
  readonly open: boolean;
  /** Called on Escape, the close button or a click on the backdrop. */
  readonly onClose: () => void;
}

/** Renders the panel in a modal dialog of the browser, which traps and restores the focus. */
export function SignInModal({ open, ...props }: SignInModalProps): ReactNode {
  return open ? <OpenModal {...props} /> : null;
}

function OpenModal({ onClose, onSuccess }: Omit<SignInModalProps, 'open'>): ReactNode {
  const { texts } = useSsoContext();
  const dialog = useRef<HTMLDialogElement>(null);
  // The browser restores the focus only when the dialog closes before it leaves the page.
  useLayoutEffect(() => {
    const { current } = dialog;
    if (current?.open === false) current.showModal();
    return () => current?.close();
  }, []);
  return (
    <dialog
      ref={dialog}
      className="platform-sso-modal"
      aria-label={texts.title}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      onClick={(event) => {
        if (event.target === event.currentTarget) onClose();
      }}
    >
      <div className="platform-sso">
        <SignInPanel onSuccess={onSuccess} />
        <button type="button" className="platform-sso-close" aria-label={texts.close} onClick={onClose}>
          ×
        </button>
      </div>
    </dialog>
  );
}

/** Keeps the state of the provider's own dialog, which every caller of `signIn` shares. */
export function useSignInDialog({ getSnapshot }: AuthStore): {
  /** Opens the dialog; resolves with whether the user is signed in when it closes. */
  readonly signIn: () => Promise<boolean>;
  /** Properties of the modal. */
  readonly dialog: SignInModalProps;
} {
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

export interface SignInButtonProps {
  /** Replaces the label "Sign in". */
  readonly children?: ReactNode;
  readonly className?: string | undefined;
  readonly onSuccess?: (() => void) | undefined;
}

/** Renders a button that opens the sign-in, or signs out a signed-in user. */
export function SignInButton({ children, className, onSuccess }: SignInButtonProps): ReactNode {
  const { texts } = useSsoContext();
  const { status, logout } = useAuth();
  const [open, setOpen] = useState(false);
  const signedIn = status === 'signed-in';
  const classes = ['platform-sso platform-sso-button', signedIn && 'platform-sso-quiet', className]
    .filter(Boolean)
    .join(' ');
  const succeeded = () => {
    setOpen(false);
    onSuccess?.();
  };
  return (
    <>
      <SignInStyles />
      <button
        type="button"
        className={classes}
        disabled={status === 'loading'}
        aria-haspopup={signedIn ? undefined : 'dialog'}
        onClick={signedIn ? logout : () => setOpen(true)}
      >
        {signedIn ? texts.signOut : (children ?? texts.signIn)}
      </button>
      <SignInModal open={open} onClose={() => setOpen(false)} onSuccess={succeeded} />
    </>
  );
}
