import type { FastifyInstance, InjectOptions } from 'fastify';
import { beforeEach, expect, test } from 'vitest';
import type { BackendSecurity } from '../../generated/backend/operations.ts';
import type { BackendService } from './service.ts';
import { products } from './invoices/products.ts';
import {
  adminKeys,
  baseUrl,
  consoleOrigin,
  openBackends,
  paymentsOf,
} from '../../contract-tests/fixtures/backend/backends.ts';
import { useStarted } from '../../contract-tests/fixtures/use-started.ts';

const seconds = 1000;

// Key generation and migrations are slow on a busy machine.
const backends = useStarted(openBackends);
let service: BackendService;
beforeEach(async () => {
  backends.provider.down = false;
  service = await backends.start();
});

const getMe = (app: FastifyInstance, accessToken: string) =>
  app.inject({ url: '/api/me', headers: { authorization: `Bearer ${accessToken}` } });

test('backend: a token of a new provider key is accepted at once [D38]', async () => {
  const before = await backends.token();
  expect((await getMe(service.app, before)).statusCode).toBe(200);
  backends.issuer.rotate('publish');
  backends.clock.ahead += 11 * seconds;
  expect((await getMe(service.app, await backends.token())).statusCode).toBe(200);
  expect((await getMe(service.app, before)).statusCode).toBe(200);
});

test('backend: tokens of a withdrawn provider key are rejected', async () => {
  const before = await backends.token();
  expect((await getMe(service.app, before)).statusCode).toBe(200);
  backends.issuer.rotate('withdraw');
  backends.clock.ahead += 11 * seconds;
  expect((await getMe(service.app, await backends.token())).statusCode).toBe(200);
  const refused = await getMe(service.app, before);
  expect([refused.statusCode, refused.json()]).toEqual([401, { error: 'Invalid token' }]);
});

test('backend: a withdrawn provider key without successor is rejected when the cached key set expires', async () => {
  const before = await backends.token();
  expect((await getMe(service.app, before)).statusCode).toBe(200);
  backends.issuer.rotate('withdraw');
  backends.clock.ahead += 300 * seconds;
  expect((await getMe(service.app, before)).statusCode).toBe(401);
});

test('backend: cached provider keys verify tokens while the provider is unreachable', async () => {
  expect((await getMe(service.app, await backends.token())).statusCode).toBe(200);
  backends.provider.down = true;
  backends.clock.ahead += 24 * 3600 * seconds;
  expect((await getMe(service.app, await backends.token())).statusCode).toBe(200);
});

test('backend: without any provider key a request is 503 with Retry-After', async () => {
  backends.provider.down = true;
  const accessToken = await backends.token();
  const unavailable = await getMe(service.app, accessToken);
  expect(unavailable.statusCode).toBe(503);
  expect(unavailable.headers['retry-after']).toMatch(/^\d+$/);
  backends.provider.down = false;
  expect((await getMe(service.app, accessToken)).statusCode).toBe(200);
});

test.each([
  [consoleOrigin, 'GET', '/api/v1/admin/contradictions?state=open', consoleOrigin],
  [consoleOrigin, 'POST', '/api/v1/admin/contradictions/019ca98f-10a4-7d2c-9f3e-4b5a6c7d8e9f/resolve', consoleOrigin],
  ['http://other.test', 'GET', '/api/v1/admin/contradictions', undefined],
  [consoleOrigin, 'DELETE', '/api/v1/admin/users/somebody', undefined],
  [consoleOrigin, 'GET', '/api/me', undefined],
] as const)(
  'backend: to a page of %s that calls %s %s, the allowed origin is %s',
  async (origin, method, url, allowed) => {
    const headers = {
      origin,
      'access-control-request-method': method,
      'access-control-request-headers': 'authorization',
    };
    const preflight = await service.app.inject({ method: 'OPTIONS', url, headers });
    const response = await service.app.inject({ method, url, headers: { origin } });
    expect([preflight, response].map((one) => one.headers['access-control-allow-origin'])).toEqual([allowed, allowed]);
  },
);

// Typed by the contract: an operation that starts to require a person has to be listed here.
type UserOperation = {
  [Id in keyof BackendSecurity]: BackendSecurity[Id] extends 'anonymous' | 'adminKey' ? never : Id;
}[keyof BackendSecurity];
const userRequests: Readonly<Record<UserOperation, InjectOptions>> = {
  getMe: { url: '/api/me' },
  createInvoice: { method: 'POST', url: '/api/invoices', payload: { productId: 'nothing' } },
  listTransactions: { url: '/api/transactions' },
};

test.each(Object.entries(userRequests))(
  'users: the first authentication sets createdAt, also when the request is rejected: %s [D4]',
  async (operation, request) => {
    const headers = { authorization: `Bearer ${await backends.token(operation)}` };
    await service.app.inject({ ...request, headers });
    const rows = await backends.db
      .selectFrom('backend.users')
      .selectAll()
      .where('platform_id', '=', operation)
      .execute();
    expect(rows).toHaveLength(1);
    expect(rows[0]?.updated_at).toEqual(rows[0]?.created_at);
  },
);

test('users: updatedAt is updated on each getMe, and once a minute by other operations [D5]', async () => {
  const headers = { authorization: `Bearer ${await backends.token('regular')}` };
  const updatedAt = async () =>
    (await backends.db.selectFrom('backend.users').selectAll().where('platform_id', '=', 'regular').execute())[0]
      ?.updated_at;
  const list = () => service.app.inject({ url: '/api/transactions', headers });
  await list();
  const first = await updatedAt();
  backends.clock.ahead += 30 * seconds;
  await list();
  expect(await updatedAt()).toEqual(first);
  expect((await getMe(service.app, headers.authorization.slice(7))).json()).not.toMatchObject({
    updatedAt: first?.toISOString(),
  });
  const lastSeenAt = await updatedAt();
  backends.clock.ahead += 31 * seconds;
  await list();
  expect(Number(await updatedAt())).toBeGreaterThan(Number(lastSeenAt));
});

test('Idempotency-Key: a retry returns its invoice although the product was withdrawn meanwhile', async () => {
  const authorization = `Bearer ${await backends.token()}`;
  const order = ({ app }: BackendService, key: string) =>
    app.inject({
      method: 'POST',
      url: '/api/invoices',
      headers: { authorization, 'idempotency-key': key },
      payload: { productId: 'coins-100-usdc' },
    });
  const first = await order(service, 'before');
  expect(first.statusCode).toBe(200);

  const withdrawn = await backends.start({}, (...recipients) =>
    products(...recipients).map((product) => ({ ...product, withdrawn: true })),
  );
  const retry = await order(withdrawn, 'before');
  expect([retry.statusCode, retry.json()]).toEqual([200, first.json()]);
  const refused = await order(withdrawn, 'after');
  expect([refused.statusCode, refused.json()]).toEqual([400, { error: 'Invalid product' }]);
  // The refusal left the key unused.
  expect((await order(service, 'after')).statusCode).toBe(200);
});

test('backend getProtectedResourceMetadata (RFC 9728 §2): names what is accepted, and returns 304 for a known ETag', async () => {
  const url = '/.well-known/oauth-protected-resource';
  const response = await service.app.inject({ url });
  expect(response.json()).toMatchObject({
    resource: baseUrl,
    authorization_servers: [backends.issuer.issuer],
    bearer_methods_supported: ['header'],
    dpop_bound_access_tokens_required: false,
  });
  const again = await service.app.inject({ url, headers: { 'if-none-match': `${response.headers.etag}` } });
  expect([again.statusCode, again.body]).toEqual([304, '']);
});

const adminRequests = [
  ['GET', 'contradictions'],
  ['POST', 'contradictions/019ca98f-10a4-7d2c-9f3e-4b5a6c7d8e9f/resolve'],
  ['GET', 'users/somebody'],
  ['DELETE', 'users/somebody'],
] as const;

test.each(adminRequests)('administration: %s %s needs a key with the scope payments', async (method, path) => {
  const body = method === 'POST' ? { resolution: 'refused', reason: 'x' } : undefined;
  const { admin } = paymentsOf(backends, service);
  const without = await service.app.inject({ method, url: `/api/v1/admin/${path}`, ...(body && { payload: body }) });
  expect([without.statusCode, without.json()]).toEqual([401, { error: 'Missing administrator key' }]);
  const wrong = await admin(method, path, body, `adm_${'x'.repeat(43)}`);
  expect([wrong.statusCode, wrong.json()]).toEqual([401, { error: 'Invalid administrator key' }]);
  const user = await admin(method, path, body, await backends.token());
  expect(user.statusCode).toBe(401);
  const other = await admin(method, path, body, adminKeys.forum);
  expect([other.statusCode, other.json()]).toEqual([403, { error: 'Insufficient scope' }]);
});
