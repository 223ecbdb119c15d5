import { AsyncLocalStorage } from 'node:async_hooks';
import { createKeySetCache } from '../../protocol/key-set-cache.ts';
import type { KeyResolver } from '../../protocol/signed-jwt.ts';
import { createStatusLists, type StatusLists } from '../../protocol/status-lists.ts';
import { createVerifiedTokenCache, type VerifiedTokenCache } from '../../protocol/access-token.ts';

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
