import { type Kysely, type Selectable, sql } from 'kysely';
import type { PagePosition } from '../../runtime/page.ts';
import type { BackendDatabase, TransactionTable } from '../database.ts';

export type TransactionRow = Omit<Selectable<TransactionTable>, 'sender_platform_id' | 'recipient_address' | 'payload'>;

export interface TransactionPage {
  readonly sender: string;
  readonly limit: number;
  /** The last entry of the page before. */
  readonly after?: PagePosition | undefined;
}

export function createTransactionStore(db: Kysely<BackendDatabase>) {
  return {
    /** A person's transactions, newest first: a stretch of the index transactions_sender, however many there are. */
    list: ({ sender, limit, after }: TransactionPage): Promise<TransactionRow[]> => {
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
