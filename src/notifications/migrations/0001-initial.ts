import { type Kysely, sql } from 'kysely';
import { createAudit } from './0001-initial/audit.ts';
import { createWebhooks } from './0001-initial/webhooks.ts';
import { createReplayTable } from '../../runtime/caller/replay-store.ts';

export const name = '0001-initial';

export async function up(db: Kysely<unknown>): Promise<void> {
  await createApps(db);
  await createConsents(db);
  await createSends(db);
  await createWebhooks(db);
  await createDevices(db);
  await createAudit(db);
  await createReplayTable(db, 'notifications.dpop_proofs');
}

async function createApps(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table notifications.apps (
      id uuid primary key,
      -- The first owner, a developer; null for the platform's own app. Further members are in app_members.
      owner_sub text,
      name text not null,
      -- data: URL of an image.
      icon text,
      created_at timestamptz not null,
      -- Set when it is deleted; the rows of the app follow 30 days later.
      deleted_at timestamptz
    )`.execute(db);
  await sql`create index apps_owner on notifications.apps (owner_sub, id)`.execute(db);
  await sql`
    -- Number of apps that a person is the first owner of, deleted ones included until their rows are erased. The row is
    -- the lock of those who create one.
    create table notifications.app_owners (
      owner_sub text primary key,
      apps integer not null
    )`.execute(db);
  await sql`create index apps_deleted_at on notifications.apps (deleted_at) where deleted_at is not null`.execute(db);
  // The platform's own app, which people allow as every other. It has no owner, no key and no webhook.
  await sql`
    insert into notifications.apps (id, owner_sub, name, created_at)
    values ('00000000-0000-4000-8000-000000000001', null, 'Platform', now())`.execute(db);

  await sql`
    create table notifications.app_members (
      app_id uuid not null references notifications.apps,
      sub text not null,
      role text not null check (role in ('owner', 'developer')),
      added_at timestamptz not null,
      primary key (app_id, sub)
    )`.execute(db);
  await sql`create index app_members_sub on notifications.app_members (sub, app_id)`.execute(db);

  await sql`
    create table notifications.api_keys (
      app_id uuid not null references notifications.apps,
      id uuid not null,
      -- SHA-256 of the key, base64url.
      key_hash text not null,
      prefix text not null,
      -- Empty for none.
      label text not null default '',
      can_send boolean not null default true,
      can_read boolean not null default true,
      -- Whether every send is a test send.
      test boolean not null default false,
      created_at timestamptz not null,
      -- Set when a newer key is created, and when the maker leaves.
      expires_at timestamptz,
      revoked_at timestamptz,
      last_used_at timestamptz,
      -- Session address of the member who made or adopted it; null for keys of before, and after an erasure.
      created_by text,
      maker_left_at timestamptz,
      primary key (app_id, id)
    )`.execute(db);
  // A send is identified by its key alone: whose it is never changes.
  await sql`
    -- Which app an API key belongs to.
    create table notifications.api_key_apps (
      key_hash text primary key,
      app_id uuid not null
    )`.execute(db);
  await sql`create unique index api_keys_hash on notifications.api_keys (key_hash)`.execute(db);
  await sql`create index api_keys_ended on notifications.api_keys (coalesce(revoked_at, expires_at))`.execute(db);
  await sql`
    create index api_keys_created_by on notifications.api_keys (created_by)
    where created_by is not null`.execute(db);

  await sql`
    -- The newest event of an app that each member has seen.
    create table notifications.activity_seen (
      app_id uuid not null references notifications.apps,
      sub text not null,
      event_id uuid not null,
      primary key (app_id, sub)
    )`.execute(db);
  await sql`create index activity_seen_sub on notifications.activity_seen (sub)`.execute(db);

  await sql`
    -- How members are called for each other.
    create table notifications.member_names (
      app_id uuid not null references notifications.apps,
      sub text not null,
      name text not null,
      primary key (app_id, sub)
    )`.execute(db);
  await sql`create index member_names_sub on notifications.member_names (sub)`.execute(db);
}

async function createConsents(db: Kysely<unknown>): Promise<void> {
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
    -- The apps that a person has decided about: what is looked for by person is looked for in these.
    create table notifications.recipient_apps (
      session_address text not null,
      app_id uuid not null,
      primary key (session_address, app_id)
    )`.execute(db);

  await sql`
    create table notifications.prompt_budgets (
      app_id uuid not null references notifications.apps,
      session_address text not null,
      -- Times of the prompts within the window, Unix milliseconds, oldest first.
      shown jsonb not null,
      last_shown_at timestamptz not null,
      primary key (app_id, session_address)
    )`.execute(db);
  await sql`create index prompt_budgets_last_shown_at on notifications.prompt_budgets (last_shown_at)`.execute(db);
  // Erases a person.
  await sql`create index prompt_budgets_person on notifications.prompt_budgets (session_address)`.execute(db);
}

async function createSends(db: Kysely<unknown>): Promise<void> {
  // The trace context of the request is for the workers that continue it.
  await sql`
    create table notifications.notifications (
      app_id uuid not null,
      id text not null,
      session_address text not null,
      test boolean not null,
      -- SHA-256 of the body, base64url; finds duplicates.
      body_hash text not null,
      -- Null once the outcome is recorded.
      body text,
      start_param text,
      accepted_at timestamptz not null,
      state text not null check (state in ('queued', 'offered', 'settled')),
      outcome text,
      -- Time of the next check; null when settled.
      due_at timestamptz,
      leased_by uuid,
      -- End of the lease, if there is one.
      leased_until timestamptz,
      tries integer not null default 0,
      -- Devices that need no further handover: when the time for their receipt ends, Unix milliseconds, by device id.
      handovers jsonb not null default '{}',
      -- W3C trace context of the request that sent it.
      traceparent text,
      primary key (app_id, id),
      check ((state = 'settled') = (outcome is not null)),
      check (state <> 'settled' or (due_at is null and body is null and start_param is null))
    )`.execute(db);
  // Rate and duplicate checks of one app and recipient.
  await sql`
    create index notifications_pair on notifications.notifications (app_id, session_address, accepted_at)
    where not test`.execute(db);
  // Receipts name the person and the id.
  await sql`
    create index notifications_person on notifications.notifications (session_address, id) where not test`.execute(db);
  // Erases a person.
  await sql`
    create index notifications_person_test on notifications.notifications (session_address) where test`.execute(db);
  // Open streams read the pushes that wait for them, and no row of any other kind.
  await sql`
    create index notifications_offered on notifications.notifications (session_address, accepted_at, id)
    where state = 'offered'`.execute(db);
  // A worker finds by due time alone what is due, whatever is scheduled for later, and claims app by app.
  await sql`
    create index notifications_due_at on notifications.notifications (due_at, app_id)
    where due_at is not null`.execute(db);
  await sql`
    create index notifications_due on notifications.notifications (app_id, due_at)
    where due_at is not null`.execute(db);
  // Lists of an app's sends.
  await sql`create index notifications_sent on notifications.notifications (app_id, accepted_at, id)`.execute(db);
  await sql`
    create index notifications_sent_test on notifications.notifications (app_id, accepted_at, id)
    where test`.execute(db);
  await sql`create index notifications_accepted_at on notifications.notifications (accepted_at)`.execute(db);

  await sql`
    create table notifications.idempotency_keys (
      app_id uuid not null,
      key text not null,
      -- SHA-256 of the canonical payload, base64url.
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
  // Lists an app's events in the order in which they were recorded.
  await sql`create index outcomes_events on notifications.outcomes (app_id, recorded_at)`.execute(db);

  await sql`
    -- Counts per day, in several rows so that concurrent sends of one app do not wait for one row lock.
    create table notifications.usage_counts (
      app_id uuid not null,
      -- UTC day, YYYY-MM-DD.
      day text not null check (day ~ '^[0-9]{4}-[0-9]{2}-[0-9]{2}$'),
      status text not null,
      slot smallint not null,
      count bigint not null,
      primary key (app_id, day, status, slot)
    )`.execute(db);
  await sql`create index usage_counts_day on notifications.usage_counts (day)`.execute(db);
}

async function createDevices(db: Kysely<unknown>): Promise<void> {
  await sql`
    -- VAPID key pairs of the service (RFC 8292): the current one, and those that devices still use.
    create table notifications.push_keys (
      id text primary key,
      -- Uncompressed P-256 point, base64url.
      public_key text not null,
      sealed_private_key text not null,
      created_at timestamptz not null,
      -- Null for the current one.
      replaced_at timestamptz
    )`.execute(db);
  await sql`
    create unique index push_keys_current on notifications.push_keys ((replaced_at is null))
    where replaced_at is null`.execute(db);

  await sql`
    -- Credentials of the service at Apple and Google.
    create table notifications.push_credentials (
      transport text primary key check (transport in ('apns', 'fcm')),
      -- JSON, encrypted under the master key.
      sealed_credentials text not null,
      updated_at timestamptz not null
    )`.execute(db);

  // A day changes rarely, so that heartbeats update no index.
  await sql`
    create table notifications.devices (
      session_address text not null,
      id uuid not null,
      transport text not null check (transport in ('web-push', 'stream', 'apns', 'fcm')),
      -- SHA-256 of the endpoint or token, base64url; null for streams.
      endpoint_hash text,
      -- Subscription or token, encrypted under the master key, because it is a credential to push to the device.
      sealed_subscription text,
      -- VAPID key that the browser subscribed with; null for streams, and for the first key of the installation.
      push_key_id text references notifications.push_keys,
      created_at timestamptz not null,
      -- Last heartbeat of the stream, or the registration.
      seen_at timestamptz not null,
      seen_day date not null generated always as ((seen_at at time zone 'UTC')::date) stored,
      -- Id of the stream's current connection.
      connection uuid,
      -- Whether pushes of the platform's own app alone reach it.
      platform_only boolean not null default false,
      primary key (session_address, id),
      check ((transport <> 'stream') = (endpoint_hash is not null and sealed_subscription is not null))
    )`.execute(db);
  await sql`
    create unique index devices_endpoint on notifications.devices (session_address, endpoint_hash)
    where endpoint_hash is not null`.execute(db);
  await sql`create index devices_endpoint_anywhere on notifications.devices (endpoint_hash)`.execute(db);
  await sql`create index devices_push_key on notifications.devices (push_key_id, transport)`.execute(db);
  await sql`create index devices_seen_day on notifications.devices (seen_day)`.execute(db);

  await sql`
    create table notifications.presence (
      session_address text not null,
      -- Empty for a report without a device.
      device_id text not null default '',
      app_id uuid not null references notifications.apps,
      expires_at timestamptz not null,
      primary key (session_address, device_id)
    )`.execute(db);
  await sql`create index presence_expires_at on notifications.presence (expires_at)`.execute(db);
}
