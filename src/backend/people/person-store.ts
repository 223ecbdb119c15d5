import { type Kysely, sql } from 'kysely';
import { bucketOf } from '../../runtime/database/bucket.ts';
import type { BackendAuditEvent, BackendDatabase } from '../database.ts';
import { inTransaction } from '../../runtime/database/queries.ts';
import type { PaymentIntentRow } from '../invoices/invoice-store.ts';
import { type TransactionRow, transactionsOf } from '../payments/transaction-store.ts';
import type { UserRow } from './user-store.ts';
import { type AdministratorEvent, administratorEventRow } from '../../runtime/caller/administrators.ts';

/** Everything that is stored about a person, the oldest first. */
export interface PersonalData {
  readonly user: UserRow;
  readonly intents: readonly PaymentIntentRow[];
  readonly transactions: readonly TransactionRow[];
}

export interface ErasedRows {
  readonly deletedInvoices: number;
  readonly pseudonymizedTransactions: number;
}

export function createPersonalDataStore(db: Kysely<BackendDatabase>) {
  return {
    /** @returns undefined for an unknown person */
    export: async (platformId: string): Promise<PersonalData | undefined> => {
      const user = await db
        .selectFrom('backend.users')
        .selectAll()
        .where('bucket', '=', bucketOf(platformId))
        .where('platform_id', '=', platformId)
        .executeTakeFirst();
      if (user === undefined) return undefined;
      const intents = await pendingIntentsOf(db, platformId)
        .unionAll(settledIntentsOf(db, platformId))
        .orderBy('created_at')
        .orderBy('id')
        .execute();
      const transactions = await transactionsOf(db, platformId)
        .orderBy('transactions.created_at')
        .orderBy('transactions.id')
        .execute();
      return { user, intents, transactions };
    },

    /**
     * Deletes a person's unpaid invoices and keys, and gives what was settled a pseudonym, in one transaction.
     *
     * @param record what else belongs to the transaction
     * @returns undefined for an unknown person
     */
    erase: (
      platformId: string,
      pseudonym: string,
      record: (erasure: ErasedRows, trx: Kysely<BackendDatabase>) => Promise<void>,
    ): Promise<ErasedRows | undefined> =>
      inTransaction(db, async (trx) => {
        // Waits for invoices that the person is creating, and makes later ones wait.
        const { numDeletedRows } = await trx
          .deleteFrom('backend.users')
          .where('bucket', '=', bucketOf(platformId))
          .where('platform_id', '=', platformId)
          .executeTakeFirst();
        if (numDeletedRows === 0n) return undefined;
        await trx
          .deleteFrom('backend.idempotency_keys')
          .where('bucket', '=', bucketOf(platformId))
          .where('sender_platform_id', '=', platformId)
          .execute();
        const deleted = await trx
          .deleteFrom('backend.payment_intents')
          .where('bucket', '=', bucketOf(platformId))
          .where('sender_platform_id', '=', platformId)
          .where('status', '=', 'pending')
          .executeTakeFirst();
        await trx
          .updateTable('backend.payment_intents')
          .set({ sender_platform_id: pseudonym })
          .where('bucket', '=', bucketOf(platformId))
          .where('sender_platform_id', '=', platformId)
          .where('invoice', 'in', settledInvoicesOf(trx, platformId))
          .execute();
        const kept = await sql`
          update backend.transactions set sender_platform_id = ${pseudonym}
          where bucket = ${bucketOf(platformId)} and sender_platform_id = ${platformId}`.execute(trx);
        const erasure = {
          deletedInvoices: Number(deleted.numDeletedRows),
          pseudonymizedTransactions: Number(kept.numAffectedRows ?? 0n),
        };
        await record(erasure, trx);
        return erasure;
      }),
  };
}

// Every settled intent has a transaction. Transactions have an index by person, and of intents only the pending ones.

const pendingIntentsOf = (db: Kysely<BackendDatabase>, platformId: string) =>
  db
    .selectFrom('backend.payment_intents')
    .selectAll()
    .where('bucket', '=', bucketOf(platformId))
    .where('sender_platform_id', '=', platformId)
    .where('status', '=', sql.lit('pending' as const));

const settledIntentsOf = (db: Kysely<BackendDatabase>, platformId: string) =>
  db
    .selectFrom('backend.payment_intents')
    .selectAll()
    .where('bucket', '=', bucketOf(platformId))
    .where('sender_platform_id', '=', platformId)
    .where('status', '<>', sql.lit('pending' as const))
    .where('invoice', 'in', settledInvoicesOf(db, platformId));

const settledInvoicesOf = (db: Kysely<BackendDatabase>, platformId: string) =>
  db
    .selectFrom('backend.transactions')
    .select('invoice')
    .where('bucket', '=', bucketOf(platformId))
    .where('sender_platform_id', '=', platformId);

export function createBackendAuditStore(db: Kysely<BackendDatabase>) {
  return {
    /** Records what an administrator did. Called in the transaction of the action. */
    async record(event: AdministratorEvent<BackendAuditEvent, Readonly<Record<string, unknown>>>): Promise<void> {
      await db.insertInto('backend.audit_events').values(administratorEventRow(event)).execute();
    },
  };
}
