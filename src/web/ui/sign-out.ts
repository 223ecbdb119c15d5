import type { SsoClient } from '../../client/sso/sso-client.ts';

export interface SignOutParts {
  readonly sso: Pick<SsoClient, 'getRefreshToken' | 'logout'>;
  /** What the page takes back while it still may. */
  readonly leave?: (() => Promise<void>) | undefined;
  /** Ends the session at the provider. */
  readonly revoke: (refreshToken: string) => Promise<unknown>;
  /** Settles after so many milliseconds. */
  readonly elapsed: (milliseconds: number) => Promise<void>;
}

/** Milliseconds that a person waits for services. */
const patience = 2_000;

/** Ends a session: at the services, as far as they answer in time, and on this device in any case. */
export async function signOut({ sso, leave, revoke, elapsed }: SignOutParts): Promise<void> {
  const atFirst = sso.getRefreshToken();
  const tell = async () => {
    await leave?.().catch(() => undefined);
    // Leaving may have renewed it.
    const token = sso.getRefreshToken() ?? atFirst;
    if (token !== null) await revoke(token).catch(() => undefined);
  };
  await Promise.race([tell(), elapsed(patience)]);
  sso.logout();
}
