import { afterAll, beforeAll, expect, test } from 'vitest';
import type { FastifyInstance } from 'fastify';
import { pino } from 'pino';
import { loadMasterKey } from '../../runtime/start/master-key.ts';
import { createProcessMetrics } from '../../runtime/observe/metrics.ts';
import { createStartService } from './service.ts';

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
