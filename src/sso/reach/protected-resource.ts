import type { PlatformScope } from '../../protocol/token-scope.ts';

/** Where the tokens of an application reach: its own backend only, or the platform's services too. */
export type Reach = 'sign-in' | 'platform';

/** A service that accepts access tokens (RFC 8707 §2, RFC 9728 §2). */
export interface ProtectedResource {
  /** What approvers are shown. */
  readonly name: string;
  /** Value of the parameter `resource`, and `resource` in the service's metadata. */
  readonly uri: string;
  /** Whether the operator of another installation runs it. Its tokens are approved for it alone, without platform scopes. */
  readonly thirdParty: boolean;
  /** Platform scopes of the service. */
  readonly scopes: readonly PlatformScope[];
  /** Whether the service accepts only tokens that are bound to a key (RFC 9728 §2, `dpop_bound_access_tokens_required`). */
  readonly requiresDpop?: boolean;
  /** Whether the service accepts the issuer as audience, which tokens of the reach `platform` have. */
  readonly acceptsIssuer: boolean;
}
