import type { Kysely } from 'kysely';
import type { SsoDatabase } from '../database.ts';

/** Approvals of the platform's own applications, which are requested once. */
export interface ApplicationConsentStore {
  grant(ownerSub: string, clientAddress: string, at: Date): Promise<void>;
  isGranted(ownerSub: string, clientAddress: string): Promise<boolean>;
  revoke(ownerSub: string, clientAddress: string): Promise<void>;
}

export function createApplicationConsentStore(db: Kysely<SsoDatabase>): ApplicationConsentStore {
  return {
    grant: async (ownerSub, clientAddress, at) => {
      await db
        .insertInto('sso.consents')
        .values({ owner_sub: ownerSub, client_address: clientAddress, granted_at: at })
        .onConflict((conflict) => conflict.doNothing())
        .execute();
    },

    isGranted: async (ownerSub, clientAddress) => {
      const row = await db
        .selectFrom('sso.consents')
        .select('granted_at')
        .where('owner_sub', '=', ownerSub)
        .where('client_address', '=', clientAddress)
        .executeTakeFirst();
      return row !== undefined;
    },

    revoke: async (ownerSub, clientAddress) => {
      await db
        .deleteFrom('sso.consents')
        .where('owner_sub', '=', ownerSub)
        .where('client_address', '=', clientAddress)
        .execute();
    },
  };
}
