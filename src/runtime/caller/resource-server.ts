import { createPublicDocument } from '../http/encoded-content.ts';
import { AsyncLocalStorage } from 'node:async_hooks';
import { createKeySetCache } from '../../protocol/key-set-cache.ts';
import type { KeyResolver } from '../../protocol/signed-jwt.ts';
import { createStatusLists, type StatusLists } from '../../protocol/status-lists.ts';
import { createVerifiedTokenCache, type VerifiedTokenCache } from '../../protocol/access-token.ts';

/** Address of a service's metadata as a resource; challenges name it (RFC 9728 §5.1). */
export const resourceMetadataUrl = (baseUrl: string): string => `${baseUrl}/.well-known/oauth-protected-resource`;

/**
 * Creates the document of which tokens a service accepts (RFC 9728 §3).
 *
 * @param resource the service's name as a resource (RFC 8707)
 * @param issuer the provider of its tokens
 * @param bearer whether tokens that are bound to no key are accepted too
 */
export const createResourceMetadata = ({
  title,
  baseUrl,
  resource = baseUrl,
  issuer,
  scopes,
  bearer,
}: {
  readonly title: string;
  readonly baseUrl: string;
  readonly resource?: string;
  readonly issuer: string;
  readonly scopes: readonly string[];
  readonly bearer: boolean;
}) =>
  createPublicDocument({
    resource,
    authorization_servers: [issuer],
    scopes_supported: scopes,
    bearer_methods_supported: bearer ? ['header'] : [],
    dpop_signing_alg_values_supported: ['EdDSA', 'Ed25519', 'ES256'],
    dpop_bound_access_tokens_required: !bearer,
    resource_name: title,
    resource_documentation: `${baseUrl}/docs`,
  });

/** What a service needs to verify access tokens of the provider. */
export interface TokenVerification {
  readonly keys: KeyResolver;
  readonly tokenCache: VerifiedTokenCache;
  readonly statusLists: StatusLists;
}

/** Milliseconds for which a retired signing key still verifies: an access token's lifetime and the largest clock skew. */
const retiredKeyGrace = (900 + 300) * 1000;

const keySetPath = '/oauth/jwks';

/** Creates the caches of keys, status lists and verified tokens that a service shares between its security schemes. */
export function createTokenVerification({
  issuer,
  jwksUrl,
  fetch,
  now,
}: {
  readonly issuer: string;
  /** Address of the provider's key set; the status lists are read from the same server. */
  readonly jwksUrl: string;
  readonly fetch: typeof globalThis.fetch;
  readonly now: () => Date;
}): TokenVerification {
  const time = () => now().getTime();
  // A list is read again for as long as the process runs: those requests belong to no trace of a caller.
  const outsideRequests = AsyncLocalStorage.snapshot();
  const keySet = createKeySetCache({ url: jwksUrl, fetch, now: time, retiredKeyGrace });
  const baseUrl = jwksUrl.endsWith(keySetPath) ? jwksUrl.slice(0, -keySetPath.length) : issuer;
  return {
    keys: keySet.key,
    tokenCache: createVerifiedTokenCache(),
    statusLists: createStatusLists({
      issuer,
      baseUrl,
      keys: keySet.key,
      fetch,
      now: time,
      schedule: (task, ms) => setTimeout(() => outsideRequests(task), ms).unref(),
    }),
  };
}
