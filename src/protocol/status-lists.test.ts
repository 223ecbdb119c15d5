import { deflateSync } from 'node:zlib';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import {
  serveStatusLists,
  statusListUri as uri,
  type ServedStatusLists,
  createSigningProvider,
  issuer,
  now,
  type SigningProvider,
} from '../../contract-tests/fixtures/protocol/signing-provider.ts';
import {
  StatusListError,
  decodeStatusList,
  encodeStatusList,
  maxStatusListBytes,
  statusAt,
  statusReferenceOf,
  uniteStatusLists,
} from './status-list.ts';
import { UnavailableError } from './unavailable-error.ts';
import { encodeBase64url } from './base64url.ts';

let provider: SigningProvider;
beforeAll(async () => {
  provider = await createSigningProvider();
});

let served: ServedStatusLists;
beforeEach(() => {
  served = serveStatusLists(provider);
});

const notModified = () => new Response(null, { status: 304 });

test('status lists: a marked index is revoked, and its neighbours are not', async () => {
  served.revoked.add(9);
  const isRevoked = served.read();
  expect(await Promise.all([8, 9, 10].map((idx) => isRevoked({ idx, uri })))).toEqual([false, true, false]);
});

test('status lists: a thousand verifications send one request', async () => {
  const isRevoked = served.read();
  await Promise.all(Array.from({ length: 1_000 }, (_, idx) => isRevoked({ idx: idx % 128, uri })));
  expect(served.sent.map(({ url }) => url)).toEqual([uri]);
});

test('status lists: a revocation is seen 2.5 seconds after it at the latest, without timers', async () => {
  const isRevoked = served.read();
  expect(await isRevoked({ idx: 1, uri })).toBe(false);
  served.revoked.add(1);
  served.clock += 2_501;
  expect(await isRevoked({ idx: 1, uri })).toBe(true);
});

test('status lists: a list that cannot be fetched again is used up to 60 seconds after its fetch, then verification is unavailable', async () => {
  served.revoked.add(3);
  const isRevoked = served.read();
  await isRevoked({ idx: 3, uri });
  served.answer = () => new Response(null, { status: 503 });
  served.clock += 60_000;
  expect(await isRevoked({ idx: 3, uri })).toBe(true);
  expect(await isRevoked({ idx: 4, uri })).toBe(false);
  served.clock += 1;
  await expect(isRevoked({ idx: 4, uri })).rejects.toThrow(UnavailableError);
  served.clock += 1_500;
  served.answer = (token) => new Response(token);
  expect(await isRevoked({ idx: 4, uri })).toBe(false);
});

test('status lists: the age of a list ignores a wall clock that jumps', async () => {
  let wall = now * 1000;
  const isRevoked = served.read({ now: () => wall });
  await isRevoked({ idx: 3, uri });
  wall -= 86_400_000;
  served.clock += 2_501;
  await isRevoked({ idx: 3, uri });
  expect(served.sent.length).toBe(2);
});

test('status lists: a list that was never read makes verification unavailable', async () => {
  served.answer = () => {
    throw new TypeError('fetch failed');
  };
  await expect(served.read()({ idx: 4, uri })).rejects.toThrow(UnavailableError);
});

test.each<[title: string, reason: string, change: () => void]>([
  ['of a foreign key', 'signature', () => void (served.signer = 'k2')],
  ['of another list', '(sub)', () => void (served.claims = { sub: `${uri}0` })],
  ['of another issuer', '(iss)', () => void (served.claims = { iss: 'https://other.example' })],
  ['that expired a minute ago', '(exp)', () => void (served.claims = { exp: now - 60 })],
  ['of more than a minute ahead', '(iat)', () => void (served.claims = { iat: now + 61 })],
  ['with a text as seq', 'seq', () => void (served.claims = { seq: '1' })],
  ['with a negative seq', 'seq', () => void (served.claims = { seq: -1 })],
  ['with a text as exp', '(exp)', () => void (served.claims = { exp: `${now + 60}` })],
  ['without iat', 'no iat', () => void (served.claims = { iat: undefined })],
  ['that is no token', 'three segments', () => void (served.answer = () => new Response('<html>'))],
  [
    'behind a redirect',
    'status 302',
    () => void (served.answer = () => new Response(null, { status: 302, headers: { location: '/' } })),
  ],
  ['in a response of 404', 'status 404', () => void (served.answer = (token) => new Response(token, { status: 404 }))],
  ['larger than 256 kB', '262144 bytes', () => void (served.answer = () => new Response('a'.repeat(262_145)))],
  ['that is unchanged before it was read', 'status 304', () => void (served.answer = notModified)],
])('status lists: a list %s counts as not read, for the reason "%s"', async (_title, reason, change) => {
  change();
  await expect(served.read()({ idx: 4, uri })).rejects.toMatchObject({
    code: 'unavailable',
    needed: 'status_list',
    message: 'The verifier cannot reach its status list: try again.',
    cause: expect.objectContaining({ message: expect.stringContaining(reason) }),
  });
});

test('draft-ietf-oauth-status-list-17 §8.3: an unverified token is invalid_status_list; an unreachable key set stays unavailable', async () => {
  served.signer = 'k2';
  await expect(served.read()({ idx: 4, uri })).rejects.toMatchObject({
    cause: { code: 'invalid_status_list', cause: { code: 'bad_signature' } },
  });
  const keys = () => Promise.reject(new Error('connect ECONNREFUSED'));
  await expect(served.read({ keys })({ idx: 4, uri })).rejects.toMatchObject({
    cause: { code: 'unavailable', needed: 'key_set' },
  });
});

test('status lists: a refused list never replaces the one that was read', async () => {
  served.revoked.add(3);
  const isRevoked = served.read();
  await isRevoked({ idx: 3, uri });
  served.revoked.clear();
  served.signer = 'k2';
  served.clock += 2_501;
  expect(await isRevoked({ idx: 3, uri })).toBe(true);
});

test('status lists: a list whose exp passed 59 seconds ago, or whose iat is 60 seconds ahead, is read', async () => {
  served.claims = { iat: now + 60, exp: now - 59 };
  expect(await served.read()({ idx: 3, uri })).toBe(false);
});

const earlier = { iat: now - 1, seq: 9 };
const marked = { iat: now, seq: 2 };

/** Reads a list that marks index 3, then one that marks only index 4; returns which of them are revoked then. */
async function revokedAfter(next: { readonly iat: number; readonly seq?: number }, pause = 2_501) {
  const isRevoked = served.read();
  served.claims = marked;
  served.revoked.add(3);
  await isRevoked({ idx: 3, uri });
  served.claims = next;
  served.revoked.clear();
  served.revoked.add(4);
  served.clock += pause;
  return [await isRevoked({ idx: 3, uri }), await isRevoked({ idx: 4, uri })];
}

test.each([
  ['of an earlier time', earlier],
  ['of the same time with a lower seq', { ...marked, seq: 1 }],
  ['of the same time without seq', { iat: marked.iat }],
])('status lists: a list %s is ignored', async (_title, older) => {
  expect(await revokedAfter(older)).toEqual([true, false]);
});

test.each([
  ['of a later time', { iat: now + 1, seq: 0 }],
  ['of the same time with a higher seq', { ...marked, seq: 2 ** 32 }],
])('status lists: a list %s replaces the one before', async (_title, newer) => {
  expect(await revokedAfter(newer)).toEqual([false, true]);
});

test('status lists: the marks of two lists of the same time and seq are united', async () => {
  expect(await revokedAfter(marked)).toEqual([true, true]);
});

test('status lists: while only older lists are served, verification is unavailable after 60 seconds', async () => {
  await expect(revokedAfter(earlier, 60_001)).rejects.toMatchObject({
    code: 'unavailable',
    cause: { message: 'The status list is older than the last one.' },
  });
});

test('status lists: a request waits for the fetch after one that returned an older list, as after any response', async () => {
  const isRevoked = served.read();
  served.claims = marked;
  await isRevoked({ idx: 3, uri });
  served.claims = earlier;
  served.clock += 2_501;
  await isRevoked({ idx: 3, uri });
  served.claims = { ...marked, seq: 3 };
  served.revoked.add(3);
  served.clock += 1_500;
  expect(await isRevoked({ idx: 3, uri })).toBe(true);
});

test('status lists: an older list is refused also after its predecessor has left the cache', async () => {
  const isRevoked = served.read();
  served.claims = marked;
  await isRevoked({ idx: 3, uri });
  served.answer = () => new Response(null, { status: 503 });
  for (let list = 1; list <= 512; list++)
    await isRevoked({ idx: 3, uri: `${issuer}/oauth/status-lists/${list}` }).catch(() => undefined);
  served.answer = (token) => new Response(token);
  served.claims = earlier;
  await expect(isRevoked({ idx: 3, uri })).rejects.toThrow(UnavailableError);
});

test('status lists: an unchanged list is confirmed by its entity tag', async () => {
  served.revoked.add(3);
  served.answer = (token) => new Response(token, { headers: { etag: '"one"' } });
  const isRevoked = served.read();
  await isRevoked({ idx: 3, uri });
  served.answer = notModified;
  served.clock += 59_000;
  expect(await isRevoked({ idx: 3, uri })).toBe(true);
  served.clock += 59_000;
  expect(await isRevoked({ idx: 3, uri })).toBe(true);
});

test('status lists: an index behind the end of the list is refused', async () => {
  await expect(served.read()({ idx: 128, uri })).rejects.toThrow(StatusListError);
  await expect(served.read()({ idx: 128, uri })).rejects.toThrow(`${uri} has no index 128.`);
});

test('status lists: only lists below the issuer are fetched', async () => {
  const elsewhere = `${issuer}.evil.example/oauth/status-lists/0`;
  const rejected = served.read()({ idx: 1, uri: elsewhere });
  await expect(rejected).rejects.toThrow(StatusListError);
  await expect(rejected).rejects.toThrow(`${elsewhere} is not of ${issuer}.`);
  expect(served.sent.map(({ url }) => url)).toEqual([]);
});

test('status lists: where the public address is not reachable, another base address serves the list', async () => {
  await served.read({ baseUrl: 'http://sso:4001' })({ idx: 1, uri });
  expect(served.sent.map(({ url }) => url)).toEqual(['http://sso:4001/oauth/status-lists/0']);
});

test('draft-ietf-oauth-status-list-17 §4.1: the published list of one-bit statuses decodes to its statuses', async () => {
  const list = await decodeStatusList({ bits: 1, lst: 'eNrbuRgAAhcBXQ' });
  const statuses = Array.from({ length: 16 }, (_, idx) => statusAt(list, idx));
  expect(statuses).toEqual([1, 0, 0, 1, 1, 1, 0, 1, 1, 1, 0, 0, 0, 1, 0, 1]);
});

test('draft-ietf-oauth-status-list-17 §4.1: the published list of two-bit statuses decodes to its statuses', async () => {
  const list = await decodeStatusList({ bits: 2, lst: 'eNo76fITAAPfAgc' });
  const statuses = Array.from({ length: 12 }, (_, idx) => statusAt(list, idx));
  expect(statuses).toEqual([1, 2, 0, 3, 0, 1, 0, 1, 1, 2, 3, 3]);
});

test('draft-ietf-oauth-status-list-17 §8.3: an index behind the end of a list has no status', async () => {
  const list = await decodeStatusList({ bits: 1, lst: 'eNrbuRgAAhcBXQ' });
  expect(statusAt(list, 16)).toBeUndefined();
});

test('draft-ietf-oauth-status-list-17 §4.2: an encoded list decodes to the same bytes', async () => {
  const bytes = new Uint8Array(maxStatusListBytes);
  bytes[70_000] = 0b0100_0001;
  const encoded = await encodeStatusList({ bits: 1, bytes });
  expect(encoded.lst.length).toBeLessThan(400);
  expect(await decodeStatusList(encoded)).toEqual({ bits: 1, bytes });
});

test.each([4, 8] as const)(
  'draft-ietf-oauth-status-list-17 §4.1: a list of %i-bit statuses decodes to its bytes',
  async (bits) => {
    const list = { bits, bytes: Uint8Array.of(0xb9, 0xa3) };
    expect(await decodeStatusList(await encodeStatusList(list))).toEqual(list);
  },
);

test.each([
  ['no object', 'eNrbuRgAAhcBXQ', 'bits is not 1, 2, 4 or 8.'],
  ['an unknown number of bits', { bits: 3, lst: 'eNrbuRgAAhcBXQ' }, 'bits is not 1, 2, 4 or 8.'],
  ['no lst', { bits: 1 }, 'lst is not base64url.'],
  ['a list of bytes', { bits: 1, lst: ['eNrbuRgAAhcBXQ'] }, 'lst is not base64url.'],
  ['no base64url', { bits: 1, lst: 'eNrbuRgAAhcBXQ==' }, 'lst is not base64url.'],
  ['no ZLIB', { bits: 1, lst: 'AAAA' }, 'lst is not compressed with ZLIB.'],
  ['a truncated list', { bits: 1, lst: 'eNrbuRgAAg' }, 'lst is not compressed with ZLIB.'],
  [
    'a list that grows past its limit',
    { bits: 1, lst: encodeBase64url(deflateSync(new Uint8Array(10_000_000))) },
    'The list is larger than 131072 bytes.',
  ],
])('draft-ietf-oauth-status-list-17 §8.3: %s is rejected as a status list', async (_title, claim, message) => {
  const rejected = decodeStatusList(claim);
  await expect(rejected).rejects.toThrow(StatusListError);
  await expect(rejected).rejects.toThrow(message);
});

test('draft-ietf-oauth-status-list-17 §6.2: the claim status names list and index', () => {
  const status = { status_list: { idx: 7, uri: 'https://sso.example/oauth/status-lists/0' } };
  expect(statusReferenceOf({ status })).toEqual(status.status_list);
  expect(statusReferenceOf({ status: { status_list: { idx: 0, uri: 'u' } } })).toEqual({ idx: 0, uri: 'u' });
  expect(statusReferenceOf({})).toBeUndefined();
});

test.each([
  [null, 'has no status_list'],
  ['revoked', 'has no status_list'],
  [{}, 'has no status_list'],
  [{ status_list: {} }, 'has no idx or uri'],
  [{ status_list: { idx: -1, uri: 'u' } }, 'has no idx or uri'],
  [{ status_list: { idx: 1.5, uri: 'u' } }, 'has no idx or uri'],
  [{ status_list: { idx: '1', uri: 'u' } }, 'has no idx or uri'],
  [{ status_list: { idx: 1 } }, 'has no idx or uri'],
])('draft-ietf-oauth-status-list-17 §6.2: the claim status %j %s and is rejected', (status, message) => {
  expect(() => statusReferenceOf({ status })).toThrow(StatusListError);
  expect(() => statusReferenceOf({ status })).toThrow(message);
});

test('status lists: united marks are those of both lists, also of the longer one', () => {
  const [short, long] = [
    { bits: 2, bytes: Uint8Array.of(0b01_00_10_00) },
    { bits: 2, bytes: Uint8Array.of(0b00_11_01_00, 1) },
  ] as const;
  const united = { bits: 2, bytes: Uint8Array.of(0b01_11_11_00, 1) };
  expect([uniteStatusLists(short, long), uniteStatusLists(long, short)]).toEqual([united, united]);
  expect(() => uniteStatusLists(short, { bits: 1, bytes: Uint8Array.of(0) })).toThrow(StatusListError);
});
