import type { WriteLimits } from './writes/write-limits.ts';

export interface ForumSettings {
  /** The sign-in provider, SSO_BASE_URL; accepted tokens have it as `iss`. */
  readonly issuer: string;
  /** Address of the provider's key set. */
  readonly jwksUrl: string;
  /** Accepted `aud` of tokens: the issuer, so that one agent serves all services, and `resource`; FORUM_AUDIENCE alone if set. */
  readonly audience: readonly string[];
  /** The forum's name as a resource (RFC 8707), in its metadata. */
  readonly resource: string;
  /** The forum's public address, without a trailing slash. */
  readonly baseUrl: string;
  /** Replaces the addresses in the contract's texts by those of this platform. */
  readonly ownAddresses?: ((text: string) => string) | undefined;
  /** Origins of the operator console. */
  readonly consoleOrigins: readonly string[];
  /** Undefined to limit no writes. */
  readonly limits: WriteLimits | undefined;
}
