import type { ColumnType } from 'kysely';

/**
 * Tables of the notification service, as `migrations/` makes them. What belongs to an app carries `app_id` in every
 * key, what belongs to a person `session_address`: by these the tables can be spread over machines.
 */
export interface NotificationsDatabase {
  'notifications.apps': AppTable;
  'notifications.api_keys': ApiKeyTable;
  'notifications.consents': ConsentTable;
  'notifications.prompt_budgets': PromptBudgetTable;
  'notifications.notifications': NotificationTable;
  'notifications.idempotency_keys': IdempotencyKeyTable;
  'notifications.outcomes': OutcomeTable;
  'notifications.usage_counts': UsageCountTable;
  'notifications.webhooks': WebhookTable;
  'notifications.deliveries': DeliveryTable;
  'notifications.delivery_attempts': DeliveryAttemptTable;
  'notifications.devices': DeviceTable;
  'notifications.presence': PresenceTable;
  'notifications.push_keys': PushKeyTable;
  'notifications.dpop_proofs': ProofTable;
  'notifications.audit_events': AuditEventTable;
}

type Moment = ColumnType<Date, Date, Date>;
type OptionalMoment = ColumnType<Date | null, Date | null | undefined, Date | null>;
/** JSON is written as text, because drivers disagree about arrays. */
type Json<T> = ColumnType<T, string, string>;

export interface AppTable {
  id: string;
  /** The developer; null for the app that a fresh installation starts with, which nobody owns. */
  owner_sub: string | null;
  name: string;
  created_at: Moment;
}

export interface ApiKeyTable {
  app_id: string;
  id: string;
  /** SHA-256 of the key, base64url. */
  key_hash: string;
  prefix: string;
  created_at: Moment;
  /** When a newer key ends this one. */
  expires_at: OptionalMoment;
  revoked_at: OptionalMoment;
  last_used_at: OptionalMoment;
}

export interface ConsentTable {
  app_id: string;
  session_address: string;
  status: 'granted' | 'denied';
  updated_at: Moment;
}

export interface PromptBudgetTable {
  app_id: string;
  session_address: string;
  /** When prompts were shown, Unix milliseconds, oldest first; those of the window. */
  shown: Json<number[]>;
  last_shown_at: Moment;
}

/** `queued`: not yet looked at; `offered`: handed to a device, waiting for its receipt; `settled`: has its outcome. */
export type NotificationState = 'queued' | 'offered' | 'settled';

export interface NotificationTable {
  app_id: string;
  id: string;
  session_address: string;
  test: boolean;
  /** SHA-256 of the text, base64url; what duplicates are found by. */
  body_hash: string;
  /** Until the outcome is known; afterwards the text is not kept. */
  body: string | null;
  start_param: string | null;
  accepted_at: Moment;
  state: NotificationState;
  outcome: string | null;
  /** When it is looked at next; while leased, when the lease ends. */
  due_at: OptionalMoment;
  leased_by: string | null;
  tries: number;
  /** Of the request that sent it. */
  traceparent: string | null;
}

export interface IdempotencyKeyTable {
  app_id: string;
  key: string;
  /** SHA-256 of the canonical payload, base64url. */
  payload_hash: string;
  notification_id: string;
  expires_at: Moment;
}

export interface OutcomeTable {
  app_id: string;
  notification_id: string;
  status: string;
  recorded_at: Moment;
}

/** Counts per day, spread over a few rows so that the sends of one app do not queue for one row. */
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
  /** The seed of RFC 8032 §5.1.5, 32 bytes, sealed under the master key. */
  sealed_private_key: string;
  created_at: Moment;
  paused_at: OptionalMoment;
  /** First failure since the last success, or since a day without any attempt. */
  failing_since: OptionalMoment;
  /** The last failure, to the hour. */
  failed_at: OptionalMoment;
}

export type DeliveryState = 'pending' | 'delivered' | 'dropped';

/** The outbox: one webhook event, from its outcome until it is settled. */
export interface DeliveryTable {
  app_id: string;
  id: string;
  notification_id: string;
  status: string;
  session_address: string;
  test: boolean;
  state: DeliveryState;
  created_at: Moment;
  /** When it is tried next; while leased, when the lease ends; null when it waits for something else or is settled. */
  due_at: OptionalMoment;
  leased_by: string | null;
  leased_at: OptionalMoment;
  /** Attempts since the event, or since the last redelivery. */
  attempts: number;
  /** Attempts ever; numbers the log. */
  logged: number;
  /** Of the request that the event came of. */
  traceparent: string | null;
}

export interface DeliveryAttemptTable {
  app_id: string;
  delivery_id: string;
  number: number;
  started_at: Moment;
  status: number | null;
  latency_ms: number;
  answer: string | null;
  error: string | null;
}

/** What `PushSubscription.toJSON()` gives in a browser. */
export interface PushSubscription {
  readonly endpoint: string;
  readonly keys: { readonly p256dh: string; readonly auth: string };
}

export interface DeviceTable {
  session_address: string;
  id: string;
  transport: 'web-push' | 'stream';
  /** SHA-256 of the endpoint, base64url; null for streams. */
  endpoint_hash: string | null;
  /** Sealed under the master key: whoever has it can push to the browser. */
  sealed_subscription: string | null;
  created_at: Moment;
  /** When the stream was last seen open, or the device was registered. */
  seen_at: Moment;
  /** The connection that holds the stream; a newer one takes it over. */
  connection: string | null;
}

export interface PresenceTable {
  session_address: string;
  app_id: string;
  expires_at: Moment;
}

/** The VAPID key pair of the service (RFC 8292); one row. */
export interface PushKeyTable {
  id: string;
  /** Uncompressed P-256 point, base64url. */
  public_key: string;
  sealed_private_key: string;
  created_at: Moment;
}

export interface ProofTable {
  jkt: string;
  jti_hash: string;
  expires_at: Moment;
}

/** Append-only record of what developers did. */
export interface AuditEventTable {
  app_id: string;
  id: string;
  at: Moment;
  event: string;
  request_id: string;
  actor_sub: string;
  client_address: string;
  ip: string;
  details: Json<Record<string, string>>;
}
