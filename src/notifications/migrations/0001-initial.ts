import { type Kysely, sql } from 'kysely';
import { createReplayTable } from '../../runtime/replay-store.ts';

export const name = '0001-initial';

export async function up(db: Kysely<unknown>): Promise<void> {
  await createApps(db);
  await createSends(db);
  await createWebhooks(db);
  await createHost(db);
  await createReplayTable(db, 'notifications.dpop_proofs');
}

async function createApps(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table notifications.apps (
      id uuid primary key,
      owner_sub text,
      name text not null,
      created_at timestamptz not null
    )`.execute(db);
  await sql`create index apps_owner on notifications.apps (owner_sub, id)`.execute(db);

  await sql`
    create table notifications.api_keys (
      app_id uuid not null references notifications.apps,
      id uuid not null,
      key_hash text not null,
      prefix text not null,
      created_at timestamptz not null,
      expires_at timestamptz,
      revoked_at timestamptz,
      last_used_at timestamptz,
      primary key (app_id, id)
    )`.execute(db);
  // Lookup without an app: a send is identified by its key alone.
  await sql`create unique index api_keys_hash on notifications.api_keys (key_hash)`.execute(db);
  await sql`create index api_keys_ended on notifications.api_keys (coalesce(revoked_at, expires_at))`.execute(db);

  await sql`
    create table notifications.consents (
      app_id uuid not null references notifications.apps,
      session_address text not null,
      status text not null check (status in ('granted', 'denied')),
      updated_at timestamptz not null,
      primary key (app_id, session_address)
    )`.execute(db);
  await sql`create index consents_person on notifications.consents (session_address, updated_at, app_id)`.execute(db);

  await sql`
    create table notifications.prompt_budgets (
      app_id uuid not null references notifications.apps,
      session_address text not null,
      shown jsonb not null,
      last_shown_at timestamptz not null,
      primary key (app_id, session_address)
    )`.execute(db);
  await sql`create index prompt_budgets_last_shown_at on notifications.prompt_budgets (last_shown_at)`.execute(db);
}

async function createSends(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table notifications.notifications (
      app_id uuid not null,
      id text not null,
      session_address text not null,
      test boolean not null,
      body_hash text not null,
      body text,
      start_param text,
      accepted_at timestamptz not null,
      state text not null check (state in ('queued', 'offered', 'settled')),
      outcome text,
      due_at timestamptz,
      leased_by uuid,
      tries integer not null default 0,
      primary key (app_id, id),
      check ((state = 'settled') = (outcome is not null)),
      check (state <> 'settled' or (due_at is null and body is null and start_param is null))
    )`.execute(db);
  // Rate and duplicate checks of one app and recipient.
  await sql`
    create index notifications_pair on notifications.notifications (app_id, session_address, accepted_at)
    where not test`.execute(db);
  // Receipts name the person and the id; open streams read the person's offered pushes.
  await sql`create index notifications_person on notifications.notifications (session_address, id)`.execute(db);
  await sql`create index notifications_due on notifications.notifications (due_at) where due_at is not null`.execute(
    db,
  );
  await sql`create index notifications_accepted_at on notifications.notifications (accepted_at)`.execute(db);

  await sql`
    create table notifications.idempotency_keys (
      app_id uuid not null,
      key text not null,
      payload_hash text not null,
      notification_id text not null,
      expires_at timestamptz not null,
      primary key (app_id, key)
    )`.execute(db);
  await sql`create index idempotency_keys_expires_at on notifications.idempotency_keys (expires_at)`.execute(db);

  // Each status of a notification is recorded at most once.
  await sql`
    create table notifications.outcomes (
      app_id uuid not null,
      notification_id text not null,
      status text not null,
      recorded_at timestamptz not null,
      primary key (app_id, notification_id, status)
    )`.execute(db);
  await sql`create index outcomes_recorded_at on notifications.outcomes (recorded_at)`.execute(db);

  await sql`
    create table notifications.usage_counts (
      app_id uuid not null,
      day text not null check (day ~ '^[0-9]{4}-[0-9]{2}-[0-9]{2}$'),
      status text not null,
      slot smallint not null,
      count bigint not null,
      primary key (app_id, day, status, slot)
    )`.execute(db);
  await sql`create index usage_counts_day on notifications.usage_counts (day)`.execute(db);
}

async function createWebhooks(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table notifications.webhooks (
      app_id uuid primary key references notifications.apps,
      url text not null,
      public_key text not null check (public_key ~ '^[0-9a-f]{64}$'),
      sealed_private_key text not null,
      created_at timestamptz not null,
      paused_at timestamptz,
      failing_since timestamptz
    )`.execute(db);

  await sql`
    create table notifications.deliveries (
      app_id uuid not null,
      id uuid not null,
      notification_id text not null,
      status text not null,
      session_address text not null,
      test boolean not null,
      state text not null check (state in ('pending', 'delivered', 'dropped')),
      created_at timestamptz not null,
      due_at timestamptz,
      leased_by uuid,
      leased_at timestamptz,
      attempts integer not null default 0,
      logged integer not null default 0,
      primary key (app_id, id),
      unique (app_id, notification_id, status),
      check (state = 'pending' or (due_at is null and leased_by is null))
    )`.execute(db);
  // Workers claim due deliveries app by app.
  await sql`create index deliveries_due on notifications.deliveries (app_id, due_at) where due_at is not null`.execute(
    db,
  );
  await sql`create index deliveries_waiting on notifications.deliveries (app_id) where state = 'pending'`.execute(db);
  await sql`create index deliveries_state on notifications.deliveries (app_id, state, id)`.execute(db);
  await sql`create index deliveries_created_at on notifications.deliveries (created_at)`.execute(db);

  await sql`
    create table notifications.delivery_attempts (
      app_id uuid not null,
      delivery_id uuid not null,
      number integer not null,
      started_at timestamptz not null,
      status integer,
      latency_ms integer not null,
      answer text,
      error text,
      primary key (app_id, delivery_id, number),
      foreign key (app_id, delivery_id) references notifications.deliveries on delete cascade
    )`.execute(db);
}

async function createHost(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table notifications.devices (
      session_address text not null,
      id uuid not null,
      transport text not null check (transport in ('web-push', 'stream')),
      endpoint_hash text,
      sealed_subscription text,
      created_at timestamptz not null,
      seen_at timestamptz not null,
      connection uuid,
      primary key (session_address, id),
      check ((transport = 'web-push') = (endpoint_hash is not null and sealed_subscription is not null))
    )`.execute(db);
  await sql`
    create unique index devices_endpoint on notifications.devices (session_address, endpoint_hash)
    where endpoint_hash is not null`.execute(db);
  await sql`create index devices_endpoint_anywhere on notifications.devices (endpoint_hash)`.execute(db);

  await sql`
    create table notifications.presence (
      session_address text primary key,
      app_id uuid not null references notifications.apps,
      expires_at timestamptz not null
    )`.execute(db);
  await sql`create index presence_expires_at on notifications.presence (expires_at)`.execute(db);

  await sql`
    create table notifications.push_keys (
      id text primary key,
      public_key text not null,
      sealed_private_key text not null,
      created_at timestamptz not null
    )`.execute(db);
}
