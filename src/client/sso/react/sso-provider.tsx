import { createContext, type ReactNode, useContext, useState } from 'react';
import { SsoClient } from '../sso-client.ts';
import type { SsoClientConfig } from '../sso-config.ts';
import { type AuthStore, createAuthStore } from './auth-store.ts';
import { createSignInAttempt, type SignInAttempt } from './sign-in-attempt.ts';
import { type SignInTexts, signInTexts } from './sign-in-texts.ts';

interface SsoContext {
  readonly client: SsoClient;
  readonly auth: AuthStore;
  readonly attempt: SignInAttempt;
  readonly texts: SignInTexts;
  readonly nonce: string | undefined;
}

const context = createContext<SsoContext | undefined>(undefined);

export type SsoProviderProps = {
  readonly children?: ReactNode;
  /** Other words than the English ones, all or some. */
  readonly texts?: Partial<SignInTexts> | undefined;
  /** For the style element, where a Content-Security-Policy asks for one. */
  readonly nonce?: string | undefined;
} & (
  | { readonly client: SsoClient; readonly config?: never }
  | { readonly config: SsoClientConfig; readonly client?: never }
);

/**
 * Gives the components below it a session. `config` and `client` are looked at when it mounts, and not again.
 *
 * @example <SsoProvider config={{ ssoBaseUrl, providerAddress }}><SignInButton /></SsoProvider>
 */
export function SsoProvider({ children, texts, nonce, client: given, config }: SsoProviderProps): ReactNode {
  const [{ client, auth, attempt }] = useState(() => {
    const client = given ?? new SsoClient(config);
    return { client, auth: createAuthStore(client), attempt: createSignInAttempt(client) };
  });
  const value = { client, auth, attempt, nonce, texts: { ...signInTexts, ...texts } };
  return <context.Provider value={value}>{children}</context.Provider>;
}

export function useSsoContext(): SsoContext {
  const value = useContext(context);
  if (value === undefined) throw new Error('There is no SsoProvider above this component.');
  return value;
}
