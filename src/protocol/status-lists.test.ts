import { beforeAll, beforeEach, expect, test, vi } from 'vitest';
import {
  createSigningProvider,
  issuer,
  now,
  type SigningProvider,
} from '../../contract-tests/fixtures/protocol/signing-provider.ts';
import { encodeStatusList, StatusListError } from './status-list.ts';
import { createStatusLists } from './status-lists.ts';
import { UnavailableError } from './unavailable-error.ts';

let provider: SigningProvider;
beforeAll(async () => {
  provider = await createSigningProvider();
});

const uri = `${issuer}/oauth/status-lists/0`;

let clock: number;
let requests: string[];
let revoked: Set<number>;
let answer: (token: string) => Response;
let claims: Record<string, unknown>;
let signer: 'k1' | 'k2';
beforeEach(() => {
  clock = 50_000;
  requests = [];
  revoked = new Set();
  answer = (token) => new Response(token);
  claims = {};
  signer = 'k1';
});

const fetchList: typeof fetch = async (input) => {
  requests.push(new Request(input).url);
  const bytes = new Uint8Array(16);
  for (const idx of revoked) bytes[idx >> 3] = (bytes[idx >> 3] ?? 0) | (1 << (idx & 7));
  const status_list = await encodeStatusList({ bits: 1, bytes });
  const header = { typ: 'statuslist+jwt', alg: 'RS256', kid: 'k1' };
  return answer(
    await provider.token(header, { sub: uri, iat: now, exp: now + 60, ttl: 2, status_list, ...claims }, signer),
  );
};

const lists = (changes: Partial<Parameters<typeof createStatusLists>[0]> = {}) =>
  createStatusLists({
    issuer,
    keys: provider.keys,
    fetch: fetchList,
    now: () => now * 1000,
    monotonic: () => clock,
    ...changes,
  });

/** Runs scheduled tasks as the clock advances. */
function createTimers() {
  let tasks: { readonly at: number; readonly task: () => void }[] = [];
  return {
    schedule: (task: () => void, ms: number) => tasks.push({ at: clock + ms, task }),
    advance: async (ms: number) => {
      for (const until = clock + ms; clock < until; clock += 500) {
        const due = tasks.filter(({ at }) => at <= clock);
        tasks = tasks.filter((waiting) => !due.includes(waiting));
        for (const { task } of due) task();
        await new Promise((resolve) => setTimeout(resolve, 1));
      }
    },
    waiting: () => tasks.length,
  };
}

test('status lists: a marked index is revoked, and its neighbours are not', async () => {
  revoked.add(9);
  const { isRevoked } = lists();
  expect(await Promise.all([8, 9, 10].map((idx) => isRevoked({ idx, uri })))).toEqual([false, true, false]);
});

test('status lists: a thousand verifications send one request', async () => {
  const { isRevoked } = lists();
  await Promise.all(Array.from({ length: 1_000 }, (_, idx) => isRevoked({ idx: idx % 128, uri })));
  expect(requests).toEqual([uri]);
});

test('status lists: a revocation is seen 2.5 seconds after it at the latest, without timers', async () => {
  const { isRevoked } = lists();
  expect(await isRevoked({ idx: 1, uri })).toBe(false);
  revoked.add(1);
  clock += 2_501;
  expect(await isRevoked({ idx: 1, uri })).toBe(true);
});

test('status lists: a list in use is fetched in the background, and no request waits for it', async () => {
  const { schedule, advance } = createTimers();
  const { isRevoked } = lists({ schedule });
  await isRevoked({ idx: 1, uri });
  revoked.add(1);
  await advance(2_500);
  const sent = requests.length;
  expect(sent).toBe(2);
  await vi.waitFor(async () => expect(await isRevoked({ idx: 1, uri })).toBe(true), { timeout: 20_000 });
  expect(requests.length).toBe(sent);
});

test('status lists: a list that is not used for a token lifetime is fetched no more', async () => {
  const { schedule, advance, waiting } = createTimers();
  const { isRevoked } = lists({ schedule });
  await isRevoked({ idx: 1, uri });
  clock += 900_001;
  await advance(1_500);
  expect(waiting()).toBe(0);
  expect(requests.length).toBe(1);
});

test('status lists: a list that cannot be fetched again is used up to 60 seconds after its fetch, then verification is unavailable', async () => {
  revoked.add(3);
  const { isRevoked } = lists();
  await isRevoked({ idx: 3, uri });
  answer = () => new Response(null, { status: 503 });
  clock += 60_000;
  expect(await isRevoked({ idx: 3, uri })).toBe(true);
  expect(await isRevoked({ idx: 4, uri })).toBe(false);
  clock += 1;
  await expect(isRevoked({ idx: 4, uri })).rejects.toThrow(UnavailableError);
  clock += 1_500;
  answer = (token) => new Response(token);
  expect(await isRevoked({ idx: 4, uri })).toBe(false);
});

test('status lists: the age of a list ignores a wall clock that jumps', async () => {
  let wall = now * 1000;
  const { isRevoked } = lists({ now: () => wall });
  await isRevoked({ idx: 3, uri });
  wall -= 86_400_000;
  clock += 2_501;
  await isRevoked({ idx: 3, uri });
  expect(requests.length).toBe(2);
});

test('status lists: a list that was never read makes verification unavailable', async () => {
  answer = () => {
    throw new TypeError('fetch failed');
  };
  await expect(lists().isRevoked({ idx: 4, uri })).rejects.toThrow(UnavailableError);
});

test.each<[string, () => void]>([
  ['of a foreign key', () => void (signer = 'k2')],
  ['of another list', () => void (claims = { sub: `${uri}0` })],
  ['of another issuer', () => void (claims = { iss: 'https://other.example' })],
  ['that expired five minutes ago', () => void (claims = { exp: now - 300 })],
  ['without iat', () => void (claims = { iat: undefined })],
  ['that is no token', () => void (answer = () => new Response('<html>'))],
  ['behind a redirect', () => void (answer = () => new Response(null, { status: 302, headers: { location: '/' } }))],
  ['larger than 256 kB', () => void (answer = () => new Response('a'.repeat(262_145)))],
  ['that is unchanged before it was read', () => void (answer = () => new Response(null, { status: 304 }))],
])('status lists: a list %s counts as not read', async (_title, change) => {
  change();
  await expect(lists().isRevoked({ idx: 4, uri })).rejects.toThrow(UnavailableError);
});

test('status lists: a refused list never replaces the one that was read', async () => {
  revoked.add(3);
  const { isRevoked } = lists();
  await isRevoked({ idx: 3, uri });
  revoked.clear();
  signer = 'k2';
  clock += 2_501;
  expect(await isRevoked({ idx: 3, uri })).toBe(true);
});

test('status lists: an unchanged list is confirmed by its entity tag', async () => {
  revoked.add(3);
  answer = (token) => new Response(token, { headers: { etag: '"one"' } });
  const { isRevoked } = lists();
  await isRevoked({ idx: 3, uri });
  answer = () => new Response(null, { status: 304 });
  clock += 59_000;
  expect(await isRevoked({ idx: 3, uri })).toBe(true);
  clock += 59_000;
  expect(await isRevoked({ idx: 3, uri })).toBe(true);
});

test('status lists: an index behind the end of the list is refused', async () => {
  await expect(lists().isRevoked({ idx: 128, uri })).rejects.toThrow(StatusListError);
});

test('status lists: only lists below the issuer are fetched', async () => {
  const elsewhere = `${issuer}.evil.example/oauth/status-lists/0`;
  await expect(lists().isRevoked({ idx: 1, uri: elsewhere })).rejects.toThrow(StatusListError);
  expect(requests).toEqual([]);
});

test('status lists: where the public address is not reachable, another base address serves the list', async () => {
  await lists({ baseUrl: 'http://sso:4001' }).isRevoked({ idx: 1, uri });
  expect(requests).toEqual(['http://sso:4001/oauth/status-lists/0']);
});
