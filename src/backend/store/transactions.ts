import { type Kysely, type Selectable, sql } from 'kysely';
import type { PagePosition } from '../../runtime/page.ts';
import type { BackendDatabase, TransactionTable } from '../database.ts';

export type TransactionRow = Omit<Selectable<TransactionTable>, 'sender_platform_id' | 'recipient_address' | 'payload'>;

export interface TransactionListOptions {
  readonly sender: string;
  readonly limit: number;
  /** Position of the last entry of the previous page. */
  readonly after?: PagePosition | undefined;
}

export function createTransactionStore(db: Kysely<BackendDatabase>) {
  return {
    /** Returns one page of a user's transactions, newest first, from the index transactions_sender. */
    list: ({ sender, limit, after }: TransactionListOptions): Promise<TransactionRow[]> => {
      let query = db
        .selectFrom('backend.transactions')
        .select(['id', 'tx_hash', 'status', 'amount', 'token', 'network', 'invoice', 'test', 'created_at'])
        .where('sender_platform_id', '=', sender)
        .orderBy('created_at', 'desc')
        .orderBy('id', 'desc')
        .limit(limit);
      if (after !== undefined) {
        query = query.where(sql<boolean>`(created_at, id) < (${after.at}::timestamptz, ${after.id}::uuid)`);
      }
      return query.execute();
    },
  };
}

export type TransactionStore = ReturnType<typeof createTransactionStore>;
