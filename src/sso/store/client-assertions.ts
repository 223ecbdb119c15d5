import { type Kysely, sql } from 'kysely';
import type { SsoDatabase } from '../database.ts';
import { secretHash } from '../secret-hash.ts';

/** Stores used client assertions, which are accepted once across all processes (RFC 7523 §3). */
export function createClientAssertionStore(db: Kysely<SsoDatabase>) {
  return {
    /** @returns true for exactly one of any number of calls with the same client and jti */
    async once(clientAddress: string, jti: string, expiresAt: Date): Promise<boolean> {
      const stored = await db
        .insertInto('sso.client_assertions')
        // A jti is text that the client chooses, which PostgreSQL may be unable to store.
        .values({ client_address: clientAddress, jti_hash: secretHash(jti), expires_at: expiresAt })
        .onConflict((conflict) => conflict.doNothing())
        .returning('jti_hash')
        .executeTakeFirst();
      return stored !== undefined;
    },

    /** Deletes up to `limit` assertions that expired before `before`. @returns how many it deleted */
    async deleteExpired(before: Date, limit: number): Promise<number> {
      const { numAffectedRows } = await sql`
        delete from sso.client_assertions where (client_address, jti_hash) in (
          select client_address, jti_hash from sso.client_assertions where expires_at < ${before} limit ${limit}
        )`.execute(db);
      return Number(numAffectedRows ?? 0n);
    },
  };
}
