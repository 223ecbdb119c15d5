import { type Kysely, sql } from 'kysely';
import { bucketOf } from '../../runtime/database/bucket.ts';
import type { PagePosition } from '../../runtime/http/page.ts';
import type { BackendDatabase, Network, Token, TransactionStatus } from '../database.ts';

export interface TransactionRow {
  readonly id: string;
  readonly tx_hash: string | null;
  readonly status: TransactionStatus;
  readonly amount: string;
  readonly token: Token;
  readonly network: Network;
  readonly invoice: string;
  readonly test: 'true' | null;
  readonly created_at: Date;
  readonly product_id: string;
  readonly quantity: number | null;
}

interface TransactionFilter {
  readonly status?: TransactionStatus | undefined;
  readonly token?: Token | undefined;
  /** Inclusive. */
  readonly from?: Date | undefined;
  /** Inclusive. */
  readonly to?: Date | undefined;
  readonly test?: boolean | undefined;
}

interface TransactionListOptions {
  readonly sender: string;
  readonly filter: TransactionFilter;
  readonly limit: number;
  /** Position of the last entry of the previous page. */
  readonly after?: PagePosition | undefined;
}

export function createTransactionStore(db: Kysely<BackendDatabase>) {
  return {
    /** Returns one page of a user's transactions, newest first, from the index transactions_sender. */
    list: ({ sender, filter, limit, after }: TransactionListOptions): Promise<TransactionRow[]> => {
      const { status, token, from, to, test } = filter;
      let query = transactionsOf(db, sender)
        .orderBy('transactions.created_at', 'desc')
        .orderBy('transactions.id', 'desc')
        .limit(limit);
      if (status !== undefined) query = query.where('transactions.status', '=', status);
      if (token !== undefined) query = query.where('transactions.token', '=', token);
      if (from !== undefined) query = query.where('transactions.created_at', '>=', from);
      if (to !== undefined) query = query.where('transactions.created_at', '<=', to);
      if (test !== undefined) query = query.where('transactions.test', test ? 'is not' : 'is', null);
      if (after !== undefined) {
        query = query.where(
          sql<boolean>`(transactions.created_at, transactions.id) < (${after.at}::timestamptz, ${after.id}::uuid)`,
        );
      }
      return query.execute();
    },
  };
}

/** Selects a user's transactions with product and quantity of their invoices. */
export function transactionsOf(db: Kysely<BackendDatabase>, sender: string) {
  return db
    .selectFrom('backend.transactions as transactions')
    .innerJoin('backend.payment_intents as intents', (join) =>
      join.onRef('intents.bucket', '=', 'transactions.bucket').onRef('intents.invoice', '=', 'transactions.invoice'),
    )
    .select([
      'transactions.id',
      'transactions.tx_hash',
      'transactions.status',
      'transactions.amount',
      'transactions.token',
      'transactions.network',
      'transactions.invoice',
      'transactions.test',
      'transactions.created_at',
      'intents.product_id',
      'intents.quantity',
    ])
    .where('transactions.bucket', '=', bucketOf(sender))
    .where('transactions.sender_platform_id', '=', sender);
}
