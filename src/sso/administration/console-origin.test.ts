import { afterAll, beforeAll, expect, test } from 'vitest';
import { adminKey, clientId, type Sso, startSso } from '../../../contract-tests/fixtures/sso/sso-fixture.ts';

let sso: Sso;
let without: Sso;
beforeAll(async () => {
  const maskedSettings = [
    { name: 'MASTER_KEY', value: '••••••', isDefault: false, description: 'Encrypts keys at rest.' },
  ];
  sso = await startSso({ settings: { consoleClient: clientId, maskedSettings } });
  without = await startSso();
});
afterAll(() => Promise.all([sso.close(), without.close()]));

const preflight = (provider: Sso, url: string, origin: string, method: string) =>
  provider.app.inject({
    method: 'OPTIONS',
    url,
    headers: { origin, 'access-control-request-method': method, 'access-control-request-headers': 'authorization' },
  });

test.each([
  ['/api/v1/owners', 'GET'],
  ['/api/v1/owners/5f3c9a1e7b2d4860a1c2e3f405162738', 'DELETE'],
  ['/api/v1/providers/00000006010000000000000000000001', 'PATCH'],
  ['/api/v1/console-access', 'GET'],
  ['/api/v1/console-sessions', 'POST'],
  ['/api/v1/audit/export', 'GET'],
])(
  'sso: pages of the console may call %s with %s, without cookies; those of other origins may not',
  async (url, method) => {
    const allowed = await preflight(sso, url, 'https://app.test', method);
    expect(allowed.headers['access-control-allow-origin']).toBe('https://app.test');
    expect(allowed.headers['access-control-allow-methods']).toContain(method);
    expect(allowed.headers['access-control-allow-credentials']).toBeUndefined();
    for (const origin of ['https://other.test', 'https://attacker.example', 'null'])
      expect((await preflight(sso, url, origin, method)).headers['access-control-allow-origin']).toBeUndefined();
    expect(
      (await preflight(without, url, 'https://app.test', method)).headers['access-control-allow-origin'],
    ).toBeUndefined();
  },
);

test.each(['/api/v1/owner', '/api/v1/owner/sessions', '/api/v1/ownersx', '/approve/x'])(
  'sso: pages of the console may not call %s',
  async (url) => {
    const response = await preflight(sso, url, 'https://app.test', 'DELETE');
    expect(response.headers['access-control-allow-origin']).toBeUndefined();
  },
);

test('sso getSettings: settings are shown masked, and need the scope audit', async () => {
  const requestSettings = (key: string) =>
    sso.app.inject({ url: '/api/v1/settings', headers: { authorization: `Bearer ${key}` } });
  expect((await requestSettings(adminKey)).json()).toEqual({
    settings: [{ name: 'MASTER_KEY', value: '••••••', isDefault: false, description: 'Encrypts keys at rest.' }],
  });
  const created = await sso.app.inject({
    method: 'POST',
    url: '/api/v1/administrators',
    headers: { authorization: `Bearer ${adminKey}` },
    payload: { name: 'Support desk', scopes: ['owners'] },
  });
  const refused = await requestSettings(created.json<{ key: string }>().key);
  expect([refused.statusCode, refused.json()]).toMatchObject([403, { error: 'insufficient_scope' }]);
});
