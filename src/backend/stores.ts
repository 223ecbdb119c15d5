import type { Kysely } from 'kysely';
import type { BackendDatabase } from './database.ts';
import { createContradictionStore, createSettlementStore } from './payments/settlement-store.ts';
import { createPaymentIntentStore } from './invoices/invoice-store.ts';
import { createBackendAuditStore, createPersonalDataStore, createUserStore } from './people/user-store.ts';
import { createTransactionStore } from './payments/transaction-store.ts';

/**
 * Creates all stores of the mini-app backend over one database, or over a transaction of it.
 *
 * @param reported whether transactions are reported to the settled hook
 */
export function createBackendStores(db: Kysely<BackendDatabase>, reported: { readonly toHook: boolean }) {
  return {
    users: createUserStore(db),
    intents: createPaymentIntentStore(db),
    settlements: createSettlementStore(db, reported),
    transactions: createTransactionStore(db),
    contradictions: createContradictionStore(db),
    personalData: createPersonalDataStore(db),
    audit: createBackendAuditStore(db),
  };
}

export type BackendStores = ReturnType<typeof createBackendStores>;
