// Written by `npm run generate` from the migrations. Do not edit.

import type { ColumnType, Generated, GeneratedAlways } from 'kysely';

/** Tables of the schema `notifications`, as its migrations create them. */
export interface NotificationsTables {
  'notifications.apps': {
    id: string;
    /** The first owner, a developer; null for the platform's own app. Further members are in app_members. */
    owner_sub: string | null;
    name: string;
    /** data: URL of an image. */
    icon: string | null;
    created_at: Date;
    /** Set when it is deleted; the rows of the app follow 30 days later. */
    deleted_at: Date | null;
  };
  /** Number of apps that a person is the first owner of, deleted ones included until their rows are erased. The row is
   * the lock of those who create one. */
  'notifications.app_owners': {
    owner_sub: string;
    apps: number;
  };
  'notifications.app_members': {
    app_id: string;
    sub: string;
    role: 'owner' | 'developer';
    added_at: Date;
  };
  'notifications.api_keys': {
    app_id: string;
    id: string;
    /** SHA-256 of the key, base64url. */
    key_hash: string;
    prefix: string;
    /** Empty for none. */
    label: Generated<string>;
    can_send: Generated<boolean>;
    can_read: Generated<boolean>;
    /** Whether every send is a test send. */
    test: Generated<boolean>;
    created_at: Date;
    /** Set when a newer key is created, and when the maker leaves. */
    expires_at: Date | null;
    revoked_at: Date | null;
    last_used_at: Date | null;
    /** Session address of the member who made or adopted it; null for keys of before, and after an erasure. */
    created_by: string | null;
    maker_left_at: Date | null;
  };
  /** Which app an API key belongs to. */
  'notifications.api_key_apps': {
    key_hash: string;
    app_id: string;
  };
  /** The newest event of an app that each member has seen. */
  'notifications.activity_seen': {
    app_id: string;
    sub: string;
    event_id: string;
  };
  /** How members are called for each other. */
  'notifications.member_names': {
    app_id: string;
    sub: string;
    name: string;
  };
  'notifications.consents': {
    app_id: string;
    session_address: string;
    status: 'granted' | 'denied';
    updated_at: Date;
  };
  /** The apps that a person has decided about: what is looked for by person is looked for in these. */
  'notifications.recipient_apps': {
    session_address: string;
    app_id: string;
  };
  'notifications.prompt_budgets': {
    app_id: string;
    session_address: string;
    /** Times of the prompts within the window, Unix milliseconds, oldest first. */
    shown: ColumnType<unknown, string, string>;
    last_shown_at: Date;
  };
  'notifications.notifications': {
    app_id: string;
    id: string;
    session_address: string;
    test: boolean;
    /** SHA-256 of the body, base64url; finds duplicates. */
    body_hash: string;
    /** Null once the outcome is recorded. */
    body: string | null;
    start_param: string | null;
    accepted_at: Date;
    state: 'queued' | 'offered' | 'settled';
    outcome: string | null;
    /** Time of the next check; null when settled. */
    due_at: Date | null;
    leased_by: string | null;
    /** End of the lease, if there is one. */
    leased_until: Date | null;
    tries: Generated<number>;
    /** Devices that need no further handover: when the time for their receipt ends, Unix milliseconds, by device id. */
    handovers: ColumnType<unknown, string | undefined, string>;
    /** W3C trace context of the request that sent it. */
    traceparent: string | null;
  };
  'notifications.idempotency_keys': {
    app_id: string;
    key: string;
    /** SHA-256 of the canonical payload, base64url. */
    payload_hash: string;
    notification_id: string;
    expires_at: Date;
  };
  'notifications.outcomes': {
    app_id: string;
    notification_id: string;
    status: string;
    recorded_at: Date;
  };
  /** Counts per day, in several rows so that concurrent sends of one app do not wait for one row lock. */
  'notifications.usage_counts': {
    app_id: string;
    /** UTC day, YYYY-MM-DD. */
    day: string;
    status: string;
    slot: number;
    count: number;
  };
  'notifications.webhooks': {
    app_id: string;
    url: string;
    /** 32 bytes, lowercase hex. */
    public_key: string;
    /** The seed of RFC 8032 §5.1.5, 32 bytes, encrypted under the master key. */
    sealed_private_key: string;
    /** Announced key pair, which signs from next_key_activates_at on by the clock of the database. */
    next_public_key: string | null;
    sealed_next_private_key: string | null;
    next_key_activates_at: Date | null;
    /** Shared secret of HMAC signatures, encrypted under the master key. */
    sealed_secret: string | null;
    /** Signs beside its successor until previous_secret_ends_at. */
    sealed_previous_secret: string | null;
    previous_secret_ends_at: Date | null;
    created_at: Date;
    paused_at: Date | null;
    /** Start of the current series of failures; a success, or a day without a failure, ends the series. */
    failing_since: Date | null;
    /** Last recorded failure; updated at most once an hour. */
    failed_at: Date | null;
  };
  /** The outbox: one row per webhook event. */
  'notifications.deliveries': {
    app_id: string;
    id: string;
    notification_id: string;
    status: string;
    session_address: string;
    test: boolean;
    state: 'pending' | 'delivered' | 'dropped';
    /** Why and when it was dropped; null for other states. */
    dropped_reason: 'attempts_exhausted' | 'webhook_deleted' | 'webhook_paused' | null;
    dropped_at: Date | null;
    created_at: Date;
    /** Time of the next attempt; null when settled or suspended. */
    due_at: Date | null;
    leased_by: string | null;
    /** Start and end of the lease, if there is one. */
    leased_at: Date | null;
    leased_until: Date | null;
    /** Number of attempts since the event or the last redelivery. */
    attempts: Generated<number>;
    /** Number of logged attempts. */
    logged: Generated<number>;
    /** W3C trace context of the request that caused the event. */
    traceparent: string | null;
  };
  'notifications.delivery_attempts': {
    app_id: string;
    delivery_id: string;
    number: number;
    started_at: Date;
    /** Request of the attempt; null for an expired lease. */
    url: string | null;
    headers: ColumnType<unknown, string | null, string | null>;
    status: number | null;
    latency_ms: number;
    answer: string | null;
    error: string | null;
  };
  /** VAPID key pairs of the service (RFC 8292): the current one, and those that devices still use. */
  'notifications.push_keys': {
    id: string;
    /** Uncompressed P-256 point, base64url. */
    public_key: string;
    sealed_private_key: string;
    created_at: Date;
    /** Null for the current one. */
    replaced_at: Date | null;
  };
  /** Credentials of the service at Apple and Google. */
  'notifications.push_credentials': {
    transport: 'apns' | 'fcm';
    /** JSON, encrypted under the master key. */
    sealed_credentials: string;
    updated_at: Date;
  };
  'notifications.devices': {
    session_address: string;
    id: string;
    transport: 'web-push' | 'stream' | 'apns' | 'fcm';
    /** SHA-256 of the endpoint or token, base64url; null for streams. */
    endpoint_hash: string | null;
    /** Subscription or token, encrypted under the master key, because it is a credential to push to the device. */
    sealed_subscription: string | null;
    /** VAPID key that the browser subscribed with; null for streams, and for the first key of the installation. */
    push_key_id: string | null;
    created_at: Date;
    /** Last heartbeat of the stream, or the registration. */
    seen_at: Date;
    seen_day: GeneratedAlways<string>;
    /** Id of the stream's current connection. */
    connection: string | null;
    /** Whether pushes of the platform's own app alone reach it. */
    platform_only: Generated<boolean>;
  };
  'notifications.presence': {
    session_address: string;
    /** Empty for a report without a device. */
    device_id: Generated<string>;
    app_id: string;
    expires_at: Date;
  };
  /** Append-only log of actions of developers. */
  'notifications.audit_events': {
    app_id: string;
    id: string;
    at: Date;
    event: string;
    request_id: string;
    actor_sub: string;
    client_address: string;
    ip: string;
    details: ColumnType<unknown, string, string>;
  };
  /** Append-only log of actions of administrators. */
  'notifications.administrator_events': {
    id: string;
    at: Date;
    event: string;
    request_id: string;
    ip: string;
    administrator: string;
    /** Null for the bootstrap key. */
    administrator_id: string | null;
    subject: string;
    details: ColumnType<unknown, string, string>;
  };
  'notifications.dpop_proofs': {
    jkt: string;
    jti_hash: string;
    expires_at: Date;
  };
}
