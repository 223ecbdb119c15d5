import type { ColumnType } from 'kysely';
import type { Timestamp } from '../runtime/database/queries.ts';
import type { components } from '../../generated/backend/types.ts';

/** Tables of the mini-app backend, created by `migrations/`. A user is identified by the `sub` of the token. */
export interface BackendDatabase {
  'backend.users': UserTable;
  'backend.payment_intents': PaymentIntentTable;
  'backend.transactions': TransactionTable;
  'backend.contradictions': ContradictionTable;
  'backend.audit_events': BackendAuditEventTable;
  'backend.settled_tx': SettledTxTable;
  'backend.settled_events': SettledEventTable;
  'backend.idempotency_keys': BackendIdempotencyKeyTable;
  'backend.dpop_proofs': BackendProofTable;
}

/** Written as JSON text, read parsed. */
type Json = ColumnType<unknown, string, never>;

export type Token = 'USDC' | 'PLATFORM';
export type Network = 'solana' | 'platform';
export type IntentStatus = 'pending' | 'completed' | 'failed';
export type ContradictionCause = components['schemas']['ContradictionCause'];
export type BackendAuditEvent = 'contradiction_resolved' | 'user_exported' | 'user_erased';
export type TransactionStatus = 'paid' | 'failed' | 'refunded';

/** In each table of a person, `bucket` is that of the person whom the row had first. */
export interface UserTable {
  bucket: number;
  id: string;
  platform_id: string;
  created_at: Timestamp;
  updated_at: Timestamp;
}

/** A payment that a user intends; `invoice` is its public number. */
export interface PaymentIntentTable {
  bucket: number;
  id: string;
  invoice: string;
  sender_platform_id: string;
  recipient_address: string;
  /** In the token's smallest unit, 1 to 78 digits. */
  amount: string;
  token: Token;
  network: Network;
  product_id: string;
  /** Of the product when the invoice was created; null without one. */
  quantity: number | null;
  status: IntentStatus;
  created_at: Timestamp;
  expires_at: Timestamp;
  /** Token of the approval that an agent bought with, and the detail in it by its position; null otherwise. */
  approval_jti: string | null;
  approval_detail: number | null;
}

/** The result of a settled intent, and its refund; at most one of each per intent. */
export interface TransactionTable {
  bucket: number;
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

/** Signed webhooks that contradict what is known about their invoice. */
export interface ContradictionTable {
  bucket: number;
  id: string;
  /** The number in the payload; not every one belongs to an intent. */
  invoice: string;
  tx_hash: string | null;
  cause: ContradictionCause;
  /** SHA-256 of the payload, base64url: stores a redelivery once. */
  payload_hash: string;
  payload: Json;
  state: 'open' | 'resolved';
  resolution: 'settled' | 'refused' | null;
  reason: string | null;
  /** Name of the administrator. */
  resolved_by: string | null;
  created_at: Timestamp;
  resolved_at: Timestamp | null;
}

/** Transactions of the chain that paid an invoice. */
export interface SettledTxTable {
  tx_hash: string;
  invoice: string;
}

/** Outbox of the settled hook: one row per transaction, with its id. */
export interface SettledEventTable {
  bucket: number;
  id: string;
  state: 'pending' | 'delivered' | 'dropped';
  created_at: Timestamp;
  due_at: Timestamp | null;
  leased_by: string | null;
  leased_at: Timestamp | null;
  leased_until: Timestamp | null;
  attempts: number;
  last_status: number | null;
  last_error: string | null;
}

/** What administrators did; append-only. */
export interface BackendAuditEventTable {
  id: string;
  at: Timestamp;
  event: BackendAuditEvent;
  request_id: string;
  ip: string;
  administrator: string;
  /** Null for the bootstrap key. */
  administrator_id: string | null;
  /** Contradiction, or pseudonym of a person. */
  subject: string;
  details: Json;
}

export interface BackendIdempotencyKeyTable {
  bucket: number;
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
