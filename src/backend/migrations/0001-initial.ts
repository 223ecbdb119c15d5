import { type Kysely, sql } from 'kysely';
import { createReplayTable } from '../../runtime/replay-store.ts';

export const name = '0001-initial';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table backend.users (
      id uuid primary key,
      platform_id text not null,
      created_at timestamptz not null,
      updated_at timestamptz not null,
      constraint users_platform_id unique (platform_id),
      constraint users_time check (updated_at >= created_at)
    )`.execute(db);

  await sql`
    create table backend.payment_intents (
      id uuid primary key,
      invoice text not null,
      sender_platform_id text not null,
      recipient_address text not null,
      amount text not null,
      token text not null,
      network text not null,
      product_id text not null,
      status text not null default 'pending',
      created_at timestamptz not null,
      constraint payment_intents_invoice unique (invoice),
      constraint payment_intents_invoice_form check (invoice ~ '^inv-[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$'),
      constraint payment_intents_amount check (amount ~ '^[0-9]{1,78}$'),
      constraint payment_intents_token check (token in ('USDC', 'PLATFORM')),
      constraint payment_intents_status check (status in ('pending', 'completed', 'failed'))
    )`.execute(db);

  // The unique invoice prevents paying twice. The payload is json and not jsonb: json keeps the signed text unchanged and
  // accepts every JSON number.
  await sql`
    create table backend.transactions (
      id uuid primary key,
      sender_platform_id text not null,
      recipient_address text not null,
      tx_hash text,
      status text not null,
      amount text not null,
      token text not null,
      network text not null,
      invoice text not null references backend.payment_intents (invoice),
      test text,
      payload json not null,
      created_at timestamptz not null,
      constraint transactions_invoice unique (invoice),
      constraint transactions_amount check (amount ~ '^[0-9]{1,78}$'),
      constraint transactions_token check (token in ('USDC', 'PLATFORM')),
      constraint transactions_status check (status in ('paid', 'failed')),
      constraint transactions_test check (test = 'true')
    )`.execute(db);
  await sql`
    create index transactions_sender on backend.transactions (sender_platform_id, created_at desc, id desc)`.execute(
    db,
  );

  await sql`
    create table backend.late_webhooks (
      id uuid primary key,
      invoice text not null references backend.payment_intents (invoice),
      status text not null,
      payload_hash text not null,
      payload json not null,
      received_at timestamptz not null,
      constraint late_webhooks_payload unique (invoice, payload_hash),
      constraint late_webhooks_status check (status in ('finalized', 'failed'))
    )`.execute(db);

  // The check is deferred, because the key is written before the intent.
  await sql`
    create table backend.idempotency_keys (
      sender_platform_id text not null,
      key text not null,
      payload_hash text not null,
      intent_id uuid not null references backend.payment_intents deferrable initially deferred,
      expires_at timestamptz not null,
      primary key (sender_platform_id, key)
    )`.execute(db);
  await sql`create index idempotency_keys_expires_at on backend.idempotency_keys (expires_at)`.execute(db);

  await createReplayTable(db, 'backend.dpop_proofs');
}
