import { expect, test } from 'vitest';
import { adminKey, clientId, startSso } from '../../../contract-tests/fixtures/sso/sso-fixture.ts';
import { useStarted } from '../../../contract-tests/fixtures/use-started.ts';

const sso = useStarted(() => startSso({ limits: 'on' }));

interface Created {
  readonly id: string;
  readonly key: string;
  readonly expiresAt: string;
}

const day = 86_400;

const request = (key: string, method: 'GET' | 'POST', path: string, payload?: object, remoteAddress = '192.0.2.1') =>
  sso.app.inject({
    method,
    url: `/api/v1/${path}`,
    headers: { authorization: `Bearer ${key}` },
    remoteAddress,
    ...(payload && { payload }),
  });

async function create(scopes: readonly string[], further: object = {}): Promise<Created> {
  const response = await request(adminKey, 'POST', 'administrators', { name: 'Support desk', scopes, ...further });
  expect([response.statusCode, response.body]).toEqual([201, expect.any(String)]);
  return response.json<Created>();
}

/** Reads the counter of wrong keys by outcome. */
async function keyRefusals() {
  const { body } = await sso.app.inject({ url: '/metrics' });
  const of = (outcome: string) =>
    Number(
      new RegExp(`administrator_key_refusals_total\\{outcome="${outcome}",service="sso"\\} (\\d+)`).exec(body)?.[1] ??
        0,
    );
  return { refused: of('refused'), limited: of('limited') };
}

const events = (event: string) =>
  sso.db.selectFrom('sso.audit_events').selectAll().where('event', '=', event).orderBy('id').execute();

test('sso createAdministrator: a key is returned once and stored as a hash', async () => {
  const { id, key } = await create(['providers']);
  expect(key).toMatch(/^adm_[A-Za-z0-9_-]{43}$/);
  const listed = await request(adminKey, 'GET', 'administrators');
  expect(listed.json<{ administrators: object[] }>().administrators).toContainEqual(
    expect.objectContaining({ id, name: 'Support desk', scopes: ['providers'], status: 'active', revokedAt: null }),
  );
  expect(listed.body).not.toContain(key);
  const rows = await sso.db.selectFrom('sso.administrators').selectAll().execute();
  expect(JSON.stringify(rows)).not.toContain(key);
  expect(JSON.stringify(await events('administrator_created'))).not.toContain(key);
});

test('sso administrators: a key opens the operations of its scopes, the others are 403 insufficient_scope', async () => {
  const { key } = await create(['providers']);
  expect((await request(key, 'GET', 'providers')).statusCode).toBe(200);
  for (const [method, path] of [
    ['POST', 'signing-keys'],
    ['GET', 'administrators'],
  ] as const) {
    const refused = await request(key, method, path);
    expect([refused.statusCode, refused.json()]).toMatchObject([403, { error: 'insufficient_scope' }]);
    expect(refused.headers['www-authenticate']).toContain('error="insufficient_scope"');
  }
  // The first key is created in the background while the provider starts.
  await expect
    .poll(async () => (await events('signing_key_created')).map(({ request_id }) => request_id))
    .toEqual(['system']);
});

test('sso administrators: no administrator creates, revokes or lists administrators, whatever the scopes', async () => {
  const every = ['providers', 'owners', 'keys', 'audit', 'forum', 'payments', 'notifications'];
  const { id, key } = await create(every);
  const raised = await request(key, 'POST', 'administrators', { name: 'Raised', scopes: ['keys'] });
  const revoked = await request(key, 'POST', `administrators/${id}/revoke`);
  const listed = await request(key, 'GET', 'administrators');
  expect([raised, revoked, listed].map(({ statusCode }) => statusCode)).toEqual([403, 403, 403]);
  const named = await sso.db.selectFrom('sso.administrators').select('name').where('name', '=', 'Raised').execute();
  expect(named).toEqual([]);
  expect((await request(key, 'GET', 'providers')).statusCode).toBe(200);
});

test('sso administrators: a key is accepted until it expires, 90 days by default', async () => {
  const { id, key, expiresAt } = await create(['providers']);
  expect(new Date(expiresAt).getTime() - sso.clock.now.getTime()).toBe(90 * day * 1000);
  sso.advance(90 * day - 1);
  expect((await request(key, 'GET', 'providers')).statusCode).toBe(200);
  sso.advance(1);
  expect((await request(key, 'GET', 'providers')).statusCode).toBe(401);
  const listed = await request(adminKey, 'GET', 'administrators');
  expect(listed.json<{ administrators: object[] }>().administrators).toContainEqual(
    expect.objectContaining({ id, status: 'expired' }),
  );
});

test('sso revokeAdministrator: a revoked key is rejected at once, and revoking twice changes nothing', async () => {
  const { id, key } = await create(['providers'], { expiresInSeconds: 3_600 });
  const revoked = await request(adminKey, 'POST', `administrators/${id}/revoke`);
  expect([revoked.statusCode, revoked.json()]).toMatchObject([200, { id, status: 'revoked' }]);
  expect((await request(key, 'GET', 'providers')).json()).toMatchObject({ error: 'invalid_token' });
  sso.advance(60);
  expect((await request(adminKey, 'POST', `administrators/${id}/revoke`)).json()).toEqual(revoked.json());
});

test('sso administrators: an unknown id is 404 administrator_not_found', async () => {
  const response = await request(adminKey, 'POST', 'administrators/0193a6c0-7b1e-7c3a-9d55-0a1b2c3d4e5f/revoke');
  expect([response.statusCode, response.json()]).toMatchObject([404, { error: 'administrator_not_found' }]);
});

test.each([
  [{ name: 'Bootstrap', scopes: ['owners'] }],
  [{ name: 'X', scopes: [] }],
  [{ name: 'X', scopes: ['administrators'] }],
  [{ name: 'X', scopes: ['owners', 'owners'] }],
  [{ name: 'X', scopes: ['owners'], expiresInSeconds: 59 }],
  [{ name: 'X', scopes: ['owners'], expiresInSeconds: 367 * day }],
  [{ name: 'X', scopes: ['owners'], key: 'chosen' }],
])('sso administrators: %j is rejected as invalid_request', async (body) => {
  const response = await request(adminKey, 'POST', 'administrators', body);
  expect([response.statusCode, response.json()]).toMatchObject([400, { error: 'invalid_request' }]);
});

test('sso administrators: every audit row of an administrator names them, and the bootstrap key is bootstrap', async () => {
  const { id, key } = await create(['providers', 'keys']);
  const { providerAddress } = (await request(key, 'POST', 'providers', { name: 'Field Notes' })).json<{
    providerAddress: string;
  }>();
  await sso.app.inject({
    method: 'PATCH',
    url: `/api/v1/providers/${providerAddress}`,
    headers: { authorization: `Bearer ${key}` },
    payload: { name: 'Notes' },
  });
  await request(key, 'POST', `providers/${clientId}/disable`);
  const { kid } = (await request(key, 'POST', 'signing-keys')).json<{ kid: string }>();
  await request(key, 'POST', `signing-keys/${kid}/revoke`);
  await request(key, 'GET', 'administrators');
  for (const event of [
    'provider_created',
    'provider_updated',
    'provider_disabled',
    'signing_key_created',
    'signing_key_revoked',
    'admin_refused',
  ])
    expect([event, (await events(event)).at(-1)]).toMatchObject([
      event,
      { administrator_id: id, administrator_name: 'Support desk' },
    ]);
  expect((await events('administrator_created')).at(-1)).toMatchObject({
    administrator_id: null,
    administrator_name: 'bootstrap',
    details: { administratorId: id, name: 'Support desk' },
  });
});

test('sso getCurrentAdministrator: other services look up the administrator of a key, without a scope', async () => {
  const { id, key, expiresAt } = await create(['forum']);
  expect((await request(key, 'GET', 'administrators/current')).json()).toEqual({
    id,
    name: 'Support desk',
    scopes: ['forum'],
    expiresAt,
  });
  const bootstrap = await request(adminKey, 'GET', 'administrators/current');
  expect(bootstrap.json()).toMatchObject({ id: null, name: 'bootstrap', expiresAt: null });
  expect(bootstrap.json<{ scopes: string[] }>().scopes).toContain('administrators');
  expect((await request('wrong', 'GET', 'administrators/current')).statusCode).toBe(401);
});

test('sso listAdministrators: the list pages by cursor, the most recently created first', async () => {
  const ids: string[] = [];
  for (let index = 0; index < 5; index += 1) {
    ids.unshift((await create(['audit'], { name: `Auditor ${index}` })).id);
    sso.advance(1);
  }
  const seen: string[] = [];
  let cursor: string | null = '';
  while (cursor !== null) {
    const path: string = `administrators?limit=2${cursor && `&cursor=${cursor}`}`;
    const page = (await request(adminKey, 'GET', path)).json<{
      administrators: { id: string; name: string }[];
      nextCursor: string | null;
    }>();
    seen.push(...page.administrators.filter(({ name }) => name.startsWith('Auditor')).map(({ id }) => id));
    cursor = page.nextCursor;
  }
  expect(seen).toEqual(ids);
  expect((await request(adminKey, 'GET', 'administrators?cursor=bm90LW9uZQ')).statusCode).toBe(400);
});

test('sso administrators: wrong keys are counted, beyond ten a minute as limited, and named keys stay accepted', async () => {
  const { key } = await create(['providers']);
  const wrong = `adm_${'A'.repeat(43)}`;
  const statuses: number[] = [];
  const guess = () => request(wrong, 'GET', 'providers', undefined, '192.0.2.9');
  const before = await keyRefusals();
  for (let count = 0; count < 12; count += 1) statuses.push((await guess()).statusCode);
  expect(statuses).toEqual([...Array.from({ length: 10 }, () => 401), 429, 429]);
  expect((await request(key, 'GET', 'providers', undefined, '192.0.2.9')).statusCode).toBe(200);
  const after = await keyRefusals();
  expect([after.refused - before.refused, after.limited - before.limited]).toEqual([10, 2]);
});
