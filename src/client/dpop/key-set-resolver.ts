import { createKeySetCache, type KeySetCacheOptions } from '../../protocol/key-set-cache.ts';
import type { KeyResolver } from '../../protocol/signed-jwt.ts';

/**
 * Creates a resolver that finds the provider's keys in its key set. Caches the key set as its Cache-Control says (24 hours
 * without one), fetches it again for an unknown kid (at most every 10 seconds), and uses a stale one for a day while the
 * provider is unreachable.
 *
 * @param options `url` of the key set: `<provider>/oauth/jwks`
 */
export function createKeySetResolver(
  options: Pick<KeySetCacheOptions, 'url'> & Partial<Omit<KeySetCacheOptions, 'url'>>,
): KeyResolver {
  const { fetch = (input, init) => globalThis.fetch(input, init), now = Date.now } = options;
  return createKeySetCache({ ...options, fetch, now }).key;
}
