import { type Kysely, sql } from 'kysely';
import type { Authenticator } from '../caller/caller.ts';
import type { OwnSecretKey } from '../tokens/grant-secrets.ts';
import type { SsoDatabase } from '../database.ts';

/** The owner of a live browser session and the time of their last passkey ceremony in it. */
export interface BrowserCeremony {
  readonly sub: string;
  readonly at: Date;
  /** Hash of the session cookie. */
  readonly tokenHash: string;
  /** The passkey that started the session; null when it is not known. */
  readonly authenticator: Authenticator | null;
}

export function createBrowserCeremonyStore(db: Kysely<SsoDatabase>) {
  return {
    /** @returns undefined unless the session of the cookie is live */
    last: ({ ownerSub, hash }: OwnSecretKey, now: Date): Promise<BrowserCeremony | undefined> =>
      db
        .selectFrom('sso.browser_sessions')
        .select([
          'token_hash as tokenHash',
          'owner_sub as sub',
          'authenticator',
          sql<Date>`coalesce(authenticated_at, created_at)`.as('at'),
        ])
        .where('owner_sub', '=', ownerSub)
        .where('token_hash', '=', hash)
        .where('expires_at', '>', now)
        .executeTakeFirst(),

    /** Records a ceremony after the sign-in, which is the first one. */
    record: async ({ ownerSub, hash }: OwnSecretKey, at: Date): Promise<void> => {
      await db
        .updateTable('sso.browser_sessions')
        .set({ authenticated_at: at })
        .where('owner_sub', '=', ownerSub)
        .where('token_hash', '=', hash)
        .execute();
    },
  };
}

export type BrowserCeremonyStore = ReturnType<typeof createBrowserCeremonyStore>;

/** Approvals of the platform's own applications, which are requested once. */
export function createApplicationConsentStore(db: Kysely<SsoDatabase>) {
  return {
    grant: async (ownerSub: string, clientAddress: string, at: Date): Promise<void> => {
      await db
        .insertInto('sso.consents')
        .values({ owner_sub: ownerSub, client_address: clientAddress, granted_at: at })
        .onConflict((conflict) => conflict.doNothing())
        .execute();
    },

    isGranted: async (ownerSub: string, clientAddress: string): Promise<boolean> => {
      const row = await db
        .selectFrom('sso.consents')
        .select('granted_at')
        .where('owner_sub', '=', ownerSub)
        .where('client_address', '=', clientAddress)
        .executeTakeFirst();
      return row !== undefined;
    },

    revoke: async (ownerSub: string, clientAddress: string): Promise<void> => {
      await db
        .deleteFrom('sso.consents')
        .where('owner_sub', '=', ownerSub)
        .where('client_address', '=', clientAddress)
        .execute();
    },
  };
}

/** Where a self-registered application redirects an owner. */
interface SeenRedirect {
  readonly ownerSub: string;
  readonly clientAddress: string;
  readonly host: string;
}

/** Remembers which hosts of self-registered applications an owner approved. */
export function createSeenRedirectStore(db: Kysely<SsoDatabase>) {
  return {
    async record({ ownerSub, clientAddress, host }: SeenRedirect, at: Date): Promise<void> {
      await db
        .insertInto('sso.seen_redirects')
        .values({ owner_sub: ownerSub, client_address: clientAddress, host, seen_at: at })
        .onConflict((conflict) => conflict.doNothing())
        .execute();
    },

    async includes({ ownerSub, clientAddress, host }: SeenRedirect): Promise<boolean> {
      const row = await db
        .selectFrom('sso.seen_redirects')
        .select('seen_at')
        .where('owner_sub', '=', ownerSub)
        .where('client_address', '=', clientAddress)
        .where('host', '=', host)
        .executeTakeFirst();
      return row !== undefined;
    },
  };
}
