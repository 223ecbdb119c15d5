import { afterAll, beforeAll, expect, test } from 'vitest';
import type { FastifyInstance } from 'fastify';
import { pino } from 'pino';
import { loadMasterKey } from '../../runtime/start/master-key.ts';
import { createProcessMetrics } from '../../runtime/observe/metrics.ts';
import { createStartService } from './service.ts';
import { createAppCount, createLatestPost, createServiceStates } from './live-facts.ts';
import { checkAttempt, finishRedirect, startAttempt, startRedirect } from './sign-in-attempt.ts';

/** Paths of the requests that the page sent to the provider. */
const requested: string[] = [];
let app: FastifyInstance;
beforeAll(async () => {
  app = await createStartService({
    environment: {
      baseUrl: 'http://web.test',
      log: pino({ enabled: false }),
      newRequestId: () => 'request-1',
      trustedProxies: ['127.0.0.1'],
      rateLimit: { requestsPerMinute: 1000, clientRequestsPerMinute: 1000 },
      checkResponses: false,
      ready: async () => true,
      stopping: new AbortController().signal,
      metrics: createProcessMetrics(() => ({ total: 0, idle: 0, waiting: 0 })).service('web'),
    },
    services: [],
    applications: [],
    issuer: 'http://sso.test',
    forum: 'http://forum.test',
    notifications: 'http://notifications.test',
    clientId: 'app',
    masterKey: await loadMasterKey({ keys: [new Uint8Array(32)], dataDir: '' }),
    now: () => new Date(0),
    randomBytes: (length) => new Uint8Array(length),
    fetch: async (input, init) => {
      const request = new Request(input, init);
      if (request.url === 'http://notifications.test/api/v1/statistics') return Response.json({ apps: 1234 });
      if (request.url.startsWith('http://forum.test')) return new Response(null, { status: 503 });
      requested.push(`${new URL(request.url).pathname} for ${request.headers.get('x-forwarded-for')}`);
      return Response.json({ polling_code: 'p', deep_link: 'http://sso.test/approve/l', expired_at: 600 });
    },
  });
});

afterAll(() => app.close());

const begin = (person: string) =>
  app.inject({ method: 'POST', url: '/try', headers: { accept: 'text/html', 'x-forwarded-for': person } });

test('start page: a page view starts no sign-in', async () => {
  for (const url of ['/', '/try']) expect((await app.inject(url)).statusCode).toBe(200);
  expect(requested).toEqual([]);
});

test('start page: the path to a mini app says how many apps were made', async () => {
  expect((await app.inject('/')).body).toContain('1,234 apps were made here.');
});

test('start page: a client can start ten sign-ins a minute, independently of other clients', async () => {
  for (let begun = 0; begun < 10; begun++) expect((await begin('198.51.100.7')).statusCode).toBe(303);
  const refused = await begin('198.51.100.7');
  expect([refused.statusCode, refused.headers['retry-after']]).toEqual([429, '60']);
  expect(refused.body).toContain('Too many requests; try again in 60 s.');
  expect((await begin('198.51.100.8')).headers['location']).toBe('/try');
  expect(requested).toEqual([
    ...Array.from({ length: 10 }, () => '/oauth/authorize for 198.51.100.7'),
    '/oauth/authorize for 198.51.100.8',
  ]);
});

test('start page: every response has an X-Request-Id', async () => {
  expect((await app.inject('/')).headers['x-request-id']).toBe('request-1');
});

test('start page: the services are probed once in two seconds', async () => {
  let time = 0;
  const requested: string[] = [];
  const statuses = [200, 503];
  const states = createServiceStates({
    services: [{ name: 'forum', title: 'Forum', purpose: '', url: 'http://forum.test', links: [] }],
    fetch: async (input) => {
      requested.push(input instanceof Request ? input.url : String(input));
      return new Response(null, { status: statuses.shift() ?? 0 });
    },
    now: () => time,
  });
  const state = async () => (await states()).map((card) => card.state);
  expect(await Promise.all([state(), state()])).toEqual([['ready'], ['ready']]);
  time = 1_999;
  expect(await state()).toEqual(['ready']);
  expect(requested).toEqual(['http://forum.test/readyz']);
  time = 2_000;
  expect(await state()).toEqual(['not ready']);
  time = 4_000;
  expect(await state()).toEqual(['not running']);
});

test('start page: apps are counted once in five seconds, and those of a service that is down stay known', async () => {
  let time = 0;
  let up = true;
  const requested: string[] = [];
  const count = createAppCount({
    notifications: 'http://notifications.test',
    fetch: async (input) => {
      requested.push(input instanceof Request ? input.url : String(input));
      if (!up) throw new TypeError('connection refused');
      return Response.json({ apps: 12 });
    },
    now: () => time,
  });
  expect(await Promise.all([count(), count()])).toEqual([12, 12]);
  up = false;
  time = 4_999;
  expect(await count()).toBe(12);
  expect(requested).toEqual(['http://notifications.test/api/v1/statistics']);
  time = 5_000;
  expect(await count()).toBe(12);
  expect(requested).toHaveLength(2);
});

test('start page: the newest post is read once in five seconds, and stays known when the forum is down', async () => {
  let time = 0;
  let up = true;
  const requested: string[] = [];
  const agent = {
    fingerprint: 'kPrK_qmxVWaYVA9wwBF6Iuo3vVzz7TxHCTwXBygrS4k',
    owner: '5f3c9a1e7b2d4860a1c2e3f405162738',
  };
  const latest = createLatestPost({
    forum: 'http://forum.test',
    fetch: async (input) => {
      requested.push(input instanceof Request ? input.url : String(input));
      if (!up) throw new TypeError('connection refused');
      const post = { title: 'Hello', forum: 'general', url: 'http://forum.test/posts/1', body: '', ...agent };
      return Response.json({ ok: true, posts: [post], hasMore: false, nextCursor: null });
    },
    now: () => time,
  });
  const hello = { title: 'Hello', forum: 'general', url: 'http://forum.test/posts/1', ...agent };
  expect(await Promise.all([latest(), latest()])).toEqual([hello, hello]);
  up = false;
  time = 4_999;
  expect(await latest()).toEqual(hello);
  expect(requested).toEqual(['http://forum.test/api/posts?sort=new&limit=1']);
  time = 5_000;
  expect(await latest()).toEqual(hello);
  expect(requested).toHaveLength(2);
});

test('start page: without a response of the forum it says nothing of posts, and with an empty forum that there is none', async () => {
  let time = 0;
  let respond = (): Response => new Response('{}', { status: 503, headers: { 'content-type': 'application/json' } });
  const latest = createLatestPost({ forum: 'http://forum.test', fetch: async () => respond(), now: () => time });
  expect(await latest()).toBeUndefined();
  respond = () => Response.json({ ok: true, posts: [], hasMore: false, nextCursor: null });
  time = 5_000;
  expect(await latest()).toBe('none');
});

// Does not resolve, like a public address inside a container.
const issuer = 'http://sso.invalid';
const ada = { ip: '198.51.100.7', userAgent: 'A browser' };
const deepLink = `${issuer}/approve/link`;

/** A provider that approves immediately; `requested` contains the requested paths in order. */
function network(state: string) {
  const requested: string[] = [];
  const responses: Readonly<Record<string, object>> = {
    '/oauth/authorize': { polling_code: 'poll', deep_link: deepLink, expired_at: 600 },
    '/oauth/poll': { status: 'authorized', authorization_code: 'code', state, iss: issuer },
    '/oauth/token': { access_token: 'token', token_type: 'Bearer', expires_in: 60 },
    '/oauth/userinfo': { sub: 'ada' },
  };
  const fetch: typeof globalThis.fetch = async (input, init) => {
    const { pathname } = new URL(input instanceof Request ? input.url : input);
    const headers = new Headers(init?.headers ?? (input instanceof Request ? input.headers : {}));
    requested.push(
      ['authorization', 'x-forwarded-for', 'user-agent'].reduce((line, name) => {
        const value = headers.get(name);
        return value === null ? line : `${line} ${value}`;
      }, pathname),
    );
    return Response.json(responses[pathname]);
  };
  return { requested, fetch };
}

test("try: every request uses the injected fetch, and the provider receives the visitor's address and browser", async () => {
  const { requested, fetch } = network('same');
  const parts = { issuer, clientId: 'app', randomText: () => 'same', fetch };
  const pending = await startAttempt(parts, ada);
  if ('refused' in pending) throw new Error(pending.refused);
  expect(pending).toMatchObject({ deepLink, pollingCode: 'poll' });
  expect(await checkAttempt(parts, pending)).toEqual({ status: 'signed in', sub: 'ada' });
  expect(requested).toEqual([
    '/oauth/authorize 198.51.100.7 A browser',
    '/oauth/poll',
    '/oauth/token',
    '/oauth/userinfo Bearer token',
  ]);
});

test('try: a response with the state of another attempt is rejected', async () => {
  const { fetch, requested } = network('another');
  const parts = { issuer, clientId: 'app', randomText: () => 'same', fetch };
  const pending = await startAttempt(parts, ada);
  if ('refused' in pending) throw new Error(pending.refused);
  expect(await checkAttempt(parts, pending)).toMatchObject({ status: 'failed' });
  expect(requested).not.toContain('/oauth/token');
});

const redirectUri = 'http://web.invalid/try/callback';
const attempt = { verifier: 'v', state: 's' };

/** A provider that accepts every code; `forms` contains the token requests. */
function redirectNetwork() {
  const forms: Record<string, string>[] = [];
  const fetch: typeof globalThis.fetch = async (input, init) => {
    const request = new Request(input, init);
    if (new URL(request.url).pathname === '/oauth/userinfo') return Response.json({ sub: 'ada' });
    forms.push(Object.fromEntries(new URLSearchParams(await request.text())));
    return Response.json({ access_token: 'token', token_type: 'Bearer', expires_in: 60 });
  };
  return { forms, parts: { issuer, clientId: 'app', randomText: () => 'random', fetch } };
}

test('try on this device: the browser navigates in query mode to the registered address', () => {
  const { location } = startRedirect(redirectNetwork().parts, redirectUri);
  expect(Object.fromEntries(new URL(location).searchParams)).toMatchObject({
    response_mode: 'query',
    client_id: 'app',
    redirect_uri: redirectUri,
    code_challenge_method: 'S256',
  });
});

test('try on this device: the code is redeemed with its verifier and redirect URI', async () => {
  const { parts, forms } = redirectNetwork();
  const state = await finishRedirect(parts, redirectUri, attempt, { code: 'c', state: 's', iss: issuer });
  expect(state).toEqual({ status: 'signed in', sub: 'ada' });
  expect(forms).toMatchObject([{ code: 'c', code_verifier: 'v', redirect_uri: redirectUri, client_id: 'app' }]);
});

test.each([
  ['without an attempt in this browser', undefined, { code: 'c', state: 's', iss: issuer }],
  ['of another attempt', attempt, { code: 'c', state: 'other', iss: issuer }],
  ['of another provider', attempt, { code: 'c', state: 's', iss: 'http://other.invalid' }],
  ['with a repeated code', attempt, { code: ['c', 'd'], state: 's', iss: issuer }],
])('try on this device: a response %s is not redeemed', async (_what, pending, response) => {
  const { parts, forms } = redirectNetwork();
  expect(await finishRedirect(parts, redirectUri, pending, response)).toMatchObject({ status: 'failed' });
  expect(forms).toEqual([]);
});

test('try on this device: a declined sign-in is shown as declined', async () => {
  const response = { error: 'access_denied', state: 's', iss: issuer };
  expect(await finishRedirect(redirectNetwork().parts, redirectUri, attempt, response)).toEqual({ status: 'rejected' });
});
