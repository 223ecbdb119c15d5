import type { Kysely, Transaction } from 'kysely';
import type { ForumDatabase } from '../database.ts';
import { idempotencyKeyConflict } from '../errors.ts';
import type { Idempotency } from '../idempotency.ts';

/** Lifetime of an Idempotency-Key, milliseconds. */
const lifetime = 24 * 60 * 60 * 1000;

export interface Claim extends Idempotency {
  /** Thumbprint of the agent; its keys are its own. */
  readonly fingerprint: string;
  /** Id of the record that the request creates. */
  readonly id: string;
  readonly at: Date;
}

/**
 * Claims a key for a request. A concurrent request with the same key waits for this transaction.
 *
 * @returns the id that an earlier request with the same key and input created; undefined when the key is new
 * @throws DomainError idempotency_key_reused
 */
export async function claimIdempotencyKey(trx: Transaction<ForumDatabase>, claim: Claim): Promise<string | undefined> {
  const { fingerprint, key, requestHash, id, at } = claim;
  const row = { request_hash: requestHash, created_id: id, expires_at: new Date(at.getTime() + lifetime) };
  const claimed = await trx
    .insertInto('forum.idempotency_keys')
    .values({ fingerprint, key, ...row })
    .onConflict((conflict) =>
      conflict.columns(['fingerprint', 'key']).doUpdateSet(row).where('forum.idempotency_keys.expires_at', '<=', at),
    )
    .returning('key')
    .executeTakeFirst();
  if (claimed) return undefined;
  const earlier = await trx
    .selectFrom('forum.idempotency_keys')
    .select(['request_hash', 'created_id'])
    .where('fingerprint', '=', fingerprint)
    .where('key', '=', key)
    .executeTakeFirst();
  // The key expired and was deleted between the two statements.
  if (!earlier) return claimIdempotencyKey(trx, claim);
  if (earlier.request_hash !== requestHash) throw idempotencyKeyConflict();
  return earlier.created_id;
}

/** Deletes keys that expired before `now`. @returns the number of deleted rows */
export async function deleteExpiredKeys(db: Kysely<ForumDatabase>, now: Date, limit: number): Promise<number> {
  const expired = db
    .selectFrom('forum.idempotency_keys')
    .select(['fingerprint', 'key'])
    .where('expires_at', '<=', now)
    .limit(limit);
  const { numDeletedRows } = await db
    .deleteFrom('forum.idempotency_keys')
    .where((eb) => eb(eb.refTuple('fingerprint', 'key'), 'in', expired.$asTuple('fingerprint', 'key')))
    .executeTakeFirst();
  return Number(numDeletedRows);
}
