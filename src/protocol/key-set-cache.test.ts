import { exportJWK, generateKeyPair, type JWK } from 'jose';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { UnavailableError } from './unavailable-error.ts';
import { createKeySetCache, type KeySetCacheOptions } from './key-set-cache.ts';

const url = 'http://provider.test/oauth/jwks';

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

let clock: number;
let sent: Request[];
let published: unknown;
let down: boolean;
let cacheControl: string | undefined;
let answer: () => Response | Promise<Response>;
const keySet = (...keys: unknown[]) => Response.json({ keys });
const unreachable = () => Promise.reject(new TypeError('fetch failed'));
beforeEach(() => {
  clock = 1_000_000;
  sent = [];
  published = { keys: [one] };
  down = false;
  cacheControl = undefined;
  answer = () =>
    down
      ? unreachable()
      : Response.json(published, cacheControl === undefined ? {} : { headers: { 'cache-control': cacheControl } });
});

const cache = (options: Partial<KeySetCacheOptions> = {}) =>
  createKeySetCache({
    url,
    now: () => clock,
    fetch: async (input, init) => {
      sent.push(new Request(input, init));
      return answer();
    },
    ...options,
  });

test('key set cache: concurrent readers share one request, and a day of reads sends no second one', async () => {
  const { key } = cache();
  const keys = await Promise.all(Array.from({ length: 20 }, () => key('one')));
  expect(keys.every((found) => found !== undefined && found === keys[0])).toBe(true);
  clock += 23 * 3_600_000;
  await key('one');
  expect(sent).toHaveLength(1);
  clock += 2 * 3_600_000;
  await key('one');
  expect(sent).toHaveLength(2);
});

test('key set cache: an unknown kid fetches again, at most once per cooldown', async () => {
  const { key } = cache();
  await key('one');
  clock += 10_000;
  published = { keys: [one, two] };
  expect(await key('two')).toBeDefined();
  for (const kid of ['a', 'b', 'c']) expect(await key(kid)).toBeUndefined();
  expect(sent).toHaveLength(2);
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
  expect([await key('one'), sent.length]).toEqual([undefined, 2]);
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
  expect(sent).toHaveLength(2);
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
  expect(sent).toHaveLength(1);
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

test('key set cache: the key set is requested as JSON, and a redirect is not followed', async () => {
  await cache().load();
  const [request] = sent;
  expect([request?.url, request?.headers.get('accept'), request?.redirect]).toEqual([
    url,
    'application/json',
    'manual',
  ]);
});

test.each<[title: string, reason: string, response: () => Response]>([
  ['of status 404', 'responded with status 404.', () => Response.json({ keys: [one] }, { status: 404 })],
  [
    'that redirects',
    'responded with status 302.',
    () => new Response(null, { status: 302, headers: { location: '/' } }),
  ],
  ['without keys', 'The document is not a key set: it has no keys.', () => Response.json({})],
  [
    'with keys that are no list',
    'The document is not a key set: it has no keys.',
    () => Response.json({ keys: 'one' }),
  ],
  ['of more than 64 kB', 'is larger than 65536 bytes.', () => Response.json({ keys: [], padding: 'x'.repeat(65_536) })],
])('RFC 7517 §5: a response %s is no key set: … %s', async (_title, reason, response) => {
  answer = response;
  await expect(cache().key('one')).rejects.toMatchObject({
    code: 'unavailable',
    needed: 'key_set',
    cause: expect.objectContaining({ message: expect.stringContaining(reason) }),
  });
});

test('key set cache: without any key each call tries again, also within the cooldown', async () => {
  const { key, load } = cache();
  answer = unreachable;
  await expect(load()).rejects.toMatchObject({ code: 'unavailable' });
  await expect(load()).rejects.toMatchObject({ code: 'unavailable' });
  expect(sent).toHaveLength(2);
  answer = () => keySet(one);
  expect(await key('one')).toBeDefined();
});

test('key set cache: load waits for a failing provider only while nothing is cached', async () => {
  const { key, load } = cache({ maxAge: 60_000 });
  await load();
  answer = unreachable;
  clock += 60_000;
  await load();
  answer = () => new Promise<Response>(() => undefined);
  clock += 10_000;
  await load();
  expect(sent).toHaveLength(3);
  expect(await key('one')).toBeDefined();
});

test('key set cache: a key set is fetched again at the end of its lifetime and not before', async () => {
  const { load } = cache({ maxAge: 60_000 });
  await load();
  clock += 59_999;
  await load();
  expect(sent).toHaveLength(1);
  clock += 1;
  await load();
  expect(sent).toHaveLength(2);
});

test.each<[title: string, changes: () => Readonly<Record<string, unknown>>]>([
  ['of another type', () => ({ kty: 'EC' })],
  ['without e', () => ({ e: undefined })],
  ['with a list as n', () => ({ n: [one.n] })],
  ['without n', () => ({ n: undefined })],
])('RFC 7518 §6.3: a key %s is ignored', async (_title, changes) => {
  answer = () => keySet(one, { ...one, kid: 'two', ...changes() });
  const { key } = cache();
  expect(await key('one')).toBeDefined();
  expect(await key('two')).toBeUndefined();
});

test('key set cache: a key whose exponent changes under its kid is imported again', async () => {
  const { key } = cache({ maxAge: 60_000 });
  const before = await key('one');
  answer = () => keySet({ ...one, e: 'Aw' });
  clock += 60_000;
  const after = await key('one');
  expect(after).toBeDefined();
  expect(after).not.toBe(before);
});

test('key set cache: an until that is no number does not retire a key', async () => {
  answer = () => keySet({ ...one, until: '1' });
  expect(await cache({ retiredKeyGrace: 0 }).key('one')).toBeDefined();
});
