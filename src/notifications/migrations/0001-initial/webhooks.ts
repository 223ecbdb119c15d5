import { type Kysely, sql } from 'kysely';

export async function createWebhooks(db: Kysely<unknown>): Promise<void> {
  // failed_at is the last failure, so that two distant failures do not count as a continuous series.
  await sql`
    create table notifications.webhooks (
      app_id uuid primary key references notifications.apps,
      url text not null,
      -- 32 bytes, lowercase hex.
      public_key text not null check (public_key ~ '^[0-9a-f]{64}$'),
      -- The seed of RFC 8032 §5.1.5, 32 bytes, encrypted under the master key.
      sealed_private_key text not null,
      -- Announced key pair, which signs from next_key_activates_at on by the clock of the database.
      next_public_key text check (next_public_key ~ '^[0-9a-f]{64}$'),
      sealed_next_private_key text,
      next_key_activates_at timestamptz,
      -- Shared secret of HMAC signatures, encrypted under the master key.
      sealed_secret text,
      -- Signs beside its successor until previous_secret_ends_at.
      sealed_previous_secret text,
      previous_secret_ends_at timestamptz,
      created_at timestamptz not null,
      paused_at timestamptz,
      -- Start of the current series of failures; a success, or a day without a failure, ends the series.
      failing_since timestamptz,
      -- Last recorded failure; updated at most once an hour.
      failed_at timestamptz,
      check ((next_public_key is null) = (next_key_activates_at is null)
        and (next_public_key is null) = (sealed_next_private_key is null)),
      check ((sealed_previous_secret is null) = (previous_secret_ends_at is null))
    )`.execute(db);
  await sql`create index webhooks_paused_at on notifications.webhooks (paused_at) where paused_at is not null`.execute(
    db,
  );

  await sql`
    -- The outbox: one row per webhook event.
    create table notifications.deliveries (
      app_id uuid not null,
      id uuid not null,
      notification_id text not null,
      status text not null,
      session_address text not null,
      test boolean not null,
      state text not null check (state in ('pending', 'delivered', 'dropped')),
      -- Why and when it was dropped; null for other states.
      dropped_reason text check (dropped_reason in ('attempts_exhausted', 'webhook_deleted', 'webhook_paused')),
      dropped_at timestamptz,
      created_at timestamptz not null,
      -- Time of the next attempt; null when settled or suspended.
      due_at timestamptz,
      leased_by uuid,
      -- Start and end of the lease, if there is one.
      leased_at timestamptz,
      leased_until timestamptz,
      -- Number of attempts since the event or the last redelivery.
      attempts integer not null default 0,
      -- Number of logged attempts.
      logged integer not null default 0,
      -- W3C trace context of the request that caused the event.
      traceparent text,
      primary key (app_id, id),
      unique (app_id, notification_id, status),
      check (state = 'pending' or (due_at is null and leased_by is null))
    ) with (fillfactor = 50)`.execute(db);
  // As for pushes; workers of live events and of test sends each read their own index.
  for (const [queue, condition] of [
    ['live', sql`not test`],
    ['test', sql`test`],
  ] as const) {
    await sql`
      create index ${sql.id(`deliveries_due_at_${queue}`)} on notifications.deliveries (due_at, app_id)
      where due_at is not null and ${condition}`.execute(db);
    await sql`
      create index ${sql.id(`deliveries_due_${queue}`)} on notifications.deliveries (app_id, due_at)
      where due_at is not null and ${condition}`.execute(db);
  }
  await sql`create index deliveries_waiting on notifications.deliveries (app_id) where state = 'pending'`.execute(db);
  await sql`create index deliveries_state on notifications.deliveries (app_id, state, id)`.execute(db);
  await sql`
    create index deliveries_dropped on notifications.deliveries (app_id, created_at, id)
    where state = 'dropped'`.execute(db);
  await sql`create index deliveries_created_at on notifications.deliveries (created_at)`.execute(db);
  // Erases a person.
  await sql`create index deliveries_person on notifications.deliveries (session_address)`.execute(db);

  // URL and headers are those of the request, so that developers can verify its signature.
  await sql`
    create table notifications.delivery_attempts (
      app_id uuid not null,
      delivery_id uuid not null,
      number integer not null,
      started_at timestamptz not null,
      -- Request of the attempt; null for an expired lease.
      url text,
      headers jsonb,
      status integer,
      latency_ms integer not null,
      answer text,
      error text,
      primary key (app_id, delivery_id, number),
      foreign key (app_id, delivery_id) references notifications.deliveries on delete cascade
    )`.execute(db);
}
