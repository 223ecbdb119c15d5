import type { CryptoKey } from 'jose';
import { responseText } from './bytes.ts';
import { UnavailableError } from './unavailable-error.ts';
import { isJsonObject } from './json-object.ts';
import { importRs256Jwk, meetsRs256KeyLength } from './rs256.ts';

export interface KeySetCacheOptions {
  /** URL of the key set (RFC 7517). */
  readonly url: string;
  readonly fetch: typeof globalThis.fetch;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** Lifetime of a fetched key set in milliseconds. Default: its Cache-Control max-age, or 24 hours without one. */
  readonly maxAge?: number | undefined;
  /** Minimum time between two fetches for unknown kids in milliseconds. Default 10 seconds. */
  readonly cooldown?: number | undefined;
  /**
   * Milliseconds for which a retired key (`until`) still resolves: the lifetime of what it signed. Default: as long as
   * the provider publishes it, for proofs that outlive their key.
   */
  readonly retiredKeyGrace?: number | undefined;
}

export interface KeySetCache {
  /**
   * Returns the provider's key with this kid, or undefined when the provider does not publish it.
   *
   * @throws UnavailableError when the key is not cached and the key set cannot be fetched
   */
  readonly key: (kid: string) => Promise<CryptoKey | undefined>;
  /**
   * Fetches the key set when none is cached or the cached one is stale.
   *
   * @throws UnavailableError when the key set cannot be fetched and nothing is cached
   */
  readonly load: () => Promise<void>;
}

const day = 24 * 60 * 60 * 1000;
const timeoutMs = 5_000;
const maxBytes = 64 * 1024;

/**
 * Caches the provider's key set. An unknown kid fetches it again, at most once per cooldown. While the provider is
 * unreachable, a stale key set is served for one more day.
 */
export function createKeySetCache({
  url,
  fetch,
  now,
  maxAge,
  cooldown = 10_000,
  retiredKeyGrace,
}: KeySetCacheOptions): KeySetCache {
  let keys: KeySet | undefined;
  let staleAt = 0;
  let triedAt = Number.NEGATIVE_INFINITY;
  let pendingFetch: Promise<void> | undefined;
  /** Error of the last fetch; undefined after a successful one. */
  let failure: unknown;

  const refresh = (): Promise<void> => {
    pendingFetch ??= fetchDocument(url, fetch)
      .then(async ({ document, freshFor = day }) => {
        keys = await parseKeySet(document, keys);
        staleAt = now() + (maxAge ?? freshFor);
        failure = undefined;
      })
      .catch((error: unknown) => {
        failure = error;
        throw error;
      })
      .finally(() => {
        triedAt = now();
        pendingFetch = undefined;
      });
    return pendingFetch;
  };

  const refreshWhen = async (needed: boolean, servable: boolean): Promise<void> => {
    const mayTry = pendingFetch !== undefined || now() - triedAt >= cooldown;
    if (!needed || !(mayTry || keys === undefined)) return;
    // A caller with a cached key does not wait for a provider that failed to respond.
    const waits = failure === undefined || !servable;
    const refreshed = refresh().catch((error: unknown) => {
      if (keys === undefined && waits) throw new UnavailableError('key_set', error);
    });
    if (waits) await refreshed;
  };
  const isStale = (): boolean => {
    if (now() >= staleAt + day) keys = undefined;
    return keys === undefined || now() >= staleAt;
  };

  return {
    key: async (kid) => {
      const [stale, known] = [isStale(), keys?.has(kid) === true];
      await refreshWhen(stale || !known, known);
      const found = keys?.get(kid);
      if (found === undefined && failure !== undefined) throw new UnavailableError('key_set', failure);
      const { until } = found ?? {};
      const retired = until !== undefined && retiredKeyGrace !== undefined && until * 1000 + retiredKeyGrace <= now();
      return retired ? undefined : found?.key;
    },
    load: () => refreshWhen(isStale(), keys !== undefined),
  };
}

interface Fetched {
  readonly document: unknown;
  /** Lifetime in milliseconds from Cache-Control max-age (RFC 9111 §5.2.2.1); undefined without one. */
  readonly freshFor?: number;
}

async function fetchDocument(url: string, fetch: typeof globalThis.fetch): Promise<Fetched> {
  const response = await fetch(url, {
    // Some edge runtimes do not support 'error'.
    redirect: 'manual',
    headers: { accept: 'application/json' },
    signal: AbortSignal.timeout(timeoutMs),
  });
  if (response.status !== 200) throw new Error(`${url} responded with status ${response.status}.`);
  const [, seconds] = /\bmax-age="?(\d{1,9})/i.exec(response.headers.get('cache-control') ?? '') ?? [];
  const document: unknown = JSON.parse(await responseText(response, maxBytes));
  return { document, ...(seconds !== undefined && { freshFor: Number(seconds) * 1000 }) };
}

/** An imported key of a key set with its JWK members. */
interface KeySetEntry {
  readonly key: CryptoKey;
  readonly n: string;
  readonly e: string;
  /** End of signing, Unix seconds; undefined while the key signs or will sign. */
  readonly until?: number | undefined;
}

/** The RS256 keys of a key set, by kid. */
type KeySet = ReadonlyMap<string, KeySetEntry>;

/**
 * Imports the keys of a key set document (RFC 7517 §5) that can verify RS256: RSA, for signatures, 2048 bits or more.
 * Ignores other keys.
 *
 * @param known already imported keys; an unchanged key stays the same object
 * @throws TypeError for a document without `keys`
 */
async function parseKeySet(document: unknown, known?: KeySet): Promise<KeySet> {
  const listed: unknown = isJsonObject(document) ? document['keys'] : undefined;
  if (!Array.isArray(listed)) throw new TypeError('The document is not a key set: it has no keys.');
  const entries = await Promise.all(
    listed.filter(isSigningKey).map(async ({ kid, n, e, until: end }): Promise<[string, KeySetEntry] | undefined> => {
      const before = known?.get(kid);
      const until = typeof end === 'number' ? end : undefined;
      if (before?.n === n && before.e === e) return [kid, { ...before, until }];
      const key = await importRs256Jwk({ n, e }).catch(() => undefined);
      return key && meetsRs256KeyLength(key) ? [kid, { key, n, e, until }] : undefined;
    }),
  );
  return new Map(entries.filter((entry) => entry !== undefined));
}

function isSigningKey(
  value: unknown,
): value is { readonly kid: string; readonly n: string; readonly e: string; readonly until?: unknown } {
  if (!isJsonObject(value) || value['kty'] !== 'RSA') return false;
  if (value['use'] !== undefined && value['use'] !== 'sig') return false;
  if (value['alg'] !== undefined && value['alg'] !== 'RS256') return false;
  return typeof value['kid'] === 'string' && typeof value['n'] === 'string' && typeof value['e'] === 'string';
}
