/** What the composition root decides about the notification service. */
export interface NotificationsSettings {
  /** The sign-in provider: `iss` of the tokens that count in portal and host, SSO_BASE_URL. It is in every token's `aud`. */
  readonly issuer: string;
  /** Where the provider publishes its keys. */
  readonly jwksUrl: string;
  /** Applications, by provider address, whose tokens may act in portal and host; `*` stands for all. */
  readonly portalClients: readonly string[];
  /** Origins whose pages may call portal and host from a browser. */
  readonly allowedOrigins: readonly string[];
  /** Networks in CIDR notation that webhooks and pushes may go to although they are not public: WEBHOOK_ALLOW_TARGETS. */
  readonly webhookAllowTargets: readonly string[];
  /** Whom browsers' push services can turn to: a mailto: or https: address (RFC 8292 §2.1). */
  readonly pushContact: string;
}
