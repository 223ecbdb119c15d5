import { type Kysely, sql } from 'kysely';

export const name = '0002-contradictions';

export async function up(db: Kysely<unknown>): Promise<void> {
  // The default is for pending invoices of version 0.1 and for its processes, which may run until the upgrade is complete.
  await sql`
    alter table backend.payment_intents
      add column expires_at timestamptz not null default now() + interval '24 hours',
      add column quantity integer,
      add constraint payment_intents_quantity check (quantity > 0)`.execute(db);
  await sql`
    create index payment_intents_pending on backend.payment_intents (sender_platform_id, expires_at)
    where status = 'pending'`.execute(db);
  await sql`
    create index payment_intents_expires_at on backend.payment_intents (expires_at) where status = 'pending'`.execute(
    db,
  );
  // Deleting an intent checks that no key references it.
  await sql`create index idempotency_keys_intent on backend.idempotency_keys (intent_id)`.execute(db);

  await sql`
    alter table backend.transactions
      add column unique_hash boolean not null default true,
      drop constraint transactions_status,
      add constraint transactions_status check (status in ('paid', 'failed', 'refunded'))`.execute(db);
  // One result per invoice, and one refund beside it.
  await sql`
    create unique index transactions_invoice_kind on backend.transactions (invoice, (status = 'refunded'))`.execute(db);
  await sql`alter table backend.transactions drop constraint transactions_invoice`.execute(db);
  await sql`alter index backend.transactions_invoice_kind rename to transactions_invoice`.execute(db);
  await sql`
    update backend.transactions set unique_hash = false where id in (
      select id from (
        select id, row_number() over (partition by tx_hash order by created_at, id) as place
        from backend.transactions where status = 'paid' and test is null and tx_hash is not null
      ) as paid where place > 1
    )`.execute(db);
  await sql`
    create unique index transactions_tx_hash on backend.transactions (tx_hash)
    where status = 'paid' and test is null and unique_hash`.execute(db);

  await sql`
    create table backend.contradictions (
      id uuid primary key,
      invoice text not null,
      tx_hash text,
      cause text not null,
      payload_hash text not null,
      payload json not null,
      state text not null default 'open',
      resolution text,
      reason text,
      resolved_by text,
      created_at timestamptz not null,
      resolved_at timestamptz,
      constraint contradictions_payload unique (invoice, payload_hash),
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

  await sql`
    create table backend.audit_events (
      id uuid primary key,
      at timestamptz not null,
      event text not null,
      request_id text not null,
      ip text not null,
      administrator text not null,
      administrator_id uuid,
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

  // Version 0.1 stored late webhooks, which nothing showed. Its processes may still do so until the upgrade is complete.
  await sql`
    create function backend.copy_late_webhook() returns trigger language plpgsql as $$
    begin
      insert into backend.contradictions (id, invoice, tx_hash, cause, payload_hash, payload, created_at)
      values (new.id, new.invoice, new.payload ->> 'txHash',
        case new.status when 'finalized' then 'finalized_after_failed' else 'failed_after_finalized' end,
        new.payload_hash, new.payload, new.received_at)
      on conflict (invoice, payload_hash) do nothing;
      return new;
    end $$`.execute(db);
  await sql`
    create trigger late_webhooks_copied after insert on backend.late_webhooks
    for each row execute function backend.copy_late_webhook()`.execute(db);
  await sql`
    insert into backend.contradictions (id, invoice, tx_hash, cause, payload_hash, payload, created_at)
    select id, invoice, payload ->> 'txHash',
      case status when 'finalized' then 'finalized_after_failed' else 'failed_after_finalized' end,
      payload_hash, payload, received_at
    from backend.late_webhooks`.execute(db);
}
