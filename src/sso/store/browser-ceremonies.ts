import { type Kysely, sql } from 'kysely';
import type { Authenticator } from '../authenticator.ts';
import type { SsoDatabase } from '../database.ts';

/** The owner of a live browser session and the time of their last passkey ceremony in it. */
export interface BrowserCeremony {
  readonly sub: string;
  readonly at: Date;
  /** Hash of the session cookie. */
  readonly tokenHash: string;
  /** The passkey that started the session; null for sessions older than this member. */
  readonly authenticator: Authenticator | null;
}

export interface BrowserCeremonyStore {
  /** @param tokenHash SHA-256 of the session cookie @returns undefined unless the session is live */
  last(tokenHash: string, now: Date): Promise<BrowserCeremony | undefined>;
  /** Records a ceremony after the sign-in, which is the first one. */
  record(tokenHash: string, at: Date): Promise<void>;
}

export function createBrowserCeremonyStore(db: Kysely<SsoDatabase>): BrowserCeremonyStore {
  return {
    last: (tokenHash, now) =>
      db
        .selectFrom('sso.browser_sessions')
        .select([
          'token_hash as tokenHash',
          'owner_sub as sub',
          'authenticator',
          sql<Date>`coalesce(authenticated_at, created_at)`.as('at'),
        ])
        .where('token_hash', '=', tokenHash)
        .where('expires_at', '>', now)
        .executeTakeFirst(),

    record: async (tokenHash, at) => {
      await db
        .updateTable('sso.browser_sessions')
        .set({ authenticated_at: at })
        .where('token_hash', '=', tokenHash)
        .execute();
    },
  };
}
