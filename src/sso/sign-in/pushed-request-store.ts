import { type Kysely, sql } from 'kysely';
import type { SsoDatabase } from '../database.ts';
import type { SecretKey } from '../tokens/grant-secrets.ts';
import { deleteFound } from '../../runtime/database/delete-found.ts';

interface NewPushedRequest {
  /** Of the secret in the `request_uri`. */
  readonly uri: SecretKey;
  readonly clientAddress: string;
  /** JSON. */
  readonly parameters: string;
  readonly expiresAt: Date;
}

export type PushedRequestStore = ReturnType<typeof createPushedRequestStore>;

/** Stores pushed authorization requests (RFC 9126), each for one use by its client. */
export function createPushedRequestStore(db: Kysely<SsoDatabase>) {
  return {
    async create({ uri, clientAddress, parameters, expiresAt }: NewPushedRequest): Promise<void> {
      await db
        .insertInto('sso.pushed_requests')
        .values({
          bucket: uri.bucket,
          uri_hash: uri.hash,
          client_address: clientAddress,
          parameters,
          expires_at: expiresAt,
        })
        .execute();
    },

    /** Removes a live request of a client. @returns its parameters to exactly one of any number of callers */
    async consume({
      uri,
      clientAddress,
      at,
    }: {
      readonly uri: SecretKey;
      readonly clientAddress: string;
      readonly at: Date;
    }): Promise<string | undefined> {
      // Rejects text that PostgreSQL cannot store, such as NUL.
      if (!/^[\x20-\x7e]+$/.test(clientAddress)) return undefined;
      const row = await db
        .deleteFrom('sso.pushed_requests')
        .where('bucket', '=', uri.bucket)
        .where('uri_hash', '=', uri.hash)
        .where('client_address', '=', clientAddress)
        .where('expires_at', '>', at)
        .returning('parameters')
        .executeTakeFirst();
      return row?.parameters;
    },

    /** Deletes up to `limit` requests that expired before `before`. @returns how many it deleted */
    deleteExpired: (before: Date, limit: number): Promise<number> =>
      deleteFound(db, {
        table: 'sso.pushed_requests',
        key: ['bucket', 'uri_hash'],
        condition: sql`expires_at < ${before}`,
        limit,
      }),
  };
}
