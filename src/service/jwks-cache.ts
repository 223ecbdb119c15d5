import { type CryptoKey, importJWK } from 'jose';
import { UnavailableError } from '../protocol/unavailable-error.ts';

export interface JwksCacheOptions {
  readonly url: string;
  readonly fetch: typeof globalThis.fetch;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** How long a fetched key set is used, milliseconds. Default 24 hours. */
  readonly maxAge?: number;
  /** Least time between two fetches for a kid that is not known, milliseconds. Default 10 seconds. */
  readonly cooldown?: number;
}

export interface JwksCache {
  /**
   * The provider's key with this kid; undefined when the provider publishes none.
   * @throws UnavailableError when the key set cannot be fetched and nothing is cached
   */
  readonly key: (kid: string) => Promise<CryptoKey | undefined>;
}

const day = 24 * 60 * 60 * 1000;
const timeoutMs = 5_000;
const maxBytes = 64 * 1024;
const minModulusBits = 2048;

/**
 * The provider's keys, fetched once and kept. An unknown kid fetches again, at most once per cooldown, so a rotation is
 * noticed at once and made-up kids cost nothing. While the provider cannot be reached, what is known goes on serving.
 */
export function createJwksCache({ url, fetch, now, maxAge = day, cooldown = 10_000 }: JwksCacheOptions): JwksCache {
  let keys: ReadonlyMap<string, CryptoKey> | undefined;
  let fetchedAt = 0;
  let triedAt = Number.NEGATIVE_INFINITY;
  let underway: Promise<void> | undefined;

  const refresh = (): Promise<void> => {
    underway ??= fetchKeys(url, fetch, keys)
      .then((fetched) => {
        keys = fetched;
        fetchedAt = now();
      })
      .finally(() => {
        triedAt = now();
        underway = undefined;
      });
    return underway;
  };

  return {
    key: async (kid) => {
      const stale = keys === undefined || now() - fetchedAt >= maxAge;
      const unknown = keys !== undefined && !keys.has(kid);
      const mayTry = underway !== undefined || now() - triedAt >= cooldown;
      if ((stale || unknown) && (mayTry || keys === undefined)) {
        await refresh().catch((error: unknown) => {
          if (keys === undefined) throw new UnavailableError('key_set', error);
        });
      }
      return keys?.get(kid);
    },
  };
}

/** @param known keys that are already imported: the same key stays the same object */
async function fetchKeys(
  url: string,
  fetch: typeof globalThis.fetch,
  known: ReadonlyMap<string, CryptoKey> | undefined,
): Promise<ReadonlyMap<string, CryptoKey>> {
  const answer = await fetch(url, {
    redirect: 'error',
    headers: { accept: 'application/json' },
    signal: AbortSignal.timeout(timeoutMs),
  });
  if (answer.status !== 200) throw new Error(`${url} answered ${answer.status}`);
  const document: unknown = JSON.parse(await readText(answer));
  const listed = isObject(document) && Array.isArray(document['keys']) ? document['keys'] : [];
  const imported = await Promise.all(
    listed.filter(isSigningKey).map(async (jwk): Promise<[string, CryptoKey] | undefined> => {
      const before = known?.get(jwk.kid);
      if (before && (await sameKey(before, jwk))) return [jwk.kid, before];
      // Only the public members count, whatever else the document says.
      const key = await importJWK({ kty: 'RSA', n: jwk.n, e: jwk.e }, 'RS256').catch(() => undefined);
      return key && !(key instanceof Uint8Array) && isLong(key) ? [jwk.kid, key] : undefined;
    }),
  );
  return new Map(imported.filter((entry) => entry !== undefined));
}

interface SigningJwk {
  readonly kid: string;
  readonly n: string;
  readonly e: string;
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> => typeof value === 'object' && value !== null;

function isSigningKey(value: unknown): value is SigningJwk {
  if (!isObject(value) || value['kty'] !== 'RSA') return false;
  if (value['use'] !== undefined && value['use'] !== 'sig') return false;
  if (value['alg'] !== undefined && value['alg'] !== 'RS256') return false;
  return typeof value['kid'] === 'string' && typeof value['n'] === 'string' && typeof value['e'] === 'string';
}

function isLong(key: CryptoKey): boolean {
  const { algorithm } = key;
  return 'modulusLength' in algorithm && typeof algorithm.modulusLength === 'number' && algorithm.modulusLength >= minModulusBits;
}

async function sameKey(key: CryptoKey, { n, e }: SigningJwk): Promise<boolean> {
  const exported = await crypto.subtle.exportKey('jwk', key);
  return exported.n === n && exported.e === e;
}

async function readText(answer: Response): Promise<string> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of answer.body ?? []) {
    length += chunk.length;
    if (length > maxBytes) throw new Error(`the key set is larger than ${maxBytes} bytes`);
    chunks.push(chunk);
  }
  return new TextDecoder().decode(Buffer.concat(chunks));
}
