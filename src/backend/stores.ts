import type { Kysely } from 'kysely';
import type { BackendDatabase } from './database.ts';
import { createPaymentIntentStore } from './store/payment-intents.ts';
import { createTransactionStore } from './store/transactions.ts';
import { createUserStore } from './store/users.ts';

/** Creates all stores of the mini-app backend over one database. */
export function createBackendStores(db: Kysely<BackendDatabase>) {
  return {
    users: createUserStore(db),
    intents: createPaymentIntentStore(db),
    transactions: createTransactionStore(db),
  };
}

export type BackendStores = ReturnType<typeof createBackendStores>;
