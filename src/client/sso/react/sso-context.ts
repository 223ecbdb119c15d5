import { createContext, useContext } from 'react';
import type { SsoClient } from '../sso-client.ts';
import type { AuthStore } from './auth-store.ts';
import type { SignInAttempt } from './sign-in-attempt.ts';
import type { SignInTexts } from './sign-in-texts.ts';

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
