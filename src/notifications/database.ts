import type { ColumnType } from 'kysely';
import type { OptionalTimestamp, Timestamp } from '../runtime/database/queries.ts';
import type { components } from '../../generated/notifications/types.ts';

/**
 * Tables of the notification service, as `migrations/` creates them. Keys of an app's rows begin with `app_id`, keys of
 * a person's rows with `session_address`, so that tables can be distributed over machines.
 */
export interface NotificationsDatabase {
  'notifications.apps': AppTable;
  'notifications.app_owners': AppOwnerTable;
  'notifications.api_key_apps': ApiKeyAppTable;
  'notifications.recipient_apps': RecipientAppTable;
  'notifications.app_members': AppMemberTable;
  'notifications.api_keys': ApiKeyTable;
  'notifications.consents': ConsentTable;
  'notifications.prompt_budgets': PromptBudgetTable;
  'notifications.notifications': NotificationTable;
  'notifications.idempotency_keys': NotificationsIdempotencyKeyTable;
  'notifications.outcomes': OutcomeTable;
  'notifications.usage_counts': UsageCountTable;
  'notifications.webhooks': WebhookTable;
  'notifications.deliveries': DeliveryTable;
  'notifications.delivery_attempts': DeliveryAttemptTable;
  'notifications.devices': PushDeviceTable;
  'notifications.presence': PresenceTable;
  'notifications.push_keys': PushKeyTable;
  'notifications.push_credentials': PushCredentialsTable;
  'notifications.dpop_proofs': NotificationsProofTable;
  'notifications.audit_events': NotificationsAuditEventTable;
  'notifications.activity_seen': ActivitySeenTable;
  'notifications.member_names': MemberNameTable;
  'notifications.administrator_events': AdministratorEventTable;
}

/** JSON is written as text, because drivers serialize arrays differently. */
type Json<T> = ColumnType<T, string, string>;

export interface AppTable {
  id: string;
  /** The first owner, a developer; null for the demo app of a fresh installation. Further members are in `app_members`. */
  owner_sub: string | null;
  name: string;
  /** `data:` URL of an image. */
  icon: ColumnType<string | null, string | null | undefined, string | null>;
  created_at: Timestamp;
  /** Set when it is deleted; the rows of the app follow 30 days later. */
  deleted_at: OptionalTimestamp;
}

/** Number of apps that a person is the first owner of, deleted ones included until their rows are erased. */
export interface AppOwnerTable {
  owner_sub: string;
  apps: number;
}

/** Which app an API key belongs to. */
export interface ApiKeyAppTable {
  key_hash: string;
  app_id: string;
}

/** The apps that have a consent of a person, granted or denied. */
export interface RecipientAppTable {
  session_address: string;
  app_id: string;
}

export type MemberRole = 'owner' | 'developer';

export interface AppMemberTable {
  app_id: string;
  sub: string;
  role: MemberRole;
  added_at: Timestamp;
}

export interface ApiKeyTable {
  app_id: string;
  id: string;
  /** SHA-256 of the key, base64url. */
  key_hash: string;
  prefix: string;
  /** Empty for none. */
  label: ColumnType<string, string | undefined, string>;
  can_send: ColumnType<boolean, boolean | undefined, boolean>;
  can_read: ColumnType<boolean, boolean | undefined, boolean>;
  /** Whether every send is a test send. */
  test: ColumnType<boolean, boolean | undefined, boolean>;
  created_at: Timestamp;
  /** Set when a newer key is created, and when the maker leaves. */
  expires_at: OptionalTimestamp;
  revoked_at: OptionalTimestamp;
  last_used_at: OptionalTimestamp;
  /** Session address of the member who made or adopted it; null for keys of before, and after an erasure. */
  created_by: ColumnType<string | null, string | null | undefined, string | null>;
  maker_left_at: OptionalTimestamp;
}

export interface ConsentTable {
  app_id: string;
  session_address: string;
  status: 'granted' | 'denied';
  updated_at: Timestamp;
}

export interface PromptBudgetTable {
  app_id: string;
  session_address: string;
  /** Times of the prompts within the window, Unix milliseconds, oldest first. */
  shown: Json<number[]>;
  last_shown_at: Timestamp;
}

/** `queued`: not handed over yet; `offered`: waits for a receipt; `settled`: has an outcome. */
export type NotificationState = 'queued' | 'offered' | 'settled';

export interface NotificationTable {
  app_id: string;
  id: string;
  session_address: string;
  test: boolean;
  /** SHA-256 of the body, base64url; finds duplicates. */
  body_hash: string;
  /** Null once the outcome is recorded. */
  body: string | null;
  start_param: string | null;
  accepted_at: Timestamp;
  state: NotificationState;
  outcome: string | null;
  /** Time of the next check; null when settled. */
  due_at: OptionalTimestamp;
  leased_by: string | null;
  /** End of the lease, if there is one. */
  leased_until: OptionalTimestamp;
  tries: number;
  /** Devices that need no further handover: when the time for their receipt ends, Unix milliseconds, by device id. */
  handovers: ColumnType<Record<string, number>, string | undefined, string>;
  /** W3C trace context of the request that sent it. */
  traceparent: string | null;
}

export interface NotificationsIdempotencyKeyTable {
  app_id: string;
  key: string;
  /** SHA-256 of the canonical payload, base64url. */
  payload_hash: string;
  notification_id: string;
  expires_at: Timestamp;
}

export interface OutcomeTable {
  app_id: string;
  notification_id: string;
  status: string;
  recorded_at: Timestamp;
}

/** Counts per day, in several rows so that concurrent sends of one app do not wait for one row lock. */
export interface UsageCountTable {
  app_id: string;
  /** UTC day, YYYY-MM-DD. */
  day: string;
  status: string;
  slot: number;
  count: number;
}

export interface WebhookTable {
  app_id: string;
  url: string;
  /** 32 bytes, lowercase hex. */
  public_key: string;
  /** The seed of RFC 8032 §5.1.5, 32 bytes, encrypted under the master key. */
  sealed_private_key: string;
  /** Announced key pair, which signs from `next_key_activates_at` on by the clock of the database. */
  next_public_key: string | null | undefined;
  sealed_next_private_key: string | null | undefined;
  next_key_activates_at: OptionalTimestamp;
  /** Shared secret of HMAC signatures, encrypted under the master key. */
  sealed_secret: string | null | undefined;
  /** Signs beside its successor until `previous_secret_ends_at`. */
  sealed_previous_secret: string | null | undefined;
  previous_secret_ends_at: OptionalTimestamp;
  created_at: Timestamp;
  paused_at: OptionalTimestamp;
  /** Start of the current series of failures; a success, or a day without a failure, ends the series. */
  failing_since: OptionalTimestamp;
  /** Last recorded failure; updated at most once an hour. */
  failed_at: OptionalTimestamp;
}

/** Why a delivery was dropped: 8 failed attempts, its webhook was deleted, or paused for 30 days. */
export type DropReason = 'attempts_exhausted' | 'webhook_deleted' | 'webhook_paused';

export type DeliveryState = 'pending' | 'delivered' | 'dropped';

/** The outbox: one row per webhook event. */
export interface DeliveryTable {
  app_id: string;
  id: string;
  notification_id: string;
  status: string;
  session_address: string;
  test: boolean;
  state: DeliveryState;
  created_at: Timestamp;
  /** Time of the next attempt; null when settled or suspended. */
  due_at: OptionalTimestamp;
  leased_by: string | null;
  /** Start and end of the lease, if there is one. */
  leased_at: OptionalTimestamp;
  leased_until: OptionalTimestamp;
  /** Why and when it was dropped; null for other states. */
  dropped_reason: DropReason | null;
  dropped_at: OptionalTimestamp;
  /** Number of attempts since the event or the last redelivery. */
  attempts: number;
  /** Number of logged attempts. */
  logged: number;
  /** W3C trace context of the request that caused the event. */
  traceparent: string | null;
}

export interface DeliveryAttemptTable {
  app_id: string;
  delivery_id: string;
  number: number;
  started_at: Timestamp;
  status: number | null;
  latency_ms: number;
  answer: string | null;
  error: string | null;
  /** Request of the attempt; null for an expired lease. */
  url: string | null;
  headers: Json<Record<string, string>> | null;
}

/** Result of `PushSubscription.toJSON()` in a browser. */
export interface PushSubscription {
  readonly endpoint: string;
  readonly keys: { readonly p256dh: string; readonly auth: string };
}

export type MobileTransport = components['schemas']['MobileTransport'];
export type DeviceTransport = components['schemas']['DeviceTransport'];

/** Credentials of the service at Apple and Google. */
export interface PushCredentialsTable {
  transport: MobileTransport;
  /** JSON, encrypted under the master key. */
  sealed_credentials: string;
  updated_at: Timestamp;
}

export interface PushDeviceTable {
  session_address: string;
  id: string;
  transport: DeviceTransport;
  /** SHA-256 of the endpoint or token, base64url; null for streams. */
  endpoint_hash: string | null;
  /** Subscription or token, encrypted under the master key, because it is a credential to push to the device. */
  sealed_subscription: string | null;
  created_at: Timestamp;
  /** Last heartbeat of the stream, or the registration. */
  seen_at: Timestamp;
  /** Id of the stream's current connection. */
  connection: string | null;
  /** Whether pushes of the platform's own app alone reach it. */
  platform_only: ColumnType<boolean, boolean | undefined, boolean>;
  /** VAPID key that the browser subscribed with; null for streams, and for the first key of the installation. */
  push_key_id: ColumnType<string | null, string | null | undefined, string | null>;
}

export interface PresenceTable {
  session_address: string;
  /** Empty for a report without a device. */
  device_id: ColumnType<string, string | undefined, string>;
  app_id: string;
  expires_at: Timestamp;
}

/** VAPID key pairs of the service (RFC 8292): the current one, and those that devices still use. */
export interface PushKeyTable {
  id: string;
  /** Uncompressed P-256 point, base64url. */
  public_key: string;
  sealed_private_key: string;
  created_at: Timestamp;
  /** Null for the current one. */
  replaced_at: OptionalTimestamp;
}

export interface NotificationsProofTable {
  jkt: string;
  jti_hash: string;
  expires_at: Timestamp;
}

export type AdministratorEventName = 'person_exported' | 'person_erased' | 'push_credentials_set';

/** Append-only log of actions of administrators. */
export interface AdministratorEventTable {
  id: string;
  at: Timestamp;
  event: AdministratorEventName;
  request_id: string;
  ip: string;
  administrator: string;
  /** Null for the bootstrap key. */
  administrator_id: string | null;
  subject: string;
  details: Json<Record<string, number>>;
}

/** Append-only log of actions of developers. */
export interface NotificationsAuditEventTable {
  app_id: string;
  id: string;
  at: Timestamp;
  event: string;
  request_id: string;
  actor_sub: string;
  client_address: string;
  ip: string;
  details: Json<Record<string, string>>;
}

/** The newest event of an app that a member has seen. */
export interface MemberNameTable {
  app_id: string;
  sub: string;
  name: string;
}

export interface ActivitySeenTable {
  app_id: string;
  sub: string;
  event_id: string;
}
