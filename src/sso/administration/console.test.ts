import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  adminKey,
  clientId,
  dpop,
  form,
  otherClientId,
  type Sso,
  startSso,
} from '../../../contract-tests/fixtures/sso/sso-fixture.ts';
import {
  approvedCode,
  refresh,
  sendAsDevice,
  type Tokens,
} from '../../../contract-tests/fixtures/sso/owner-sign-in.ts';
import { consoleKeyExpiry, generateConsoleKey, isConsoleKey } from './administrator.ts';
import { newKey, type TestKey } from '../../../contract-tests/fixtures/protocol/keys.ts';

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

interface SignedIn {
  readonly sub: string;
  readonly device: TestKey;
  readonly key: TestKey;
  readonly tokens: Tokens;
}

interface Opened {
  readonly id: string;
  readonly name: string;
  readonly key: string;
  readonly scopes: readonly string[];
  readonly expiresAt: string;
}

const path = '/api/v1/console-sessions';
const challenge =
  'DPoP error="insufficient_user_authentication", acr_values="open_console", max_age="600", ' +
  'algs="EdDSA Ed25519 ES256", scope="openid"';

/** Signs in for the console, with a ceremony for opening it unless `more` says otherwise. */
async function signInTo(
  client: string,
  more: Record<string, string> = { acr_values: 'open_console' },
): Promise<SignedIn> {
  const key = newKey();
  const { grant, sub, device } = await approvedCode(sso, { dpop_jkt: key.jkt, client_id: client, ...more });
  const response = await form(sso, '/oauth/token', grant, { dpop: await dpop(sso, key) });
  expect(response.statusCode).toBe(200);
  return { sub, device, key, tokens: response.json<Tokens>() };
}

const admin = (method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE', url: string, payload?: object, key = adminKey) =>
  sso.app.inject({
    method,
    url: `/api/v1/${url}`,
    headers: { authorization: `Bearer ${key}` },
    ...(payload && { payload }),
  });

async function grant(sub: string, body: object): Promise<void> {
  const response = await admin('PUT', `owners/${sub}/console-scopes`, body);
  expect([response.statusCode, response.body]).toEqual([200, expect.any(String)]);
}

async function open({ key, tokens: { access_token: accessToken } }: Pick<SignedIn, 'key' | 'tokens'>) {
  const proof = await dpop(sso, key, { path, accessToken });
  return sso.app.inject({ method: 'POST', url: path, headers: { authorization: `DPoP ${accessToken}`, dpop: proof } });
}

async function access({ key, tokens: { access_token: accessToken } }: SignedIn): Promise<readonly [number, unknown]> {
  const url = '/api/v1/console-access';
  const proof = await dpop(sso, key, { method: 'GET', path: url, accessToken });
  const headers = { authorization: `DPoP ${accessToken}`, dpop: proof };
  const response = await sso.app.inject({ url, headers });
  return [response.statusCode, response.json()];
}

async function opened(scopes: readonly string[] = ['owners', 'audit']): Promise<SignedIn & { console: Opened }> {
  const person = await signInTo(clientId);
  await grant(person.sub, { scopes, name: 'Night shift' });
  const response = await open(person);
  expect([response.statusCode, response.body]).toEqual([201, expect.any(String)]);
  return { ...person, console: response.json<Opened>() };
}

const lastEvent = async (event: string) =>
  sso.db
    .selectFrom('sso.audit_events')
    .selectAll()
    .where('event', '=', event)
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow();

test('sso createConsoleSession: a granted owner gets a key with the scopes of the grant, for 600 seconds after the sign-in', async () => {
  const { console, sub } = await opened();
  expect(console).toMatchObject({ name: 'Night shift', sub, scopes: ['owners', 'audit'] });
  expect(console.key).toMatch(/^con_[A-Za-z0-9_-]{43}\.[0-9a-f]{32}$/);
  expect(new Date(console.expiresAt).getTime()).toBe(sso.clock.now.getTime() + 600_000);
  expect((await admin('GET', `owners/${sub}`, undefined, console.key)).statusCode).toBe(200);
  const refused = await admin('GET', 'providers', undefined, console.key);
  expect([refused.statusCode, refused.json()]).toMatchObject([403, { error: 'insufficient_scope' }]);
  expect((await admin('GET', 'administrators/current', undefined, console.key)).json()).toMatchObject({
    id: console.id,
    name: 'Night shift',
    scopes: ['owners', 'audit'],
    expiresAt: console.expiresAt,
  });
  const rows = await sso.db.selectFrom('sso.console_sessions').selectAll().execute();
  expect(JSON.stringify(rows)).not.toContain(console.key);
});

test('sso console: actions with a console key are recorded with the name of the grant and the id of the session', async () => {
  const { console, sub } = await opened();
  expect(await lastEvent('console_opened')).toMatchObject({
    owner_sub: sub,
    administrator_id: console.id,
    administrator_name: 'Night shift',
  });
  await admin('POST', `owners/${sub}/resume`, undefined, console.key);
  expect(await lastEvent('owner_resumed')).toMatchObject({ administrator_id: console.id });
});

test('sso console: a console key manages neither administrators nor grants, whatever its scopes', async () => {
  const { console, sub } = await opened(['providers', 'owners', 'keys', 'audit']);
  for (const [method, url, body] of [
    ['GET', 'administrators', undefined],
    ['POST', 'administrators', { name: 'Raised', scopes: ['keys'] }],
    ['GET', 'console-grants', undefined],
    ['PUT', `owners/${sub}/console-scopes`, { scopes: ['forum'] }],
  ] as const) {
    const refused = await admin(method, url, body, console.key);
    expect([refused.statusCode, refused.json()]).toMatchObject([403, { error: 'insufficient_scope' }]);
  }
});

test('sso listConsoleGrants: grants are listed with their owners, the newest first, in pages', async () => {
  sso.advance(1);
  const first = await opened(['audit']);
  sso.advance(1);
  const second = await opened(['owners', 'audit']);
  const page = async (query: string) =>
    (await admin('GET', `console-grants?${query}`)).json<{
      grants: { sub: string; name: string; scopes: string[]; status: string }[];
      nextCursor: string | null;
    }>();
  const newest = await page('limit=1');
  expect(newest.grants).toMatchObject([
    { sub: second.sub, name: 'Night shift', scopes: ['owners', 'audit'], status: 'active' },
  ]);
  const next = await page(`limit=1&cursor=${newest.nextCursor}`);
  expect(next.grants).toMatchObject([{ sub: first.sub, scopes: ['audit'] }]);
});

test('sso createConsoleSession: an owner without a grant, or with an expired grant, gets 403 console_access_denied', async () => {
  const person = await signInTo(clientId);
  expect((await open(person)).json()).toMatchObject({ error: 'console_access_denied' });
  expect(await lastEvent('console_refused')).toMatchObject({
    owner_sub: person.sub,
    details: { reason: 'not_granted' },
  });
  await grant(person.sub, { scopes: ['audit'], expiresInSeconds: 60 });
  sso.advance(61);
  const expired = await open(person);
  expect([expired.statusCode, expired.json()]).toMatchObject([403, { error: 'console_access_denied' }]);
  expect(await lastEvent('console_refused')).toMatchObject({ details: { reason: 'expired' } });
});

test('sso createConsoleSession: another application cannot ask for a ceremony that opens the console', async () => {
  const person = await signInTo(otherClientId);
  await grant(person.sub, { scopes: ['audit'] });
  const refused = await open(person);
  expect([refused.statusCode, refused.json()]).toMatchObject([401, { error: 'insufficient_user_authentication' }]);
});

test('sso createConsoleSession: a sign-in just now that was not asked to open the console gets 401 with acr_values', async () => {
  const person = await signInTo(clientId, {});
  await grant(person.sub, { scopes: ['audit'] });
  const refused = await open(person);
  expect([refused.statusCode, refused.json()]).toMatchObject([401, { error: 'insufficient_user_authentication' }]);
  expect(refused.headers['www-authenticate']).toEqual([challenge]);
});

test('sso getConsoleAccess: an owner without a live grant gets 200 without access, which the audit records', async () => {
  const person = await signInTo(clientId);
  expect(await access(person)).toEqual([200, { sub: person.sub, granted: false }]);
  const refused = { owner_sub: person.sub, details: { reason: 'not_granted' } };
  expect(await lastEvent('console_refused')).toMatchObject(refused);
  await grant(person.sub, { scopes: ['audit'], expiresInSeconds: 60 });
  expect(await access(person)).toEqual([200, { sub: person.sub, granted: true }]);
  expect(await lastEvent('console_refused')).toMatchObject(refused);
  sso.advance(61);
  expect(await access(person)).toEqual([200, { sub: person.sub, granted: false }]);
  expect(await lastEvent('console_refused')).toMatchObject({ details: { reason: 'expired' } });
});

test('sso getConsoleAccess: a token of another application gets 403 console_access_denied', async () => {
  expect(await access(await signInTo(otherClientId))).toMatchObject([403, { error: 'console_access_denied' }]);
  expect(await lastEvent('console_refused')).toMatchObject({ details: { reason: 'other_application' } });
});

test('sso createConsoleSession: a confirmation of 601 seconds ago gets 401 insufficient_user_authentication, also after a refresh', async () => {
  const person = await signInTo(clientId);
  await grant(person.sub, { scopes: ['audit'] });
  sso.advance(599);
  expect((await open(person)).statusCode).toBe(201);
  sso.advance(2);
  const renewed = (await refresh(sso, person.tokens.refresh_token, person.key)).json<Tokens>();
  for (const tokens of [person.tokens, renewed]) {
    const refused = await open({ key: person.key, tokens });
    expect([refused.statusCode, refused.json()]).toMatchObject([401, { error: 'insufficient_user_authentication' }]);
    expect(refused.headers['www-authenticate']).toEqual([challenge]);
  }
});

test('sso createConsoleSession: a Bearer token, an administrator key, a missing proof and no credentials get 401', async () => {
  const { tokens } = await signInTo(clientId);
  for (const authorization of [`Bearer ${tokens.access_token}`, `Bearer ${adminKey}`, `DPoP ${tokens.access_token}`]) {
    const refused = await sso.app.inject({ method: 'POST', url: path, headers: { authorization } });
    expect(refused.statusCode).toBe(401);
  }
  expect((await sso.app.inject({ method: 'POST', url: path })).statusCode).toBe(401);
});

test('sso console: a console key expires after 600 seconds', async () => {
  const { console } = await opened();
  sso.advance(600);
  const refused = await admin('GET', 'audit', undefined, console.key);
  expect([refused.statusCode, refused.json()]).toMatchObject([401, { error: 'invalid_token' }]);
});

const endings: readonly (readonly [string, (person: SignedIn & { console: Opened }) => Promise<unknown>])[] = [
  ['the grant is revoked', ({ sub }) => grant(sub, { scopes: [] })],
  ['the owner is suspended', ({ sub }) => admin('POST', `owners/${sub}/suspend`)],
  ['the owner is erased', ({ sub }) => admin('DELETE', `owners/${sub}`)],
  ['an administrator revokes the sessions of the owner', ({ sub }) => admin('POST', `owners/${sub}/sessions/revoke`)],
  [
    'the sign-in is revoked',
    ({ tokens }) => form(sso, '/oauth/revoke', { token: tokens.refresh_token, client_id: clientId }),
  ],
  [
    'the console session is deleted',
    ({ console }) => admin('DELETE', 'console-sessions/current', undefined, console.key),
  ],
  [
    'the owner disconnects the console',
    ({ device }) => sendAsDevice(sso, device, 'DELETE', `/api/v1/owner/clients/${clientId}`),
  ],
];

test.each(endings)('sso console: a console key stops working immediately when %s', async (_when, end) => {
  const person = await opened();
  expect((await admin('GET', 'audit', undefined, person.console.key)).statusCode).toBe(200);
  await end(person);
  expect((await admin('GET', 'audit', undefined, person.console.key)).statusCode).toBe(401);
});

test('sso console: a scope that is removed from the grant is immediately lost by open console keys', async () => {
  const { sub, console } = await opened(['owners', 'audit']);
  await grant(sub, { scopes: ['owners'] });
  expect((await admin('GET', 'audit', undefined, console.key)).statusCode).toBe(403);
  expect((await admin('GET', 'owners', undefined, console.key)).statusCode).toBe(200);
});

test('sso deleteConsoleSession: a request with an administrator key gets 409 not_a_console_session', async () => {
  const refused = await admin('DELETE', 'console-sessions/current');
  expect([refused.statusCode, refused.json()]).toMatchObject([409, { error: 'not_a_console_session' }]);
});

test('sso console: deleteExpired deletes sessions with an expired console key', async () => {
  await opened();
  const { createConsoleAccessStore } = await import('./administrator-store.ts');
  sso.advance(601);
  const store = createConsoleAccessStore(sso.db);
  expect(await store.deleteExpired(sso.clock.now, 100)).toBeGreaterThan(0);
  expect(await sso.db.selectFrom('sso.console_sessions').selectAll().execute()).toEqual([]);
});

test('sso console: the sign-in of the console ends after 12 hours, however often it is used', async () => {
  const person = await signInTo(clientId);
  let { refresh_token: token } = person.tokens;
  for (let hours = 0; hours < 12; hours += 3) {
    const refreshed = await refresh(sso, token, person.key);
    expect(refreshed.statusCode, refreshed.body).toBe(200);
    token = refreshed.json<Tokens>().refresh_token;
    sso.advance(3 * 3_600);
  }
  expect((await refresh(sso, token, person.key)).json()).toMatchObject({ error: 'invalid_grant' });
});

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

const confirmed = new Date('2026-03-01T09:30:00.000Z');

test.each([
  ['600 seconds after the confirmation', '2026-03-02T00:00:00.000Z', '2026-03-01T09:40:00.000Z'],
  ['with the grant, when that is earlier', '2026-03-01T09:35:00.000Z', '2026-03-01T09:35:00.000Z'],
])('console: a key expires %s', (_when, grantEnd, expected) => {
  expect(consoleKeyExpiry(confirmed, new Date(grantEnd)).toISOString()).toBe(expected);
});

test('console: keys have 256 random bits after their prefix, and no other text is one', () => {
  const sub = 'a'.repeat(32);
  const key = generateConsoleKey((length) => new Uint8Array(length).fill(255), sub);
  expect(key).toBe(`con_${'_'.repeat(42)}8.${sub}`);
  expect(isConsoleKey(key)).toBe(true);
  for (const other of ['', 'con_', key.slice(0, -1), `${key}x`, key.replace('con_', 'adm_')])
    expect(isConsoleKey(other)).toBe(false);
});
