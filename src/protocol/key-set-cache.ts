import type { CryptoKey } from 'jose';
import { concatBytes } from './bytes.ts';
import { type KeySet, parseKeySet } from './key-set.ts';
import { UnavailableError } from './unavailable-error.ts';

export interface KeySetCacheOptions {
  /** Address of the key set (RFC 7517). */
  readonly url: string;
  readonly fetch: typeof globalThis.fetch;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** How long a fetched key set is used, milliseconds. Default: what its Cache-Control says, else 24 hours. */
  readonly maxAge?: number | undefined;
  /** Least time between two fetches for a kid that is not known, milliseconds. Default 10 seconds. */
  readonly cooldown?: number | undefined;
}

export interface KeySetCache {
  /**
   * The provider's key with this kid; undefined when the provider publishes none, or none any more.
   *
   * @throws UnavailableError when the key is not known and the key set could not be fetched: nobody can tell
   */
  readonly key: (kid: string) => Promise<CryptoKey | undefined>;
  /**
   * Has a key set at hand, fetching one when there is none or it is too old.
   *
   * @throws UnavailableError when the key set cannot be fetched and nothing is cached
   */
  readonly load: () => Promise<void>;
}

const day = 24 * 60 * 60 * 1000;
const timeoutMs = 5_000;
const maxBytes = 64 * 1024;

/**
 * The provider's keys, fetched once and kept for their time. An unknown kid fetches again, at most once per cooldown, so
 * a rotation is noticed at once and made-up kids cost nothing. While the provider cannot be reached, what is known goes
 * on serving, for a day beyond its time.
 */
export function createKeySetCache({ url, fetch, now, maxAge, cooldown = 10_000 }: KeySetCacheOptions): KeySetCache {
  let keys: KeySet | undefined;
  let staleAt = 0;
  let triedAt = Number.NEGATIVE_INFINITY;
  let underway: Promise<void> | undefined;
  /** Why the last attempt failed; undefined when it did not. */
  let failure: unknown;

  const refresh = (): Promise<void> => {
    underway ??= fetchDocument(url, fetch)
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
        underway = undefined;
      });
    return underway;
  };

  const refreshWhen = async (needed: boolean, servable: boolean): Promise<void> => {
    const mayTry = underway !== undefined || now() - triedAt >= cooldown;
    if (!needed || !(mayTry || keys === undefined)) return;
    // Who can be served does not wait again for a provider that does not answer.
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
      const found = keys?.get(kid)?.key;
      if (found === undefined && failure !== undefined) throw new UnavailableError('key_set', failure);
      return found;
    },
    load: () => refreshWhen(isStale(), keys !== undefined),
  };
}

interface Fetched {
  readonly document: unknown;
  /** Milliseconds for which the answer may be used (RFC 9111 §5.2.2.1); undefined when it does not say. */
  readonly freshFor?: number;
}

async function fetchDocument(url: string, fetch: typeof globalThis.fetch): Promise<Fetched> {
  const answer = await fetch(url, {
    // Not every edge runtime knows 'error'; a redirect is no 200 either way.
    redirect: 'manual',
    headers: { accept: 'application/json' },
    signal: AbortSignal.timeout(timeoutMs),
  });
  if (answer.status !== 200) throw new Error(`${url} answered ${answer.status}`);
  const [, seconds] = /\bmax-age="?(\d{1,9})/i.exec(answer.headers.get('cache-control') ?? '') ?? [];
  const document: unknown = JSON.parse(await readText(answer));
  return { document, ...(seconds !== undefined && { freshFor: Number(seconds) * 1000 }) };
}

async function readText({ body }: Response): Promise<string> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  const reader = body?.getReader();
  // Not every browser iterates over a stream.
  for (let part = await reader?.read(); part?.value !== undefined; part = await reader?.read()) {
    length += part.value.length;
    if (length > maxBytes) {
      await reader?.cancel();
      throw new Error(`the key set is larger than ${maxBytes} bytes`);
    }
    chunks.push(part.value);
  }
  return new TextDecoder().decode(concatBytes(...chunks));
}
