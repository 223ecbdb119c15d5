import type { SsoClient } from '../../client/sso/sso-client.ts';

export interface SignOutDependencies {
  readonly sso: Pick<SsoClient, 'getRefreshToken'> & { readonly logout: () => void };
  /** Clean-up that still needs the session. */
  readonly leave?: (() => Promise<void>) | undefined;
  /** Revokes the session at the provider. */
  readonly revoke: (refreshToken: string) => Promise<unknown>;
  /** Resolves after the given milliseconds. */
  readonly elapsed: (milliseconds: number) => Promise<void>;
}

/** Milliseconds. */
const timeout = 2_000;

/** Ends a session: at the services if they respond in time, and on this device in any case. */
export async function signOut({ sso, leave, revoke, elapsed }: SignOutDependencies): Promise<void> {
  const initialToken = sso.getRefreshToken();
  const endRemotely = async () => {
    await leave?.().catch(() => undefined);
    // `leave` may have rotated the refresh token.
    const token = sso.getRefreshToken() ?? initialToken;
    if (token !== null) await revoke(token).catch(() => undefined);
  };
  await Promise.race([endRemotely(), elapsed(timeout)]);
  sso.logout();
}
