import { type Kysely, type Selectable, sql, type Transaction } from 'kysely';
import type { BackendDatabase, IntentStatus, PaymentIntentTable, TransactionStatus } from '../database.ts';

export type PaymentIntentRow = Selectable<PaymentIntentTable>;
export type NewPaymentIntent = Omit<PaymentIntentRow, 'status'>;

/** A request with an Idempotency-Key. */
export interface IdempotentRequest {
  /** `sub` of the user that the key belongs to. */
  readonly sender: string;
  readonly key: string;
  readonly payloadHash: string;
  /** Id to use if the intent is inserted. */
  readonly intentId: string;
  readonly at: Date;
  readonly expiresAt: Date;
}

export interface Settlement {
  readonly intentId: string;
  readonly intentStatus: Exclude<IntentStatus, 'pending'>;
  readonly transactionId: string;
  readonly transactionStatus: TransactionStatus;
  readonly txHash: string | null;
  readonly test: 'true' | null;
  /** JSON text. */
  readonly payload: string;
  readonly at: Date;
}

export interface LateWebhook {
  readonly id: string;
  readonly invoice: string;
  readonly status: 'finalized' | 'failed';
  readonly payloadHash: string;
  /** JSON text. */
  readonly payload: string;
  readonly at: Date;
}

export function createPaymentIntentStore(db: Kysely<BackendDatabase>) {
  return {
    create: (intent: NewPaymentIntent): Promise<PaymentIntentRow> => insert(db, intent),

    /**
     * Creates the intent, or returns the intent of the sender's earlier request with this key. Waits for the row lock of
     * an earlier request that has not ended.
     *
     * @param intent creates the intent for a new key; when it throws, the key stays unused
     * @returns undefined when the key was used with another payload
     */
    createOnce: (intent: () => NewPaymentIntent, request: IdempotentRequest): Promise<PaymentIntentRow | undefined> =>
      db.transaction().execute(async (trx) => {
        const owner = await claimKey(trx, request);
        if (owner.payload_hash !== request.payloadHash) return undefined;
        if (owner.intent_id === request.intentId) return insert(trx, intent());
        return trx
          .selectFrom('backend.payment_intents')
          .selectAll()
          .where('id', '=', owner.intent_id)
          .executeTakeFirstOrThrow();
      }),

    byInvoice: (invoice: string): Promise<PaymentIntentRow | undefined> =>
      db.selectFrom('backend.payment_intents').selectAll().where('invoice', '=', invoice).executeTakeFirst(),

    /**
     * Settles a pending intent and writes its transaction, in one statement.
     *
     * @returns false when the intent was settled before
     */
    settle: async (settlement: Settlement): Promise<boolean> => {
      const { intentId, intentStatus, transactionId, transactionStatus, txHash, test, payload, at } = settlement;
      const { rows } = await sql`
        with settled as (
          update backend.payment_intents set status = ${intentStatus}
          where id = ${intentId} and status = 'pending'
          returning *
        )
        insert into backend.transactions (
          id, sender_platform_id, recipient_address, tx_hash, status, amount, token, network, invoice, test, payload,
          created_at
        )
        select ${transactionId}::uuid, sender_platform_id, recipient_address, ${txHash}::text, ${transactionStatus}::text,
          amount, token, network, invoice, ${test}::text, ${payload}::json, ${at}::timestamptz
        from settled
        returning id`.execute(db);
      return rows.length === 1;
    },

    /**
     * Stores a webhook that contradicts the settlement; redeliveries are stored once.
     *
     * @returns whether the webhook contradicts the settlement
     */
    storeIfOpposite: async ({ id, invoice, status, payloadHash, payload, at }: LateWebhook): Promise<boolean> => {
      const opposite: IntentStatus = status === 'finalized' ? 'failed' : 'completed';
      const { rows } = await sql`
        insert into backend.late_webhooks (id, invoice, status, payload_hash, payload, received_at)
        select ${id}::uuid, invoice, ${status}::text, ${payloadHash}::text, ${payload}::json, ${at}::timestamptz
        from backend.payment_intents
        where invoice = ${invoice} and status = ${opposite}
        on conflict (invoice, payload_hash) do update set received_at = late_webhooks.received_at
        returning id`.execute(db);
      return rows.length === 1;
    },

    /** Deletes up to `limit` idempotency keys that expired before a time. @returns the number of deleted keys */
    deleteExpiredKeys: async (before: Date, limit: number): Promise<number> => {
      // A locked row is being reused, or deleted by another process.
      const { numAffectedRows } = await sql`
        delete from backend.idempotency_keys where (sender_platform_id, key) in (
          select sender_platform_id, key from backend.idempotency_keys where expires_at < ${before}
          limit ${limit} for update skip locked
        )`.execute(db);
      return Number(numAffectedRows ?? 0n);
    },
  };
}

export type PaymentIntentStore = ReturnType<typeof createPaymentIntentStore>;

function insert(db: Kysely<BackendDatabase>, intent: NewPaymentIntent): Promise<PaymentIntentRow> {
  return db
    .insertInto('backend.payment_intents')
    .values({ ...intent, status: 'pending' })
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Claims a new or expired key, in one statement. @returns the payload hash and the intent that now own the key */
function claimKey(trx: Transaction<BackendDatabase>, request: IdempotentRequest) {
  const replaceIfExpired = (column: 'payload_hash' | 'intent_id' | 'expires_at') =>
    sql<never>`case when idempotency_keys.expires_at <= ${request.at}::timestamptz
      then ${sql.ref(`excluded.${column}`)} else ${sql.ref(`idempotency_keys.${column}`)} end`;
  return trx
    .insertInto('backend.idempotency_keys')
    .values({
      sender_platform_id: request.sender,
      key: request.key,
      payload_hash: request.payloadHash,
      intent_id: request.intentId,
      expires_at: request.expiresAt,
    })
    .onConflict((conflict) =>
      conflict.columns(['sender_platform_id', 'key']).doUpdateSet({
        payload_hash: replaceIfExpired('payload_hash'),
        intent_id: replaceIfExpired('intent_id'),
        expires_at: replaceIfExpired('expires_at'),
      }),
    )
    .returning(['payload_hash', 'intent_id'])
    .executeTakeFirstOrThrow();
}
