import type { ColumnType } from 'kysely';

/** Tables of the mini-app backend, created by `migrations/`. A user is identified by the `sub` of the token. */
export interface BackendDatabase {
  'backend.users': UserTable;
  'backend.payment_intents': PaymentIntentTable;
  'backend.transactions': TransactionTable;
  'backend.late_webhooks': LateWebhookTable;
  'backend.idempotency_keys': BackendIdempotencyKeyTable;
  'backend.dpop_proofs': BackendProofTable;
}

type Timestamp = ColumnType<Date, Date, Date>;
/** Written as JSON text, read parsed. */
type Json = ColumnType<unknown, string, never>;

export type Token = 'USDC' | 'PLATFORM';
export type Network = 'solana' | 'platform';
export type IntentStatus = 'pending' | 'completed' | 'failed';
export type TransactionStatus = 'paid' | 'failed';

export interface UserTable {
  id: string;
  platform_id: string;
  created_at: Timestamp;
  updated_at: Timestamp;
}

/** A payment that a user intends; `invoice` is its public number. */
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
  created_at: Timestamp;
}

/** The result of a settled intent; at most one per intent. */
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
  /** The text `true` for test payments, NULL for real payments. */
  test: 'true' | null;
  /** The text of the webhook that settled the intent, unchanged. */
  payload: Json;
  created_at: Timestamp;
}

/** Webhooks that contradict an earlier settlement, for manual review; no code reads them. */
export interface LateWebhookTable {
  id: string;
  invoice: string;
  status: 'finalized' | 'failed';
  /** SHA-256 of the payload, base64url: stores a redelivery once. */
  payload_hash: string;
  payload: Json;
  received_at: Timestamp;
}

export interface BackendIdempotencyKeyTable {
  sender_platform_id: string;
  key: string;
  /** SHA-256 of the canonical payload (RFC 8785), base64url. */
  payload_hash: string;
  intent_id: string;
  expires_at: Timestamp;
}

export interface BackendProofTable {
  jkt: string;
  jti_hash: string;
  expires_at: Timestamp;
}
