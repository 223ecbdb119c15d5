import type { Kysely } from 'kysely';
import { bucketOfId } from '../../runtime/database/bucket.ts';
import { inTransaction } from '../../runtime/database/queries.ts';
import type { AuthorizationRequest } from './authorization-request.ts';
import type { SsoDatabase } from '../database.ts';
import { firstInterval, pollState } from './poll-pace.ts';
import { authorizationRequestOf, requestColumns } from './authorization-request-rows.ts';
import type { SecretKey } from '../tokens/grant-secrets.ts';

/** Stores device codes (RFC 8628) of authorization requests, in their buckets; deleting a request deletes them. */
export function createDeviceCodeStore(db: Kysely<SsoDatabase>) {
  return {
    async create({ codeHash, requestId }: { readonly codeHash: string; readonly requestId: string }): Promise<void> {
      await db
        .insertInto('sso.device_codes')
        .values({
          bucket: bucketOfId(requestId),
          code_hash: codeHash,
          request_id: requestId,
          interval_seconds: firstInterval,
        })
        .execute();
    },

    /** @returns the request of a device code; undefined also when its application is disabled */
    async request({ bucket, hash }: SecretKey): Promise<AuthorizationRequest | undefined> {
      const row = await db
        .selectFrom('sso.device_codes as device')
        .innerJoin('sso.authorization_requests as request', (join) =>
          join.onRef('request.bucket', '=', 'device.bucket').onRef('request.id', '=', 'device.request_id'),
        )
        .innerJoin('sso.clients as client', 'client.address', 'request.client_address')
        .select(requestColumns)
        .where('device.bucket', '=', bucket)
        .where('device.code_hash', '=', hash)
        .where('client.disabled_at', 'is', null)
        .executeTakeFirst();
      return row && authorizationRequestOf(row);
    },

    /** Records a poll. @returns whether it came too early; then the interval grows */
    polledEarly({ bucket, hash }: SecretKey, at: Date): Promise<boolean> {
      return inTransaction(db, async (trx) => {
        const row = await trx
          .selectFrom('sso.device_codes')
          .select(['interval_seconds as interval', 'polled_at as polledAt'])
          .where('bucket', '=', bucket)
          .where('code_hash', '=', hash)
          .forUpdate()
          .executeTakeFirst();
        if (!row) return false;
        const { early, interval } = pollState(row, at);
        await trx
          .updateTable('sso.device_codes')
          .set({ polled_at: at, interval_seconds: interval })
          .where('bucket', '=', bucket)
          .where('code_hash', '=', hash)
          .execute();
        return early;
      });
    },
  };
}
