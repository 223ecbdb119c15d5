export interface ForumSettings {
  /** The sign-in provider, SSO_BASE_URL; accepted tokens have it as `iss`. */
  readonly issuer: string;
  /** Address of the provider's key set. */
  readonly jwksUrl: string;
  /** Required `aud` of tokens: the issuer, so that one agent serves all services, or the forum's own address. */
  readonly audience: string;
  /** The forum's public address, without a trailing slash. */
  readonly baseUrl: string;
}
