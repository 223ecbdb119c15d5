import { type Kysely, type Selectable, sql } from 'kysely';
import type { BackendDatabase, ContradictionCause, IntentStatus, TransactionStatus } from '../database.ts';
import type { InvoiceState } from './payment-webhook.ts';
import { type PaymentIntentRow, bucketOfInvoice } from '../invoices/invoice-store.ts';
import { bucketOfId, withBucket } from '../../runtime/database/bucket.ts';
import { inTransaction } from '../../runtime/database/queries.ts';
import type { PagePosition } from '../../runtime/http/page.ts';

/** A transaction of an intent: its result or its refund. */
interface NewTransaction {
  readonly intent: Pick<PaymentIntentRow, 'bucket' | 'id' | 'invoice'>;
  /** Carries the bucket of the intent. */
  readonly transactionId: string;
  readonly txHash: string | null;
  readonly test: 'true' | null;
  /** JSON text. */
  readonly payload: string;
  readonly at: Date;
}

interface Settlement extends NewTransaction {
  readonly intentStatus: Exclude<IntentStatus, 'pending'>;
  readonly transactionStatus: TransactionStatus;
}

/** An intent with its transactions. */
export interface KnownInvoice {
  readonly intent: PaymentIntentRow;
  readonly state: InvoiceState;
}

/** `unchanged`: the intent was settled before, or deleted. `hash_used`: the transaction paid another invoice. */
type SettlementResult = 'settled' | 'unchanged' | 'hash_used';

/** @param reported whether transactions are reported to the settled hook, so that each writes an event */
export function createSettlementStore(db: Kysely<BackendDatabase>, reported: { readonly toHook: boolean }) {
  return {
    /** Returns an intent with its transactions. */
    find: (invoice: string): Promise<KnownInvoice | undefined> => withTransactions(db, intentOf(db, invoice)),

    /** Returns an intent with its transactions, and locks it until the transaction around this call ends. */
    lock: (invoice: string): Promise<KnownInvoice | undefined> =>
      withTransactions(db, intentOf(db, invoice).forUpdate()),

    /** Settles a pending intent and writes its transaction, in one statement. */
    settle: async (settlement: Settlement): Promise<SettlementResult> => {
      const {
        intent: { bucket, id },
        intentStatus,
        transactionStatus,
        txHash,
        test,
      } = settlement;
      // One transaction pays one invoice. Test payments have any.
      const used = transactionStatus === 'paid' && test === null ? txHash : null;
      const { rows } = await sql<{ readonly settled: string | null }>`
        with intent as (${lockedIntent(settlement, 'pending')}),
        hash as (
          insert into backend.settled_tx (tx_hash, invoice)
          select ${used}::text, invoice from intent where ${used}::text is not null
          on conflict (tx_hash) do nothing
          returning tx_hash
        ),
        ${insertTransaction(settlement, transactionStatus)}
        where ${used}::text is null or exists (select from hash)
        ${returningEvent(reported)},
        settled as (
          update backend.payment_intents as pending set status = ${intentStatus}
          from written where pending.bucket = ${bucket} and pending.id = ${id} and pending.invoice = written.invoice
          returning pending.id
        )
        select settled.id as settled
        from intent left join settled on settled.id = intent.id left join event on true`.execute(db);
      const [intent] = rows;
      if (intent === undefined) return 'unchanged';
      return intent.settled === null ? 'hash_used' : 'settled';
    },

    /** Writes the refund of a paid intent, once. @returns whether this call wrote it */
    refund: async (transaction: NewTransaction): Promise<boolean> => {
      const { rows } = await sql`
        with intent as (${lockedIntent(transaction, 'completed')}),
        ${insertTransaction(transaction, 'refunded')}
        on conflict (bucket, invoice, (status = 'refunded')) do nothing
        ${returningEvent(reported)}
        select written.id from written left join event on event.id = written.id`.execute(db);
      return rows.length === 1;
    },

    /** Makes a failed intent pending again and deletes its transaction. Needs the lock. @returns the id of the deleted one */
    reopen: async ({ bucket, id, invoice }: PaymentIntentRow): Promise<string | undefined> => {
      await db
        .updateTable('backend.payment_intents')
        .set({ status: 'pending' })
        .where('bucket', '=', bucket)
        .where('id', '=', id)
        .execute();
      const deleted = await db
        .deleteFrom('backend.transactions')
        .where('bucket', '=', bucket)
        .where('invoice', '=', invoice)
        .where('status', '=', 'failed')
        .returning('id')
        .executeTakeFirst();
      if (deleted === undefined) return undefined;
      await db.deleteFrom('backend.settled_events').where('bucket', '=', bucket).where('id', '=', deleted.id).execute();
      return deleted.id;
    },
  };
}

export type SettlementStore = ReturnType<typeof createSettlementStore>;

const intentOf = (db: Kysely<BackendDatabase>, invoice: string) =>
  db
    .selectFrom('backend.payment_intents')
    .selectAll()
    .where('bucket', '=', bucketOfInvoice(invoice))
    .where('invoice', '=', invoice);

async function withTransactions(
  db: Kysely<BackendDatabase>,
  query: { readonly executeTakeFirst: () => Promise<PaymentIntentRow | undefined> },
): Promise<KnownInvoice | undefined> {
  const intent = await query.executeTakeFirst();
  if (intent === undefined) return undefined;
  const transactions = await db
    .selectFrom('backend.transactions')
    .select(['status', 'tx_hash as txHash'])
    .where('bucket', '=', intent.bucket)
    .where('invoice', '=', intent.invoice)
    .execute();
  return { intent, state: { status: intent.status, expiresAt: intent.expires_at, transactions } };
}

const lockedIntent = ({ intent: { bucket, id } }: NewTransaction, status: IntentStatus) => sql`
  select * from backend.payment_intents
  where bucket = ${bucket} and id = ${id} and status = ${status}::text for update`;

/** The beginning of the query `written`, an insert of the row that comes from the query `intent`. */
const insertTransaction = (
  { transactionId, txHash, test, payload, at }: NewTransaction,
  status: TransactionStatus,
) => sql`
  written as (
  insert into backend.transactions (
    bucket, id, sender_platform_id, recipient_address, tx_hash, status, amount, token, network, invoice, test, payload, created_at
  )
  select bucket, ${transactionId}::uuid, sender_platform_id, recipient_address, ${txHash}::text, ${status}::text,
    amount, token, network, invoice, ${test}::text, ${payload}::json, ${at}::timestamptz
  from intent`;

/** The end of the query `written`, and the query `event` for the settled hook. */
const returningEvent = ({ toHook }: { readonly toHook: boolean }) => sql`
  returning bucket, id, invoice, created_at
  ), event as (
    insert into backend.settled_events (bucket, id, created_at, due_at)
    select bucket, id, created_at, clock_timestamp() from written where ${toHook}::boolean
    returning id
  )`;

export type ContradictionRow = Omit<Selectable<BackendDatabase['backend.contradictions']>, 'bucket' | 'payload_hash'>;

interface NewContradiction {
  readonly id: string;
  readonly invoice: string;
  readonly txHash: string | null;
  readonly cause: ContradictionCause;
  readonly payloadHash: string;
  /** JSON text. */
  readonly payload: string;
  readonly at: Date;
}

interface ContradictionListOptions {
  readonly state?: 'open' | 'resolved' | undefined;
  readonly limit: number;
  /** Position of the last entry of the previous page. */
  readonly after?: PagePosition | undefined;
}

interface Resolution {
  readonly id: string;
  readonly resolution: 'settled' | 'refused';
  readonly reason: string;
  /** Name of the administrator. */
  readonly resolvedBy: string;
  readonly at: Date;
}

const columns = [
  'id',
  'invoice',
  'tx_hash',
  'cause',
  'payload',
  'state',
  'resolution',
  'reason',
  'resolved_by',
  'created_at',
  'resolved_at',
] as const;

/** Open contradictions are counted up to this number. */
const counted = 1000;

export function createContradictionStore(db: Kysely<BackendDatabase>) {
  return {
    /** Stores a contradiction; a redelivery of its payload is stored once. @returns whether this call stored it */
    add: async ({ id, invoice, txHash, cause, payloadHash, payload, at }: NewContradiction): Promise<boolean> => {
      const bucket = bucketOfInvoice(invoice);
      const inserted = await db
        .insertInto('backend.contradictions')
        .values({
          bucket,
          id: withBucket(id, bucket),
          invoice,
          tx_hash: txHash,
          cause,
          payload_hash: payloadHash,
          payload,
          state: 'open',
          created_at: at,
        })
        .onConflict((conflict) => conflict.columns(['bucket', 'invoice', 'payload_hash']).doNothing())
        .returning('id')
        .executeTakeFirst();
      return inserted !== undefined;
    },

    /** Returns one page, newest first, from the index contradictions_open or contradictions_created_at. */
    list: ({ state, limit, after }: ContradictionListOptions): Promise<ContradictionRow[]> => {
      let query = db
        .selectFrom('backend.contradictions')
        .select(columns)
        .orderBy('created_at', 'desc')
        .orderBy('id', 'desc')
        .limit(limit);
      // A literal, so that the planner sees that the partial index contains the rows.
      if (state !== undefined) query = query.where('state', '=', sql.lit(state));
      if (after !== undefined)
        query = query.where(sql<boolean>`(created_at, id) < (${after.at}::timestamptz, ${after.id}::uuid)`);
      return query.execute();
    },

    /** Returns the number of open contradictions, at most 1000. */
    countOpen: async (): Promise<number> => {
      const { rows } = await sql<{ count: number }>`
        select count(*) as count from (
          select id from backend.contradictions where state = 'open' limit ${counted}
        ) as open`.execute(db);
      return rows[0]?.count ?? 0;
    },

    /**
     * Resolves an open contradiction in a transaction.
     *
     * @param work what else belongs to the transaction; receives the locked row, and changes nothing when it throws
     * @returns the resolved row; undefined when there is none
     */
    resolve: (
      { id, resolution, reason, resolvedBy, at }: Resolution,
      work: (row: ContradictionRow & { readonly payload_text: string }, trx: Kysely<BackendDatabase>) => Promise<void>,
    ): Promise<ContradictionRow | undefined> =>
      inTransaction(db, async (trx) => {
        const row = await trx
          .selectFrom('backend.contradictions')
          .select([...columns, sql<string>`payload::text`.as('payload_text')])
          .where('bucket', '=', bucketOfId(id))
          .where('id', '=', id)
          .forUpdate()
          .executeTakeFirst();
        if (row === undefined) return undefined;
        await work(row, trx);
        return trx
          .updateTable('backend.contradictions')
          .set({ state: 'resolved', resolution, reason, resolved_by: resolvedBy, resolved_at: at })
          .where('bucket', '=', bucketOfId(id))
          .where('id', '=', id)
          .returning(columns)
          .executeTakeFirstOrThrow();
      }),
  };
}
