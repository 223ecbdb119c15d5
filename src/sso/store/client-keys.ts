import type { Kysely } from 'kysely';
import type { ClientKeySet } from '../client-authentication/client-key-set.ts';
import type { SsoDatabase } from '../database.ts';

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
