import { exportJWK, generateKeyPair, type JWK } from 'jose';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { UnavailableError } from './unavailable-error.ts';
import { createKeySetCache } from './key-set-cache.ts';

let one: JWK, two: JWK, short: JWK;
beforeAll(async () => {
  const publicJwk = async (kid: string) => ({ ...(await exportJWK((await generateKeyPair('RS256')).publicKey)), kid });
  [one, two] = await Promise.all([publicJwk('one'), publicJwk('two')]);
  const pair = await crypto.subtle.generateKey(
    { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256', modulusLength: 1024, publicExponent: new Uint8Array([1, 0, 1]) },
    true,
    ['sign', 'verify'],
  );
  short = { ...(await exportJWK(pair.publicKey)), kid: 'short' };
});

let clock = 0;
let published: unknown;
let requests = 0;
let down = false;
let cacheControl: string | undefined;
beforeEach(() => {
  clock = 1_000_000;
  published = { keys: [one] };
  requests = 0;
  down = false;
  cacheControl = undefined;
});

const cache = () =>
  createKeySetCache({
    url: 'http://provider.test/oauth/jwks',
    now: () => clock,
    fetch: async () => {
      requests += 1;
      if (down) throw new TypeError('fetch failed');
      return Response.json(published, cacheControl === undefined ? {} : { headers: { 'cache-control': cacheControl } });
    },
  });

test('key set cache: concurrent readers share one request, and a day of reads sends no second one', async () => {
  const { key } = cache();
  const keys = await Promise.all(Array.from({ length: 20 }, () => key('one')));
  expect(keys.every((found) => found !== undefined && found === keys[0])).toBe(true);
  clock += 23 * 3_600_000;
  await key('one');
  expect(requests).toBe(1);
  clock += 2 * 3_600_000;
  await key('one');
  expect(requests).toBe(2);
});

test('key set cache: an unknown kid fetches again, at most once per cooldown', async () => {
  const { key } = cache();
  await key('one');
  clock += 10_000;
  published = { keys: [one, two] };
  expect(await key('two')).toBeDefined();
  for (const kid of ['a', 'b', 'c']) expect(await key(kid)).toBeUndefined();
  expect(requests).toBe(2);
});

test('key set cache: a key that stays published stays the same object; an unpublished key is removed', async () => {
  const { key } = cache();
  const before = await key('one');
  clock += 86_400_000;
  expect(await key('one')).toBe(before);
  clock += 86_400_000;
  published = { keys: [two] };
  expect(await key('one')).toBeUndefined();
});

test('key set cache: while the provider is down cached keys are served; without cached keys UnavailableError is thrown', async () => {
  const { key } = cache();
  await key('one');
  down = true;
  clock += 86_400_000;
  expect(await key('one')).toBeDefined();
  await expect(cache().key('one')).rejects.toThrow(UnavailableError);
});

test('RFC 9111 §5.2.2.1: a key set is fetched again after its max-age, which removes a removed key', async () => {
  cacheControl = 'public, max-age=300';
  const { key } = cache();
  await key('one');
  published = { keys: [two] };
  clock += 299_999;
  expect(await key('one')).toBeDefined();
  clock += 1;
  expect([await key('one'), requests]).toEqual([undefined, 2]);
});

test('key set cache: a stale key set is served for exactly one day while the provider is unreachable', async () => {
  cacheControl = 'public, max-age=300';
  const { key } = cache();
  await key('one');
  down = true;
  clock += 300_000 + 86_400_000 - 1;
  expect(await key('one')).toBeDefined();
  clock += 1;
  await expect(key('one')).rejects.toThrow(UnavailableError);
});

test('key set cache: one reader waits for a hanging provider; the others are served from the cache', async () => {
  const waiting: (() => void)[] = [];
  let hangs = false;
  const { key } = createKeySetCache({
    url: 'http://provider.test/oauth/jwks',
    now: () => clock,
    maxAge: 300_000,
    fetch: async () => {
      if (hangs) {
        await new Promise<void>((resolve) => waiting.push(resolve));
        throw new TypeError('fetch failed');
      }
      return Response.json(published);
    },
  });
  await key('one');
  hangs = true;
  clock += 300_000;
  const first = key('one');
  waiting[0]?.();
  expect(await first).toBeDefined();
  clock += 10_000;
  expect(await key('one')).toBeDefined();
  expect(waiting).toHaveLength(2);
  const unknown = key('two');
  hangs = false;
  waiting[1]?.();
  await expect(unknown).rejects.toThrow(UnavailableError);
  published = { keys: [two] };
  clock += 10_000;
  await key('two');
  expect(await key('one')).toBeUndefined();
});

test('key set cache: only RSA signing keys of 2048 bits or more are used', async () => {
  published = {
    keys: [
      short,
      { ...one, kid: 'enc', use: 'enc' },
      { ...one, kid: 'ps', alg: 'PS256' },
      { kty: 'oct', kid: 'oct', k: 'AAAA' },
      { ...one, kid: 7 },
      { kty: 'RSA', kid: 'broken', n: '!', e: 'AQAB' },
      null,
      two,
    ],
  };
  const { key } = cache();
  expect(await key('two')).toBeDefined();
  for (const kid of ['short', 'enc', 'ps', 'oct', 'broken']) expect([kid, await key(kid)]).toEqual([kid, undefined]);
});

test('key set cache: a document that is no key set or too large is rejected', async () => {
  cacheControl = 'max-age=60';
  const { key } = cache();
  await key('one');
  for (const body of [[], {}, { keys: 'x' }, 'down', { keys: [], padding: 'x'.repeat(70_000) }]) {
    published = body;
    await expect(cache().key('one')).rejects.toThrow(UnavailableError);
    clock += 60_000;
    expect(await key('one')).toBeDefined();
  }
});

test('key set cache: an unknown kid throws UnavailableError after a failed fetch, and is undefined after a successful fetch', async () => {
  const { key } = cache();
  await key('one');
  down = true;
  clock += 10_000;
  await expect(key('two')).rejects.toThrow(UnavailableError);
  // The error repeats during the cooldown, without a request.
  await expect(key('two')).rejects.toMatchObject({ code: 'unavailable', needed: 'key_set' });
  expect(requests).toBe(2);
  expect(await key('one')).toBeDefined();
  down = false;
  clock += 10_000;
  expect(await key('two')).toBeUndefined();
  expect(await key('two')).toBeUndefined();
});

test('key set cache: load fetches the keys once and throws when it cannot', async () => {
  const { key, load } = cache();
  await Promise.all([load(), load()]);
  await load();
  expect(await key('one')).toBeDefined();
  expect(requests).toBe(1);
  down = true;
  await expect(cache().load()).rejects.toThrow(UnavailableError);
});

test('key set cache: a retired key resolves for retiredKeyGrace after its until time; without retiredKeyGrace it resolves always', async () => {
  const until = 1_100;
  published = { keys: [{ ...one, until }, two] };
  const withGrace = createKeySetCache({
    url: 'http://provider.test/oauth/jwks',
    now: () => clock,
    fetch: async () => Response.json(published),
    retiredKeyGrace: 900_000,
  });
  const withoutGrace = cache();
  const resolved = async () => [
    (await withGrace.key('one')) !== undefined,
    (await withoutGrace.key('one')) !== undefined,
  ];
  clock = until * 1000 + 899_999;
  expect(await resolved()).toEqual([true, true]);
  clock += 1;
  expect(await resolved()).toEqual([false, true]);
  expect(await withGrace.key('two')).toBeDefined();
});
