import { type Kysely, type Selectable, sql, type Transaction } from 'kysely';
import { inTransaction } from '../../runtime/database/queries.ts';
import { deleteFound } from '../../runtime/database/delete-found.ts';
import { bucketOf, bucketBytes, bucketOfDigits } from '../../runtime/database/bucket.ts';
import { approvalUsed } from '../errors.ts';
import { lockUser, type SeenUser } from '../people/user-store.ts';
import type { BackendDatabase } from '../database.ts';
import { v4 } from 'uuid';

const prefix = 'inv-';

/**
 * Creates an unguessable invoice number: `inv-` and a UUIDv4 that carries the payer's bucket and 110 random bits.
 *
 * @param random 16 random bytes
 */
export const invoiceNumber = (random: Uint8Array, payer: string): string =>
  prefix + v4({ random: bucketBytes(random, bucketOf(payer)) });

/** Returns the bucket of an invoice; some bucket for a text that is no invoice number. */
export const bucketOfInvoice = (invoice: string): number => bucketOfDigits(invoice.slice(prefix.length));

export type PaymentIntentRow = Selectable<BackendDatabase['backend.payment_intents']>;
/** The detail of an approval that an intent uses. */
type ApprovalUse = Pick<PaymentIntentRow, 'approval_jti' | 'approval_detail'>;
export type NewPaymentIntent = Omit<PaymentIntentRow, 'bucket' | 'status' | 'sender_platform_id' | keyof ApprovalUse> &
  Partial<ApprovalUse>;

/** A request with an Idempotency-Key. */
interface IdempotentRequest {
  /** The user that the key belongs to. */
  readonly sender: SeenUser;
  readonly key: string;
  readonly payloadHash: string;
  /** Id to use if the intent is inserted. */
  readonly intentId: string;
  readonly expiresAt: Date;
}

/**
 * Creates an intent, or throws. Several differ in the detail of an approval that they use: the first whose detail was not
 * used is stored.
 * @param pending number of the sender's pending intents that have not expired
 */
type CreateIntent = (pending: number) => readonly NewPaymentIntent[];

/** Days from the expiry of a pending intent until it is deleted; longer than an idempotency key references it. */
const expiredIntentDays = 30;

export function createPaymentIntentStore(db: Kysely<BackendDatabase>) {
  return {
    /**
     * @param sender the user who creates it
     * @throws DomainError approval_used
     */
    create: (sender: SeenUser, intent: CreateIntent): Promise<PaymentIntentRow> =>
      inTransaction(db, (trx) => insert(trx, sender, intent)),

    /**
     * Creates the intent, or returns the intent of the sender's earlier request with this key. Waits for the row lock of
     * an earlier request that has not ended.
     *
     * @param intent called for a new key; when it throws, the key stays unused
     * @returns undefined when the key was used with another payload
     */
    createOnce: (intent: CreateIntent, request: IdempotentRequest): Promise<PaymentIntentRow | undefined> =>
      inTransaction(db, async (trx) => {
        const owner = await claimKey(trx, request);
        if (owner.payload_hash !== request.payloadHash) return undefined;
        if (owner.intent_id === request.intentId) return insert(trx, request.sender, intent);
        return trx
          .selectFrom('backend.payment_intents')
          .selectAll()
          .where('bucket', '=', bucketOf(request.sender.platformId))
          .where('id', '=', owner.intent_id)
          .executeTakeFirstOrThrow();
      }),

    byInvoice: (invoice: string): Promise<PaymentIntentRow | undefined> =>
      db
        .selectFrom('backend.payment_intents')
        .selectAll()
        .where('bucket', '=', bucketOfInvoice(invoice))
        .where('invoice', '=', invoice)
        .executeTakeFirst(),

    /** Deletes up to `limit` idempotency keys that expired before a time. @returns the number of deleted keys */
    deleteExpiredKeys: (before: Date, limit: number): Promise<number> =>
      deleteFound(db, {
        table: 'backend.idempotency_keys',
        key: ['bucket', 'sender_platform_id', 'key'],
        condition: sql`expires_at < ${before}`,
        limit,
      }),

    /**
     * Deletes up to `limit` pending intents that expired `expiredIntentDays` before a time. An intent with an open
     * contradiction stays, so that its payment can still be settled.
     *
     * @returns the number of deleted intents
     */
    deleteExpired: (before: Date, limit: number): Promise<number> =>
      deleteFound(db, {
        table: 'backend.payment_intents',
        key: ['bucket', 'id'],
        condition: sql`
          status = 'pending' and expires_at < ${before}::timestamptz - make_interval(days => ${expiredIntentDays}::int)
          and not exists (
            select from backend.contradictions as open
            where open.bucket = found.bucket and open.invoice = found.invoice and open.state = 'open'
          )`,
        limit,
      }),
  };
}

export type PaymentIntentStore = ReturnType<typeof createPaymentIntentStore>;

async function insert(
  trx: Transaction<BackendDatabase>,
  sender: SeenUser,
  intent: CreateIntent,
): Promise<PaymentIntentRow> {
  const { platformId, at } = sender;
  const bucket = bucketOf(platformId);
  // The count below stays true.
  await lockUser(trx, sender);
  const { count } = await trx
    .selectFrom('backend.payment_intents')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('bucket', '=', bucket)
    .where('sender_platform_id', '=', platformId)
    .where('status', '=', 'pending')
    .where('expires_at', '>', at)
    .executeTakeFirstOrThrow();
  for (const one of intent(count)) {
    // The unique key decides between concurrent uses of a detail.
    const inserted = await trx
      .insertInto('backend.payment_intents')
      .values({ ...one, bucket, sender_platform_id: platformId, status: 'pending' })
      .onConflict((conflict) =>
        conflict.columns(['bucket', 'sender_platform_id', 'approval_jti', 'approval_detail']).doNothing(),
      )
      .returningAll()
      .executeTakeFirst();
    if (inserted) return inserted;
  }
  throw approvalUsed();
}

/** Claims a new or expired key, in one statement. @returns the payload hash and the intent that now own the key */
function claimKey(trx: Transaction<BackendDatabase>, request: IdempotentRequest) {
  const replaceIfExpired = (column: 'payload_hash' | 'intent_id' | 'expires_at') =>
    sql<never>`case when idempotency_keys.expires_at <= ${request.sender.at}::timestamptz
      then ${sql.ref(`excluded.${column}`)} else ${sql.ref(`idempotency_keys.${column}`)} end`;
  return trx
    .insertInto('backend.idempotency_keys')
    .values({
      bucket: bucketOf(request.sender.platformId),
      sender_platform_id: request.sender.platformId,
      key: request.key,
      payload_hash: request.payloadHash,
      intent_id: request.intentId,
      expires_at: request.expiresAt,
    })
    .onConflict((conflict) =>
      conflict.columns(['bucket', 'sender_platform_id', 'key']).doUpdateSet({
        payload_hash: replaceIfExpired('payload_hash'),
        intent_id: replaceIfExpired('intent_id'),
        expires_at: replaceIfExpired('expires_at'),
      }),
    )
    .returning(['payload_hash', 'intent_id'])
    .executeTakeFirstOrThrow();
}
