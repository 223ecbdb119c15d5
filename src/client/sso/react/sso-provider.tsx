import { type ReactNode, useEffect, useMemo, useState } from 'react';
import { SsoClient } from '../sso-client.ts';
import type { SsoClientConfig } from '../sso-config.ts';
import { type AuthStore, createAuthStore } from './auth-store.ts';
import { createSignInAttempt, type SignInAttempt } from './sign-in-attempt.ts';
import { SignInModal, useSignInDialog } from './sign-in-dialog.tsx';
import { type SignInTexts, signInTexts, ssoContext, useAuth } from './sso-context.ts';

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
