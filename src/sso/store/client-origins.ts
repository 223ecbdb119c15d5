import { type Kysely, sql } from 'kysely';
import type { SsoDatabase } from '../database.ts';
import { originsThatAllow } from '../client-origin.ts';

export interface ClientOriginStore {
  /** Returns whether any enabled application allows this origin. */
  anyAllows(origin: string): Promise<boolean>;
}

export function createClientOriginStore(db: Kysely<SsoDatabase>): ClientOriginStore {
  return {
    anyAllows: async (origin) => {
      const row = await db
        .selectFrom('sso.clients')
        .select('address')
        .where('disabled_at', 'is', null)
        .where(sql<boolean>`allowed_origins && ${[...originsThatAllow(origin)]}::text[]`)
        .limit(1)
        .executeTakeFirst();
      return row !== undefined;
    },
  };
}
