import type { ReactNode } from 'react';
import { useMemo } from 'react';
import { SsoProvider, type SsoProviderProps } from '../sso/react/sso-provider.tsx';
import { SsoClient } from '../sso/sso-client.ts';
import { createMemoryStorage, createStoredSession, toStoredValues } from '../sso/stored-session.ts';
import { createTestProvider, type TestProvider } from './test-provider.ts';

export type MockSsoProviderProps = Pick<SsoProviderProps, 'children' | 'texts' | 'nonce' | 'onError'> & {
  /** Signed-in user; null or absent for a signed-out one. */
  readonly subject?: string | null | undefined;
  /** Further claims of the id_token. */
  readonly claims?: Readonly<Record<string, unknown>> | undefined;
  /** Receives the sign-ins of the components. Default: a provider of its own. */
  readonly provider?: TestProvider | undefined;
};

/**
 * Provides a session without a sign-in, for tests of components. Keeps it in memory, and sends no request.
 *
 * @example <MockSsoProvider subject="5f3c9a1e7b2d4860a1c2e3f405162738"><SignInButton /></MockSsoProvider>
 */
export function MockSsoProvider({ subject = null, claims, provider, ...props }: MockSsoProviderProps): ReactNode {
  const session = JSON.stringify([subject, claims]);
  const client = useMemo(() => createMockClient(session, provider ?? createTestProvider()), [session, provider]);
  return <SsoProvider key={session} client={client} {...props} />;
}

/** Creates a client whose storage contains a session of the subject. @param session JSON of subject and claims */
function createMockClient(session: string, { ssoBaseUrl, providerAddress, fetch, now }: TestProvider): SsoClient {
  const [subject, claims]: [string | null, object | undefined] = JSON.parse(session);
  const tokenStorage = createMemoryStorage();
  if (subject !== null) {
    const expiry = now() + 3_600_000;
    const iat = Math.floor(now() / 1000);
    const idClaims = { iss: ssoBaseUrl, sub: subject, aud: providerAddress, iat, exp: iat + 3600, ...claims };
    const idToken = { token: 'mock-id-token', claims: idClaims };
    createStoredSession(tokenStorage).write(
      toStoredValues({ accessToken: 'mock-access-token', refreshToken: undefined, expiry, idToken }),
    );
  }
  const flowStorage = createMemoryStorage();
  return new SsoClient({ ssoBaseUrl, providerAddress, fetch, now, tokenStorage, flowStorage, pollingInterval: 5 });
}
