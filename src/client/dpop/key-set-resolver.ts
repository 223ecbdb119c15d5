import { createKeySetCache, type KeySetCacheOptions } from '../../protocol/key-set-cache.ts';
import type { KeyResolver } from '../../protocol/signed-jwt.ts';

/**
 * Finds the provider's keys in its key set: cached for as long as its Cache-Control says (24 hours when it says
 * nothing), so that a withdrawn key is refused soon; fetched again for an unknown kid (at most every 10 seconds), and used
 * for a day beyond its time while the provider cannot be reached.
 *
 * @param options url of the key set: `<provider>/oauth/jwks`
 */
export function createKeySetResolver(
  options: Pick<KeySetCacheOptions, 'url'> & Partial<Omit<KeySetCacheOptions, 'url'>>,
): KeyResolver {
  const { fetch = (input, init) => globalThis.fetch(input, init), now = Date.now } = options;
  return createKeySetCache({ ...options, fetch, now }).key;
}
