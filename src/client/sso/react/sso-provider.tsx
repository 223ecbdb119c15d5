import { createContext, type ReactNode, useContext, useMemo, useState } from 'react';
import { SsoClient } from '../sso-client.ts';
import type { SsoClientConfig } from '../sso-config.ts';
import { type AuthStore, createAuthStore } from './auth-store.ts';
import { createSignInAttempt, type SignInAttempt } from './sign-in-attempt.ts';
import { type SignInTexts, signInTexts } from './sign-in-texts.ts';

interface SignInOfClient {
  readonly client: SsoClient;
  readonly auth: AuthStore;
  readonly attempt: SignInAttempt;
}

interface SsoContextValue extends SignInOfClient {
  readonly texts: SignInTexts;
  readonly nonce: string | undefined;
}

const context = createContext<SsoContextValue | undefined>(undefined);

export type SsoProviderProps = {
  readonly children?: ReactNode;
  /** Replacements of some or all English texts. */
  readonly texts?: Partial<SignInTexts> | undefined;
  /** Nonce of the style element for a Content-Security-Policy. */
  readonly nonce?: string | undefined;
} & (
  | { readonly client: SsoClient; readonly config?: never }
  | { readonly config: SsoClientConfig; readonly client?: never }
);

/**
 * Provides a session to the components below it. `config` and `client` are read on mount only.
 *
 * @example <SsoProvider config={{ ssoBaseUrl, providerAddress }}><SignInButton /></SsoProvider>
 */
export function SsoProvider({ children, texts, nonce, client: given, config }: SsoProviderProps): ReactNode {
  const [signIn] = useState(() => signInOf(given ?? new SsoClient(config)));
  const value = useMemo(() => ({ ...signIn, nonce, texts: { ...signInTexts, ...texts } }), [signIn, nonce, texts]);
  return <context.Provider value={value}>{children}</context.Provider>;
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

export function useSsoContext(): SsoContextValue {
  const value = useContext(context);
  if (value === undefined) throw new Error('This component needs an SsoProvider above it.');
  return value;
}
