'use client';

import type { ReactNode } from 'react';
import { SsoProvider } from '@platform/sdk/sso-react';
import { providerAddress, ssoBaseUrl } from './settings';

/** Provides the session to the page. On the server nobody is signed in: the session belongs to the browser. */
export function SignIn({ children }: { readonly children: ReactNode }) {
  return (
    <SsoProvider config={{ ssoBaseUrl, providerAddress }} onError={(error) => console.warn(error.message)}>
      {children}
    </SsoProvider>
  );
}
