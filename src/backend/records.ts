import type { components } from '../../generated/backend/types.ts';
import type { Product } from './catalog.ts';
import type { PaymentIntentRow } from './store/payment-intents.ts';
import type { TransactionRow } from './store/transactions.ts';
import type { UserRow } from './store/users.ts';

type Schemas = components['schemas'];
export type User = Schemas['User'];
export type Invoice = Schemas['Invoice'];
export type InvoiceStatement = Schemas['InvoiceStatement'];
export type Transaction = Schemas['Transaction'];

/** Rows as the records of the contract. */

export function userRecord({ id, platform_id, created_at, updated_at }: UserRow): User {
  return {
    id,
    platformId: platform_id,
    createdAt: created_at.toISOString(),
    updatedAt: updated_at.toISOString(),
  };
}

/** What is to be paid is the intent's, as it was created; what it is paid for is the catalog's. */
export function invoiceRecord(intent: PaymentIntentRow, { title, iconUrl, quantity, test }: Product): Invoice {
  const { invoice, id, recipient_address: recipient, amount, token, network } = intent;
  return {
    invoice,
    id,
    recipient,
    amount,
    token,
    network,
    item: { title, iconUrl, quantity },
    ...(test && { test }),
  };
}

export function statementRecord(intent: PaymentIntentRow, product: Product): InvoiceStatement {
  return { ...invoiceRecord(intent, product), status: intent.status };
}

export function transactionRecord(row: TransactionRow): Transaction {
  const { id, tx_hash: txHash, status, amount, token, network, invoice, test, created_at } = row;
  return { id, txHash, status, amount, token, network, invoice, test, createdAt: created_at.toISOString() };
}
