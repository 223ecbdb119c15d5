import type { FastifyInstance } from 'fastify';
import { randomBytes } from 'node:crypto';
import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type TestDatabase, testDatabase } from '../../contract-tests/fixtures/database.ts';
import { startTokenIssuer, type TokenIssuer } from '../../contract-tests/fixtures/token-issuer.ts';
import { createIds } from '../service/ids.ts';
import { createProcessMetrics } from '../service/metrics.ts';
import { backendMigrations } from './migrations/index.ts';
import { type BackendService, createBackendService } from './service.ts';
import type { BackendSettings } from './settings.ts';

const baseUrl = 'http://backend.test';
const audience = '00000006010000000000000000000001';
const clock = { ahead: 0 };
const provider = { down: false };
const now = () => new Date(Date.now() + clock.ahead);
const seconds = 1000;

let issuer: TokenIssuer;
let database: TestDatabase;
let service: BackendService;

beforeAll(async () => {
  issuer = await startTokenIssuer({ now: () => now().getTime() });
  database = await testDatabase({ area: 'backend', migrations: backendMigrations });
}, 60_000);
afterAll(async () => {
  await service.stop();
  await service.app.close();
  await database.close();
  await issuer.close();
});
beforeEach(async () => {
  provider.down = false;
  service = await start();
});

/** @param change settings unlike those of the rest */
function start(change: Partial<BackendSettings> = {}): Promise<BackendService> {
  return createBackendService({
    database,
    settings: {
      issuer: issuer.issuer,
      jwksUrl: issuer.jwksUrl,
      audience,
      webhookPublicKey: 'd75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a',
      recipients: { chain: '28p7y5GYc4maVvnEn4QF6Rp8CLNitLeAzCP6P5xoHftC', platform: audience },
      baseUrl,
      ...change,
    },
    environment: {
      baseUrl,
      log: pino({ level: 'silent' }),
      newRequestId: () => `req-${randomBytes(6).toString('hex')}`,
      trustedProxies: [],
      rateLimit: undefined,
      checkAnswers: true,
      ready: async () => true,
      metrics: createProcessMetrics(() => database.connections()).service('backend'),
    },
    now,
    randomBytes: (length) => randomBytes(length),
    newId: createIds(() => now().getTime(), randomBytes),
    fetch: (...request) => (provider.down ? Promise.reject(new TypeError('fetch failed')) : fetch(...request)),
  });
}

const token = () => issuer.token({ claims: { aud: audience } });
const getMe = (app: FastifyInstance, accessToken: string) =>
  app.inject({ url: '/api/me', headers: { authorization: `Bearer ${accessToken}` } });

test('provider: a new key is noticed by its first token', async () => {
  const before = await token();
  expect((await getMe(service.app, before)).statusCode).toBe(200);
  issuer.rotate('publish');
  clock.ahead += 11 * seconds;
  expect((await getMe(service.app, await token())).statusCode).toBe(200);
  expect((await getMe(service.app, before)).statusCode).toBe(200);
});

test('provider: a key that is withdrawn takes its tokens with it', async () => {
  const before = await token();
  expect((await getMe(service.app, before)).statusCode).toBe(200);
  issuer.rotate('withdraw');
  clock.ahead += 11 * seconds;
  expect((await getMe(service.app, await token())).statusCode).toBe(200);
  const refused = await getMe(service.app, before);
  expect([refused.statusCode, refused.json()]).toEqual([401, { error: 'Invalid token' }]);
});

test('provider: while it restarts, its known keys go on serving', async () => {
  expect((await getMe(service.app, await token())).statusCode).toBe(200);
  provider.down = true;
  clock.ahead += 25 * 3600 * seconds;
  expect((await getMe(service.app, await token())).statusCode).toBe(200);
});

test('provider: before its keys were ever fetched nobody is refused, only asked to try again', async () => {
  provider.down = true;
  const accessToken = await token();
  const unavailable = await getMe(service.app, accessToken);
  expect(unavailable.statusCode).toBe(503);
  expect(unavailable.headers['retry-after']).toMatch(/^\d+$/);
  provider.down = false;
  expect((await getMe(service.app, accessToken)).statusCode).toBe(200);
});

test('start: everything that is wrong with settings and catalog is in one message', async () => {
  const faults = {
    webhookPublicKey: '0100000000000000000000000000000000000000000000000000000000000000',
    audience: '',
    recipients: { chain: '', platform: audience },
  };
  const starting = start(faults);
  await expect(starting).rejects.toThrow(/WEBHOOK_PUBLIC_KEY cannot be used/);
  await expect(starting).rejects.toThrow(/PLATFORM_AUDIENCE is empty/);
  await expect(starting).rejects.toThrow(/product "coins-100-usdc" has the recipient ""/);
});

test('RFC 9728 §2: what is accepted is written down, and need not be read twice', async () => {
  const url = '/.well-known/oauth-protected-resource';
  const answer = await service.app.inject({ url });
  expect(answer.json()).toMatchObject({
    resource: baseUrl,
    authorization_servers: [issuer.issuer],
    bearer_methods_supported: ['header'],
    dpop_bound_access_tokens_required: false,
  });
  const again = await service.app.inject({ url, headers: { 'if-none-match': `${answer.headers.etag}` } });
  expect([again.statusCode, again.body]).toEqual([304, '']);
});
