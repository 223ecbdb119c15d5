import type { components } from '../../generated/backend/types.ts';
import { isJsonObject } from '../protocol/json-object.ts';
import type { Product, ProductCatalog } from './invoices/catalog.ts';
import type { ContradictionRow } from './payments/settlement-store.ts';
import type { PaymentIntentRow } from './invoices/invoice-store.ts';
import type { PersonalData, UserRow } from './people/user-store.ts';
import type { TransactionRow } from './payments/transaction-store.ts';

type Schemas = components['schemas'];
type User = Schemas['User'];
type Invoice = Schemas['Invoice'];
type InvoiceStatement = Schemas['InvoiceStatement'];
type Transaction = Schemas['Transaction'];
type Contradiction = Schemas['Contradiction'];
type UserData = Schemas['UserData'];

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
    expiresAt: intent.expires_at.toISOString(),
  };
}

export function invoiceStatementResponse(intent: PaymentIntentRow, product: Product, now: Date): InvoiceStatement {
  return { ...invoiceResponse(intent, product), status: invoiceStatus(intent, now) };
}

const invoiceStatus = ({ status, expires_at }: PaymentIntentRow, now: Date): InvoiceStatement['status'] =>
  status === 'pending' && expires_at <= now ? 'expired' : status;

export function transactionResponse(row: TransactionRow, { find }: Pick<ProductCatalog, 'find'>): Transaction {
  const { id, tx_hash: txHash, status, amount, token, network, invoice, product_id: productId, test } = row;
  return {
    id,
    txHash,
    status,
    amount,
    token,
    network,
    invoice,
    productId,
    quantity: row.quantity ?? find(productId)?.quantity ?? null,
    test,
    createdAt: row.created_at.toISOString(),
  };
}

export function contradictionResponse(row: ContradictionRow): Contradiction {
  const { id, invoice, tx_hash: txHash, cause, payload, state, resolution, reason } = row;
  return {
    id,
    invoice,
    txHash,
    cause,
    payload: isJsonObject(payload) ? payload : {},
    state,
    resolution,
    reason,
    resolvedBy: row.resolved_by,
    createdAt: row.created_at.toISOString(),
    resolvedAt: row.resolved_at?.toISOString() ?? null,
  };
}

export function userDataResponse(
  { user, intents, transactions }: PersonalData,
  catalog: Pick<ProductCatalog, 'find'>,
  now: Date,
): UserData {
  return {
    user: userResponse(user),
    invoices: intents.map((intent) => ({
      invoice: intent.invoice,
      productId: intent.product_id,
      amount: intent.amount,
      token: intent.token,
      network: intent.network,
      status: invoiceStatus(intent, now),
      createdAt: intent.created_at.toISOString(),
      expiresAt: intent.expires_at.toISOString(),
    })),
    transactions: transactions.map((transaction) => transactionResponse(transaction, catalog)),
  };
}
