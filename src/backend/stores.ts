import type { Kysely } from 'kysely';
import type { BackendDatabase } from './database.ts';
import { createContradictionStore } from './store/contradictions.ts';
import { createPaymentIntentStore } from './store/payment-intents.ts';
import { createPersonalDataStore } from './store/personal-data.ts';
import { createSettlementStore } from './store/settlements.ts';
import { createTransactionStore } from './store/transactions.ts';
import { createUserStore } from './store/users.ts';
import { createBackendAuditStore } from './store/audit-events.ts';

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
