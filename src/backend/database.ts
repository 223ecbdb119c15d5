import type { ColumnType } from 'kysely';

/** Tables of the mini-app backend, as `migrations/` makes them. A person is known by the `sub` of their tokens. */
export interface BackendDatabase {
  'backend.users': UserTable;
  'backend.payment_intents': PaymentIntentTable;
  'backend.transactions': TransactionTable;
  'backend.late_webhooks': LateWebhookTable;
  'backend.idempotency_keys': IdempotencyKeyTable;
  'backend.dpop_proofs': ProofTable;
}

type Moment = ColumnType<Date, Date, Date>;
/** JSON is written as the text that came, and read parsed. */
type Json = ColumnType<unknown, string, never>;

export type Token = 'USDC' | 'PLATFORM';
export type Network = 'solana' | 'platform';
export type IntentStatus = 'pending' | 'completed' | 'failed';
export type TransactionStatus = 'paid' | 'failed';

export interface UserTable {
  id: string;
  platform_id: string;
  created_at: Moment;
  updated_at: Moment;
}

/** What somebody wants to pay; `invoice` is its number for everybody else. */
export interface PaymentIntentTable {
  id: string;
  invoice: string;
  sender_platform_id: string;
  recipient_address: string;
  /** In the token's smallest unit, 1 to 78 digits. */
  amount: string;
  token: Token;
  network: Network;
  product_id: string;
  status: IntentStatus;
  created_at: Moment;
}

/** What came of an intent; at most one for each. */
export interface TransactionTable {
  id: string;
  sender_platform_id: string;
  recipient_address: string;
  tx_hash: string | null;
  status: TransactionStatus;
  amount: string;
  token: Token;
  network: Network;
  invoice: string;
  /** The text `true` for test payments, NULL for real ones. */
  test: 'true' | null;
  /** The webhook that settled the intent, every character of it. */
  payload: Json;
  created_at: Moment;
}

/** Webhooks that said the opposite of what was settled before. For people to look at; nothing reads it. */
export interface LateWebhookTable {
  id: string;
  invoice: string;
  status: 'finalized' | 'failed';
  /** SHA-256 of the payload, base64url: a redelivery is kept once. */
  payload_hash: string;
  payload: Json;
  received_at: Moment;
}

export interface IdempotencyKeyTable {
  sender_platform_id: string;
  key: string;
  /** SHA-256 of the canonical payload (RFC 8785), base64url. */
  payload_hash: string;
  intent_id: string;
  expires_at: Moment;
}

export interface ProofTable {
  jkt: string;
  jti_hash: string;
  expires_at: Moment;
}
