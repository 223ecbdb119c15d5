import { beforeAll, beforeEach, expect, test, vi } from 'vitest';
import {
  createTimers,
  serveStatusLists,
  statusListUri as uri,
  type ServedStatusLists,
  createSigningProvider,
  issuer,
  type SigningProvider,
} from '../../contract-tests/fixtures/protocol/signing-provider.ts';

let provider: SigningProvider;
beforeAll(async () => {
  provider = await createSigningProvider();
});

let served: ServedStatusLists;
beforeEach(() => {
  served = serveStatusLists(provider);
});

const unavailable = () => new Response(null, { status: 503 });
const notModified = () => new Response(null, { status: 304 });
const hanging = () => new Promise<Response>(() => undefined);
const withTag = (tag: string) => (token: string) => new Response(token, { headers: { etag: tag } });

/** Returns whether a verification ends while no fetch does. */
const waits = (verification: Promise<unknown>) =>
  Promise.race([verification.then(() => false), new Promise((resolve) => setTimeout(resolve, 20, true))]);

const requestsOf = (list: string) => served.sent.filter(({ url }) => url === list).length;

test('status lists: a list in use is fetched in the background, and no request waits for it', async () => {
  const { schedule, advance } = createTimers(served);
  const isRevoked = served.read({ schedule });
  await isRevoked({ idx: 1, uri });
  served.revoked.add(1);
  await advance(2_500);
  expect(served.sent.length).toBe(2);
  await vi.waitFor(async () => expect(await isRevoked({ idx: 1, uri })).toBe(true), { timeout: 20_000 });
  expect(served.sent.length).toBe(2);
});

test('status lists: a list in use is fetched once per period, however many requests use it', async () => {
  const { schedule, advance, waiting } = createTimers(served);
  const isRevoked = served.read({ schedule });
  for (let period = 1; period <= 4; period++) {
    await Promise.all([isRevoked({ idx: 1, uri }), isRevoked({ idx: 2, uri })]);
    expect([served.sent.length, waiting()]).toEqual([period, 1]);
    await advance(2_000);
    await vi.waitFor(() => expect(waiting()).toBe(1), { timeout: 20_000 });
  }
});

test('status lists: a list is fetched up to a token lifetime after its last use, and no more', async () => {
  const { schedule, advance, waiting } = createTimers(served);
  await served.read({ schedule })({ idx: 1, uri });
  served.clock += 900_000;
  await advance(500);
  await vi.waitFor(() => expect(waiting()).toBe(1), { timeout: 20_000 });
  expect(served.sent.length).toBe(2);
  await advance(2_000);
  expect([served.sent.length, waiting()]).toEqual([2, 0]);
});

test('status lists: 512 lists are cached; one more replaces the oldest, which is no longer fetched in the background', async () => {
  const { schedule, advance } = createTimers(served);
  const isRevoked = served.read({ schedule });
  await isRevoked({ idx: 1, uri });
  served.answer = unavailable;
  const use = (list: number) =>
    isRevoked({ idx: 1, uri: `${issuer}/oauth/status-lists/${list}` }).catch(() => undefined);
  await Promise.all(Array.from({ length: 511 }, (_, index) => use(index + 1)));
  expect(await isRevoked({ idx: 1, uri })).toBe(false);
  expect(requestsOf(uri)).toBe(1);
  await use(512);
  await advance(2_000);
  expect(requestsOf(uri)).toBe(1);
  await use(0);
  expect(requestsOf(uri)).toBe(2);
});

test('status lists: no request fetches a list that is 2.5 seconds old, and the next one does', async () => {
  const isRevoked = served.read();
  await isRevoked({ idx: 1, uri });
  served.clock += 2_500;
  await isRevoked({ idx: 1, uri });
  expect(served.sent.length).toBe(1);
  served.clock += 1;
  await isRevoked({ idx: 1, uri });
  expect(served.sent.length).toBe(2);
});

test('status lists: a failed fetch is repeated after 1.5 seconds', async () => {
  const isRevoked = served.read();
  await isRevoked({ idx: 1, uri });
  served.answer = unavailable;
  served.clock += 2_501;
  await isRevoked({ idx: 1, uri });
  served.clock += 1_499;
  await isRevoked({ idx: 1, uri });
  expect(served.sent.length).toBe(2);
  served.clock += 1;
  await isRevoked({ idx: 1, uri });
  expect(served.sent.length).toBe(3);
});

test.each([
  [4_999, false],
  [5_000, true],
])(
  'status lists: %i ms after a failed fetch a request with a usable list waits for the next fetch: %s',
  async (ms, expected) => {
    const isRevoked = served.read();
    await isRevoked({ idx: 1, uri });
    served.answer = unavailable;
    served.clock += 2_501;
    await isRevoked({ idx: 1, uri });
    served.answer = hanging;
    served.clock += ms;
    expect(await waits(isRevoked({ idx: 1, uri }))).toBe(expected);
  },
);

test.each([
  [60_000, false],
  [60_001, true],
])(
  'status lists: while fetches fail, a request with a list read %i ms ago waits for the next fetch: %s',
  async (age, expected) => {
    const isRevoked = served.read();
    await isRevoked({ idx: 1, uri });
    served.answer = unavailable;
    served.clock += age - 1_500;
    await isRevoked({ idx: 1, uri });
    served.answer = hanging;
    served.clock += 1_500;
    expect(await waits(isRevoked({ idx: 1, uri }))).toBe(expected);
  },
);

test('status lists: after the provider has recovered, requests wait for a new list again', async () => {
  const isRevoked = served.read();
  await isRevoked({ idx: 1, uri });
  served.answer = unavailable;
  served.clock += 2_501;
  await isRevoked({ idx: 1, uri });
  served.answer = (token) => new Response(token);
  served.clock += 5_000;
  await isRevoked({ idx: 1, uri });
  served.revoked.add(1);
  served.clock += 2_501;
  expect(await isRevoked({ idx: 1, uri })).toBe(true);
});

test('draft-ietf-oauth-status-list-17 §8.1: a list is requested by its media type, and a redirect is not followed', async () => {
  await served.read()({ idx: 1, uri });
  const [request] = served.sent;
  expect(request?.headers.get('accept')).toBe('application/statuslist+jwt');
  expect(request?.redirect).toBe('manual');
});

test('RFC 9110 §13.1.2: a request names the entity tag of the list that was read, and none after a failed fetch', async () => {
  const isRevoked = served.read();
  for (const answer of [
    withTag('"one"'),
    withTag('"two"'),
    unavailable,
    notModified,
    withTag('"three"'),
    notModified,
  ]) {
    served.answer = answer;
    await isRevoked({ idx: 1, uri });
    served.clock += 5_000;
  }
  expect(served.sent.map(({ headers }) => headers.get('if-none-match'))).toEqual([
    null,
    '"one"',
    '"two"',
    null,
    null,
    '"three"',
  ]);
});

test('RFC 9110 §15.4.5: a response of 304 without a sent entity tag does not make a list newer', async () => {
  const isRevoked = served.read();
  await isRevoked({ idx: 1, uri });
  served.answer = notModified;
  served.clock += 59_000;
  await isRevoked({ idx: 1, uri });
  served.clock += 1_500;
  await expect(isRevoked({ idx: 1, uri })).rejects.toMatchObject({ code: 'unavailable' });
});

test('status lists: a changed list with another entity tag replaces the one that was read', async () => {
  served.answer = withTag('"one"');
  const isRevoked = served.read();
  await isRevoked({ idx: 1, uri });
  served.revoked.add(1);
  served.answer = withTag('"two"');
  served.clock += 2_501;
  expect(await isRevoked({ idx: 1, uri })).toBe(true);
});
