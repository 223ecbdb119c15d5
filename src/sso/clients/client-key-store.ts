import { type Kysely, sql } from 'kysely';
import type { ClientKeySet } from './client-key-set.ts';
import type { SsoDatabase } from '../database.ts';
import { secretHash } from '../tokens/grant-secrets.ts';
import { deleteFound } from '../../runtime/database/delete-found.ts';

/** The result of fetching the keys of a client from its `jwks_uri`. */
export interface FetchedKeys {
  /** client_id. */
  readonly address: string;
  /** The result is stored only while the client has this address. */
  readonly uri: string;
  readonly at: Date;
  /** Undefined after a failure: the former keys stay until their time ends. */
  readonly fetched: { readonly keys: ClientKeySet; readonly freshUntil: Date } | undefined;
}

/** Stores the keys that clients publish at a `jwks_uri`, for all processes. */
export function createClientKeyStore(db: Kysely<SsoDatabase>) {
  return {
    async save({ address, uri, at, fetched }: FetchedKeys): Promise<void> {
      await db
        .updateTable('sso.clients')
        .set({
          jwks_tried_at: at,
          ...(fetched && { jwks: JSON.stringify(fetched.keys), jwks_fresh_until: fetched.freshUntil }),
        })
        .where('address', '=', address)
        .where('jwks_uri', '=', uri)
        .execute();
    },
  };
}

export type ClientKeyStore = ReturnType<typeof createClientKeyStore>;

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
    deleteExpired: (before: Date, limit: number): Promise<number> =>
      deleteFound(db, {
        table: 'sso.client_assertions',
        key: ['client_address', 'jti_hash'],
        condition: sql`expires_at < ${before}`,
        limit,
      }),
  };
}
