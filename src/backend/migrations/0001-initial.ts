import { type Kysely, sql } from 'kysely';
import { createReplayTable } from '../../runtime/caller/replay-store.ts';

export const name = '0001-initial';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    -- In each table of a person, bucket is that of the person whom the row had first.
    create table backend.users (
      bucket smallint not null,
      id uuid not null,
      platform_id text not null,
      created_at timestamptz not null,
      updated_at timestamptz not null,
      primary key (id, bucket),
      constraint users_platform_id unique (platform_id, bucket),
      constraint users_time check (updated_at >= created_at)
    )`.execute(db);

  await sql`
    -- A payment that a user intends; invoice is its public number.
    create table backend.payment_intents (
      bucket smallint not null,
      id uuid not null,
      invoice text not null,
      sender_platform_id text not null,
      recipient_address text not null,
      -- In the token's smallest unit, 1 to 78 digits.
      amount text not null,
      token text not null,
      network text not null,
      product_id text not null,
      status text not null default 'pending',
      created_at timestamptz not null,
      expires_at timestamptz not null,
      -- Of the product when the invoice was created; null without one.
      quantity integer,
      -- Token of the approval that an agent bought with, and the detail in it by its position; null otherwise.
      approval_jti text,
      approval_detail smallint,
      primary key (id, bucket),
      constraint payment_intents_approval unique (sender_platform_id, approval_jti, approval_detail, bucket),
      constraint payment_intents_approval_whole check ((approval_jti is null) = (approval_detail is null)),
      constraint payment_intents_invoice unique (invoice, bucket),
      constraint payment_intents_bucket check (substr(invoice, 5, 3) = lpad(to_hex(bucket::integer), 3, '0')),
      constraint payment_intents_invoice_form check (invoice ~ '^inv-[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$'),
      constraint payment_intents_amount check (amount ~ '^[0-9]{1,78}$'),
      constraint payment_intents_token check (token in ('USDC', 'PLATFORM')),
      constraint payment_intents_status check (status in ('pending', 'completed', 'failed')),
      constraint payment_intents_quantity check (quantity > 0)
    )`.execute(db);
  await sql`
    create index payment_intents_pending on backend.payment_intents (sender_platform_id, bucket, expires_at)
    where status = 'pending'`.execute(db);
  await sql`
    create index payment_intents_expires_at on backend.payment_intents (expires_at) where status = 'pending'`.execute(
    db,
  );

  // The payload is json and not jsonb: json keeps the signed text unchanged and accepts every JSON number.
  await sql`
    -- The result of a settled intent, and its refund; at most one of each per intent.
    create table backend.transactions (
      bucket smallint not null,
      id uuid not null,
      sender_platform_id text not null,
      recipient_address text not null,
      tx_hash text,
      status text not null,
      amount text not null,
      token text not null,
      network text not null,
      invoice text not null,
      -- The text true for test payments, NULL for real payments.
      test text,
      -- The text of the webhook that settled the intent, unchanged.
      payload json not null,
      created_at timestamptz not null,
      primary key (id, bucket),
      constraint transactions_intent foreign key (invoice, bucket) references backend.payment_intents (invoice, bucket),
      constraint transactions_amount check (amount ~ '^[0-9]{1,78}$'),
      constraint transactions_token check (token in ('USDC', 'PLATFORM')),
      constraint transactions_status check (status in ('paid', 'failed', 'refunded')),
      constraint transactions_test check (test = 'true')
    )`.execute(db);
  await sql`
    create index transactions_sender on backend.transactions (sender_platform_id, bucket, created_at desc, id desc)`.execute(
    db,
  );

  // Prevents paying twice: one result per invoice, and one refund beside it.
  await sql`
    create unique index transactions_invoice on backend.transactions (invoice, (status = 'refunded'), bucket)`.execute(
    db,
  );
  await sql`
    -- Transactions of the chain that paid an invoice.
    create table backend.settled_tx (
      tx_hash text primary key,
      invoice text not null
    )`.execute(db);

  await sql`
    -- Signed webhooks that contradict what is known about their invoice.
    create table backend.contradictions (
      bucket smallint not null,
      id uuid not null,
      -- The number in the payload; not every one belongs to an intent.
      invoice text not null,
      tx_hash text,
      cause text not null,
      -- SHA-256 of the payload, base64url: stores a redelivery once.
      payload_hash text not null,
      payload json not null,
      state text not null default 'open',
      resolution text,
      reason text,
      -- Name of the administrator.
      resolved_by text,
      created_at timestamptz not null,
      resolved_at timestamptz,
      primary key (id, bucket),
      constraint contradictions_payload unique (invoice, payload_hash, bucket),
      constraint contradictions_state check (state in ('open', 'resolved')),
      constraint contradictions_resolution check (resolution in ('settled', 'refused')),
      constraint contradictions_resolved check (
        (state = 'resolved') = (
          resolution is not null and reason is not null and resolved_by is not null and resolved_at is not null
        )
      )
    )`.execute(db);
  await sql`create index contradictions_created_at on backend.contradictions (created_at desc, id desc)`.execute(db);
  await sql`
    create index contradictions_open on backend.contradictions (created_at desc, id desc)
    where state = 'open'`.execute(db);

  // The check is deferred, because the key is written before the intent.
  await sql`
    create table backend.idempotency_keys (
      bucket smallint not null,
      sender_platform_id text not null,
      key text not null,
      -- SHA-256 of the canonical payload (RFC 8785), base64url.
      payload_hash text not null,
      intent_id uuid not null,
      expires_at timestamptz not null,
      primary key (sender_platform_id, key, bucket),
      foreign key (intent_id, bucket) references backend.payment_intents deferrable initially deferred
    )`.execute(db);
  await sql`create index idempotency_keys_expires_at on backend.idempotency_keys (expires_at)`.execute(db);
  // Deleting an intent checks that no key references it.
  await sql`create index idempotency_keys_intent on backend.idempotency_keys (intent_id, bucket)`.execute(db);

  // The id is that of the transaction. There is no foreign key, because a distributed database has no such constraint.
  await sql`
    -- Outbox of the settled hook: one row per transaction, with its id.
    create table backend.settled_events (
      bucket smallint not null,
      id uuid not null,
      state text not null default 'pending',
      created_at timestamptz not null,
      due_at timestamptz,
      leased_by uuid,
      leased_at timestamptz,
      leased_until timestamptz,
      attempts integer not null default 0,
      last_status integer,
      last_error text,
      primary key (id, bucket),
      constraint settled_events_state check (state in ('pending', 'delivered', 'dropped'))
    )`.execute(db);
  await sql`
    create index settled_events_due on backend.settled_events (due_at) where state = 'pending'`.execute(db);
  await sql`
    create index settled_events_created_at on backend.settled_events (created_at) where state <> 'pending'`.execute(db);

  // Derived from the master key, and stored so that the master key can be rotated.
  await sql`
    create table backend.derived_keys (
      purpose text primary key,
      -- 32 bytes, sealed under the master key.
      sealed_key text not null,
      created_at timestamptz not null
    )`.execute(db);

  await sql`
    -- What administrators did; append-only.
    create table backend.audit_events (
      id uuid primary key,
      at timestamptz not null,
      event text not null,
      request_id text not null,
      ip text not null,
      administrator text not null,
      -- Null for the bootstrap key.
      administrator_id uuid,
      -- Contradiction, or pseudonym of a person.
      subject text not null,
      details json not null
    )`.execute(db);
  await sql`
    create function backend.keep_audit_events() returns trigger language plpgsql as $$
    begin
      raise exception 'events on record are never changed or deleted';
    end $$`.execute(db);
  await sql`
    create trigger audit_events_append_only before update or delete on backend.audit_events
    for each row execute function backend.keep_audit_events()`.execute(db);

  await createReplayTable(db, 'backend.dpop_proofs');
}
