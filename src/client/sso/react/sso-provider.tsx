import { type ReactNode, useEffect, useMemo, useState, useCallback, useLayoutEffect, useRef } from 'react';
import { SsoClient } from '../sso-client.ts';
import type { SsoClientConfig } from '../sso-config.ts';
import { type AuthStore, createAuthStore } from './auth-store.ts';
import { createSignInAttempt, type SignInAttempt } from './sign-in-attempt.ts';
import { type SignInTexts, signInTexts, ssoContext, useAuth, useSsoContext } from './sso-context.ts';
import { SignInPanel, type SignInPanelProps, SignInStyles } from './sign-in-panel.tsx';

interface SignInOfClient {
  readonly client: SsoClient;
  readonly auth: AuthStore;
  readonly attempt: SignInAttempt;
}

export type SsoProviderProps = {
  readonly children?: ReactNode;
  /** Replacements of some or all English texts. */
  readonly texts?: Partial<SignInTexts> | undefined;
  /** Nonce of the style element for a Content-Security-Policy. */
  readonly nonce?: string | undefined;
  /** Receives every error of the client once, also of renewals in the background. */
  readonly onError?: ((error: Error) => void) | undefined;
} & (
  | { readonly client: SsoClient; readonly config?: never }
  | { readonly config: SsoClientConfig; readonly client?: never }
);

/**
 * Provides a session to the components below it. `config` and `client` are read on mount only.
 *
 * @example <SsoProvider config={{ ssoBaseUrl, providerAddress }}><SignInButton /></SsoProvider>
 */
export function SsoProvider({
  children,
  texts,
  nonce,
  onError,
  client: existingClient,
  config,
}: SsoProviderProps): ReactNode {
  const [ofClient] = useState(() => signInOf(existingClient ?? new SsoClient(config)));
  const { client, auth, attempt } = ofClient;
  const { signIn, dialog } = useSignInDialog(auth);
  useEffect(
    () =>
      client.onEvent((event) => {
        if (event.type === 'error') onError?.(event.error);
      }),
    [client, onError],
  );
  // On a phone the page is reloaded, or was discarded, while the person approves in another app.
  useEffect(() => attempt.continuePending(), [attempt]);
  const value = useMemo(
    () => ({ ...ofClient, nonce, signIn, texts: { ...signInTexts, ...texts } }),
    [ofClient, nonce, signIn, texts],
  );
  return (
    <ssoContext.Provider value={value}>
      {children}
      <SignInModal {...dialog} />
    </ssoContext.Provider>
  );
}

/** Sign-ins by client, so that a remounted provider keeps the link that may already be scanned. */
const signIns = new WeakMap<SsoClient, SignInOfClient>();

function signInOf(client: SsoClient): SignInOfClient {
  const known = signIns.get(client);
  if (known !== undefined) return known;
  const auth = createAuthStore(client);
  const made = { client, auth, attempt: createSignInAttempt(client, auth) };
  signIns.set(client, made);
  return made;
}

export interface SignedInProps {
  readonly children?: ReactNode;
}

/** Renders its children for a signed-in user; nothing while the session is loading. */
export function SignedIn({ children }: SignedInProps): ReactNode {
  return useAuth().status === 'signed-in' ? children : null;
}

/** Renders its children for a signed-out user; nothing while the session is loading. */
export function SignedOut({ children }: SignedInProps): ReactNode {
  return useAuth().status === 'signed-out' ? children : null;
}

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
function useSignInDialog({ getSnapshot }: AuthStore): {
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
