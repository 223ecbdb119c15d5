import { exportJWK, generateKeyPair, type JWK } from 'jose';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { createKeySetCache, type KeySetCacheOptions } from './key-set-cache.ts';

const url = 'http://provider.test/oauth/jwks';

let jwk: JWK;
beforeAll(async () => {
  jwk = { ...(await exportJWK((await generateKeyPair('RS256')).publicKey)), kid: 'one' };
});

let clock: number;
let sent: Request[];
let answer: () => Response | Promise<Response>;
const keySet = (...keys: unknown[]) => Response.json({ keys });
const unreachable = () => Promise.reject(new TypeError('fetch failed'));
beforeEach(() => {
  clock = 1_000_000;
  sent = [];
  answer = () => keySet(jwk);
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
  ['of status 404', 'responded with status 404.', () => Response.json({ keys: [jwk] }, { status: 404 })],
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
  answer = () => keySet(jwk);
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
  ['with a list as n', () => ({ n: [jwk.n] })],
  ['without n', () => ({ n: undefined })],
])('RFC 7518 §6.3: a key %s is ignored', async (_title, changes) => {
  answer = () => keySet(jwk, { ...jwk, kid: 'two', ...changes() });
  const { key } = cache();
  expect(await key('one')).toBeDefined();
  expect(await key('two')).toBeUndefined();
});

test('key set cache: a key whose exponent changes under its kid is imported again', async () => {
  const { key } = cache({ maxAge: 60_000 });
  const before = await key('one');
  answer = () => keySet({ ...jwk, e: 'Aw' });
  clock += 60_000;
  const after = await key('one');
  expect(after).toBeDefined();
  expect(after).not.toBe(before);
});

test('key set cache: an until that is no number does not retire a key', async () => {
  answer = () => keySet({ ...jwk, until: '1' });
  expect(await cache({ retiredKeyGrace: 0 }).key('one')).toBeDefined();
});
