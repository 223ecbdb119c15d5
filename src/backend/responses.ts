import type { components } from '../../generated/backend/types.ts';
import type { Product } from './catalog.ts';
import type { PaymentIntentRow } from './store/payment-intents.ts';
import type { TransactionRow } from './store/transactions.ts';
import type { UserRow } from './store/users.ts';

type Schemas = components['schemas'];
type User = Schemas['User'];
type Invoice = Schemas['Invoice'];
type InvoiceStatement = Schemas['InvoiceStatement'];
type Transaction = Schemas['Transaction'];

export function userResponse({ id, platform_id, created_at, updated_at }: UserRow): User {
  return {
    id,
    platformId: platform_id,
    createdAt: created_at.toISOString(),
    updatedAt: updated_at.toISOString(),
  };
}

/** Converts an intent; the payment comes from the stored intent, the item from the catalog. */
export function invoiceResponse(intent: PaymentIntentRow, { title, iconUrl, quantity, test }: Product): Invoice {
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

export function invoiceStatementResponse(intent: PaymentIntentRow, product: Product): InvoiceStatement {
  return { ...invoiceResponse(intent, product), status: intent.status };
}

export function transactionResponse(row: TransactionRow): Transaction {
  const { id, tx_hash: txHash, status, amount, token, network, invoice, test, created_at } = row;
  return { id, txHash, status, amount, token, network, invoice, test, createdAt: created_at.toISOString() };
}
