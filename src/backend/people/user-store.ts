import { type Kysely, type Selectable, sql, type Transaction } from 'kysely';
import { bucketOf } from '../../runtime/database/bucket.ts';
import type { BackendDatabase, BackendAuditEvent } from '../database.ts';
import { LRUCache } from 'lru-cache';
import { inTransaction } from '../../runtime/database/queries.ts';
import { transactionsOf } from '../payments/transaction-store.ts';
import { type AdministratorEvent, administratorEventRow } from '../../runtime/caller/administrators.ts';

export type UserRow = Selectable<BackendDatabase['backend.users']>;

export interface SeenUser {
  /** Id to use if the row is inserted. */
  readonly id: string;
  readonly platformId: string;
  readonly at: Date;
}

export function createUserStore(db: Kysely<BackendDatabase>) {
  return {
    /** Creates the user or updates the last-seen time, in one statement: of concurrent first calls, one inserts the row. */
    recordSeen: ({ id, platformId, at }: SeenUser): Promise<UserRow> =>
      db
        .insertInto('backend.users')
        .values({ bucket: bucketOf(platformId), id, platform_id: platformId, created_at: at, updated_at: at })
        .onConflict((conflict) =>
          // Clocks of machines differ; the later time wins.
          conflict
            .columns(['bucket', 'platform_id'])
            .doUpdateSet({ updated_at: sql`greatest(users.updated_at, excluded.updated_at)` }),
        )
        .returningAll()
        .executeTakeFirstOrThrow(),
  };
}

/** Makes invoices that a person creates at the same time, and the erasure of the person, wait for the end of the transaction. */
export async function lockUser(trx: Transaction<BackendDatabase>, user: SeenUser): Promise<void> {
  const { platformId } = user;
  const known = await trx
    .selectFrom('backend.users')
    .select('id')
    .where('bucket', '=', bucketOf(platformId))
    .where('platform_id', '=', platformId)
    .forNoKeyUpdate()
    .executeTakeFirst();
  // The person was erased after the request had been authenticated.
  if (known === undefined) await createUserStore(trx).recordSeen(user);
}

/** The authenticated user of a request. */
export interface User {
  /** The `sub` of the access token. */
  readonly platformId: string;
}

/** OpenID Connect Core §2: a `sub` has at most 255 characters. */
const maxLength = 255;

/** @returns undefined for a `sub` that cannot be stored: too long, with an unpaired surrogate or with U+0000 */
export function userOf(sub: string): User | undefined {
  return sub.length <= maxLength && sub.isWellFormed() && !sub.includes('\0') ? { platformId: sub } : undefined;
}

/** Minimum time between two writes for one user by one process, milliseconds. */
const interval = 60_000;

/** Number of users remembered per process; a forgotten user is written again. */
const maxUsers = 50_000;

/** Updates the user's last-seen time. @returns the user's row, or undefined within a minute of the last write. */
export type UpdateLastSeen = (user: User) => Promise<UserRow | undefined>;

export function createLastSeenUpdater({
  users,
  now,
  newId,
}: {
  readonly users: ReturnType<typeof createUserStore>;
  readonly now: () => Date;
  readonly newId: () => string;
}): UpdateLastSeen {
  const written = new LRUCache<string, number>({ max: maxUsers });
  return async ({ platformId }) => {
    const at = now();
    const last = written.get(platformId);
    if (last !== undefined && Math.abs(at.getTime() - last) < interval) return undefined;
    written.set(platformId, at.getTime());
    try {
      return await users.recordSeen({ id: newId(), platformId, at });
    } catch (error) {
      written.delete(platformId);
      throw error;
    }
  };
}

interface ErasedRows {
  readonly deletedInvoices: number;
  readonly pseudonymizedTransactions: number;
}

export function createPersonalDataStore(db: Kysely<BackendDatabase>) {
  return {
    /** Returns everything that is stored about a person, the oldest first; undefined for an unknown person. */
    export: async (platformId: string) => {
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

export type PersonalData = NonNullable<Awaited<ReturnType<ReturnType<typeof createPersonalDataStore>['export']>>>;

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
