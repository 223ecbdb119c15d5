import type { PlatformScope } from '../../protocol/token-scope.ts';

/** Where the tokens of an application reach: its own backend only, or the platform's services too. */
export type Reach = 'sign-in' | 'platform';

/** A service that accepts access tokens (RFC 8707 §2, RFC 9728 §2). */
export interface PlatformResource {
  /** What approvers are shown. */
  readonly name: string;
  /** Value of the parameter `resource`, and `resource` in the service's metadata. */
  readonly uri: string;
  /** Scopes of the service; none for a service of others, which takes only tokens that were approved for it. */
  readonly scopes: readonly PlatformScope[];
  /** Whether the service accepts the issuer as audience, which tokens of the reach `platform` have. */
  readonly acceptsIssuer: boolean;
}
