// Written by `npm run generate` from the migrations. Do not edit.

import type { ColumnType, Generated } from 'kysely';

/** Tables of the schema `backend`, as its migrations create them. */
export interface BackendTables {
  /** In each table of a person, bucket is that of the person whom the row had first. */
  'backend.users': {
    bucket: number;
    id: string;
    platform_id: string;
    created_at: Date;
    updated_at: Date;
  };
  /** A payment that a user intends; invoice is its public number. */
  'backend.payment_intents': {
    bucket: number;
    id: string;
    invoice: string;
    sender_platform_id: string;
    recipient_address: string;
    /** In the token's smallest unit, 1 to 78 digits. */
    amount: string;
    token: 'USDC' | 'PLATFORM';
    network: string;
    product_id: string;
    status: Generated<'pending' | 'completed' | 'failed'>;
    created_at: Date;
    expires_at: Date;
    /** Of the product when the invoice was created; null without one. */
    quantity: number | null;
    /** Token of the approval that an agent bought with, and the detail in it by its position; null otherwise. */
    approval_jti: string | null;
    approval_detail: number | null;
  };
  /** The result of a settled intent, and its refund; at most one of each per intent. */
  'backend.transactions': {
    bucket: number;
    id: string;
    sender_platform_id: string;
    recipient_address: string;
    tx_hash: string | null;
    status: 'paid' | 'failed' | 'refunded';
    amount: string;
    token: 'USDC' | 'PLATFORM';
    network: string;
    invoice: string;
    /** The text true for test payments, NULL for real payments. */
    test: 'true' | null;
    /** The text of the webhook that settled the intent, unchanged. */
    payload: ColumnType<unknown, string, string>;
    created_at: Date;
  };
  /** Transactions of the chain that paid an invoice. */
  'backend.settled_tx': {
    tx_hash: string;
    invoice: string;
  };
  /** Signed webhooks that contradict what is known about their invoice. */
  'backend.contradictions': {
    bucket: number;
    id: string;
    /** The number in the payload; not every one belongs to an intent. */
    invoice: string;
    tx_hash: string | null;
    cause: string;
    /** SHA-256 of the payload, base64url: stores a redelivery once. */
    payload_hash: string;
    payload: ColumnType<unknown, string, string>;
    state: Generated<'open' | 'resolved'>;
    resolution: 'settled' | 'refused' | null;
    reason: string | null;
    /** Name of the administrator. */
    resolved_by: string | null;
    created_at: Date;
    resolved_at: Date | null;
  };
  'backend.idempotency_keys': {
    bucket: number;
    sender_platform_id: string;
    key: string;
    /** SHA-256 of the canonical payload (RFC 8785), base64url. */
    payload_hash: string;
    intent_id: string;
    expires_at: Date;
  };
  /** Outbox of the settled hook: one row per transaction, with its id. */
  'backend.settled_events': {
    bucket: number;
    id: string;
    state: Generated<'pending' | 'delivered' | 'dropped'>;
    created_at: Date;
    due_at: Date | null;
    leased_by: string | null;
    leased_at: Date | null;
    leased_until: Date | null;
    attempts: Generated<number>;
    last_status: number | null;
    last_error: string | null;
  };
  'backend.derived_keys': {
    purpose: string;
    /** 32 bytes, sealed under the master key. */
    sealed_key: string;
    created_at: Date;
  };
  /** What administrators did; append-only. */
  'backend.audit_events': {
    id: string;
    at: Date;
    event: string;
    request_id: string;
    ip: string;
    administrator: string;
    /** Null for the bootstrap key. */
    administrator_id: string | null;
    /** Contradiction, or pseudonym of a person. */
    subject: string;
    details: ColumnType<unknown, string, string>;
  };
  'backend.dpop_proofs': {
    jkt: string;
    jti_hash: string;
    expires_at: Date;
  };
}
