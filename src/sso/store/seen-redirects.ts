import type { Kysely } from 'kysely';
import type { SsoDatabase } from '../database.ts';

/** Where a self-registered application redirects an owner. */
export interface SeenRedirect {
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

export type SeenRedirectStore = ReturnType<typeof createSeenRedirectStore>;
