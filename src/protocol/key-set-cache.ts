import type { CryptoKey } from 'jose';
import { concatBytes } from './bytes.ts';
import { type KeySet, readKeySet } from './key-set.ts';
import { UnavailableError } from './unavailable-error.ts';

export interface KeySetCacheOptions {
  /** Address of the key set (RFC 7517). */
  readonly url: string;
  readonly fetch: typeof globalThis.fetch;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** How long a fetched key set is used, milliseconds. Default 24 hours. */
  readonly maxAge?: number | undefined;
  /** Least time between two fetches for a kid that is not known, milliseconds. Default 10 seconds. */
  readonly cooldown?: number | undefined;
}

export interface KeySetCache {
  /**
   * The provider's key with this kid; undefined when the provider publishes none.
   *
   * @throws UnavailableError when the key set cannot be fetched and nothing is cached
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
 * The provider's keys, fetched once and kept. An unknown kid fetches again, at most once per cooldown, so a rotation is
 * noticed at once and made-up kids cost nothing. While the provider cannot be reached, what is known goes on serving.
 */
export function createKeySetCache({
  url,
  fetch,
  now,
  maxAge = day,
  cooldown = 10_000,
}: KeySetCacheOptions): KeySetCache {
  let keys: KeySet | undefined;
  let fetchedAt = 0;
  let triedAt = Number.NEGATIVE_INFINITY;
  let underway: Promise<void> | undefined;

  const refresh = (): Promise<void> => {
    underway ??= fetchDocument(url, fetch)
      .then(async (document) => {
        keys = await readKeySet(document, keys);
        fetchedAt = now();
      })
      .finally(() => {
        triedAt = now();
        underway = undefined;
      });
    return underway;
  };

  const refreshWhen = async (needed: boolean): Promise<void> => {
    const mayTry = underway !== undefined || now() - triedAt >= cooldown;
    if (!needed || !(mayTry || keys === undefined)) return;
    await refresh().catch((error: unknown) => {
      if (keys === undefined) throw new UnavailableError('key_set', error);
    });
  };
  const stale = () => keys === undefined || now() - fetchedAt >= maxAge;

  return {
    key: async (kid) => {
      await refreshWhen(stale() || keys?.has(kid) !== true);
      return keys?.get(kid)?.key;
    },
    load: () => refreshWhen(stale()),
  };
}

async function fetchDocument(url: string, fetch: typeof globalThis.fetch): Promise<unknown> {
  const answer = await fetch(url, {
    // Not every edge runtime knows 'error'; a redirect is no 200 either way.
    redirect: 'manual',
    headers: { accept: 'application/json' },
    signal: AbortSignal.timeout(timeoutMs),
  });
  if (answer.status !== 200) throw new Error(`${url} answered ${answer.status}`);
  return JSON.parse(await readText(answer));
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
