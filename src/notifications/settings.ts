/** Settings of the notification service. */
export interface NotificationsSettings {
  /** The sign-in provider, SSO_BASE_URL: `iss` of accepted access tokens, and part of their `aud`. */
  readonly issuer: string;
  /** URL of the provider's key set. */
  readonly jwksUrl: string;
  /** Provider addresses of applications whose tokens may call portal and host operations; `*` allows all. */
  readonly portalClients: readonly string[];
  /** Origins whose pages may call portal and host from a browser. */
  readonly allowedOrigins: readonly string[];
  /** Non-public networks (CIDR) that webhooks and pushes may be sent to: WEBHOOK_ALLOW_TARGETS. */
  readonly webhookAllowTargets: readonly string[];
  /** Address of NATS, which carries events between processes: NATS_URL; undefined: PostgreSQL does. */
  readonly natsUrl?: string | undefined;
  /** Contact for push services: a mailto: or https: address (RFC 8292 §2.1). */
  readonly pushContact: string;
  /** Server of APNs instead of Apple's; for tests. */
  readonly apnsEndpoint?: string | undefined;
  /** Server of FCM and of its tokens instead of Google's; for tests. */
  readonly fcmEndpoint?: string | undefined;
}
