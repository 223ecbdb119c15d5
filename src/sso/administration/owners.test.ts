import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { signInBrowser } from '../../../contract-tests/fixtures/sso/browser.ts';
import {
  adminKey,
  authorize,
  clientId,
  flow,
  form,
  issuer,
  startSso,
} from '../../../contract-tests/fixtures/sso/sso-fixture.ts';
import {
  approvedCode,
  enrol,
  refresh,
  requestUserinfo,
  sendAsDevice,
  signIn,
} from '../../../contract-tests/fixtures/sso/owner-sign-in.ts';
import { useStarted } from '../../../contract-tests/fixtures/use-started.ts';
import { bucketOf } from '../../runtime/database/bucket.ts';

const sso = useStarted(startSso);

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

const admin = (method: Method, path: string, payload?: object, key = adminKey) =>
  sso.app.inject({
    method,
    url: `/api/v1/owners${path}`,
    headers: { authorization: `Bearer ${key}` },
    ...(payload && { payload }),
  });

const eventsOf = (owner: string) =>
  sso.db.selectFrom('sso.audit_events').selectAll().where('owner_sub', '=', owner).orderBy('id').execute();

const subsOf = (response: { json: () => unknown }) =>
  (response.json() as { owners: { sub: string }[] }).owners.map(({ sub }) => sub);

test('sso suspendOwner: a suspended owner cannot approve, refresh or use a token, and browsers are signed out', async () => {
  const { sub, device, refresh_token, access_token } = await signIn(sso);
  const browser = await signInBrowser(sso, device);
  expect((await admin('GET', `/${sub}`)).json()).toMatchObject({
    sub,
    status: 'active',
    connectedSessions: 1,
    browserSessions: 1,
    devices: [{ kind: 'device', jkt: device.jkt }],
    passkeys: [{ kind: 'passkey', credentialId: browser.authenticator.id }],
  });

  const suspended = await admin('POST', `/${sub}/suspend`, { reason: 'Reported as stolen' });
  expect([suspended.statusCode, suspended.json()]).toMatchObject([
    200,
    { status: 'suspended', suspensionReason: 'Reported as stolen', connectedSessions: 0, browserSessions: 0 },
  ]);
  expect((await refresh(sso, refresh_token)).json()).toMatchObject({ error: 'invalid_grant' });
  expect((await requestUserinfo(sso, access_token)).statusCode).toBe(401);
  expect((await browser.send('GET', '')).statusCode).toBe(401);
  const byDevice = await sendAsDevice(sso, device, 'GET', '/api/v1/owner');
  expect([byDevice.statusCode, byDevice.json()]).toMatchObject([401, { error: 'owner_suspended' }]);
  const enrolled = await sendAsDevice(sso, device, 'POST', '/api/v1/owner/devices', { name: 'Phone' });
  expect(enrolled.json()).toMatchObject({ error: 'owner_suspended' });

  const { deep_link } = (await authorize(sso, flow().query)).json<{ deep_link: string }>();
  const decision = `/api/v1/owner/requests/${deep_link.split('/').at(-1)}/decision`;
  const decided = await sendAsDevice(sso, device, 'POST', decision, { decision: 'approve', clientId, dpopJkt: null });
  expect(decided.json()).toMatchObject({ error: 'owner_suspended' });
});

test('sso owners: a suspended owner cannot sign in with a passkey, a resumed one can', async () => {
  const { sub, authenticator } = await signInBrowser(sso);
  const post = (path: string, payload?: object) =>
    sso.app.inject({
      method: 'POST',
      url: `/api/v1/owner/${path}`,
      headers: { origin: issuer },
      ...(payload && { payload }),
    });
  const attempt = async () => {
    const options = (await post('session/options')).json<{ publicKey: { challenge: string } }>();
    return post('session', { credential: authenticator.get(options.publicKey.challenge) });
  };
  await admin('POST', `/${sub}/suspend`);
  const refused = await attempt();
  expect([refused.statusCode, refused.json()]).toMatchObject([401, { error: 'owner_suspended' }]);
  expect(refused.headers['set-cookie']).toBeUndefined();
  expect((await eventsOf(sub)).map(({ event }) => event)).toContain('suspended_owner_refused');

  expect((await admin('POST', `/${sub}/resume`)).json()).toMatchObject({ status: 'active', suspensionReason: null });
  expect((await attempt()).statusCode).toBe(200);
});

test('sso owners: a code that was approved before the suspension is not redeemed after it', async () => {
  const { sub, grant } = await approvedCode(sso);
  await admin('POST', `/${sub}/suspend`);
  expect((await form(sso, '/oauth/token', grant)).json()).toMatchObject({ error: 'invalid_grant' });
  await admin('POST', `/${sub}/resume`);
  expect((await form(sso, '/oauth/token', grant)).json()).toMatchObject({ error: 'invalid_grant' });
});

test('sso owners: suspending twice keeps time and reason of the first', async () => {
  const { sub } = await enrol(sso);
  const first = (await admin('POST', `/${sub}/suspend`, { reason: 'First' })).json();
  sso.advance(60);
  expect((await admin('POST', `/${sub}/suspend`, { reason: 'Second' })).json()).toEqual(first);
});

test('sso resumeOwner: sessions that a suspension revoked stay revoked after it', async () => {
  const { sub, refresh_token } = await signIn(sso);
  await admin('POST', `/${sub}/suspend`);
  await admin('POST', `/${sub}/resume`);
  expect((await refresh(sso, refresh_token)).json()).toMatchObject({ error: 'invalid_grant' });
});

test('sso deleteOwnerBySub: erasure removes the owner, and the audit keeps a pseudonym without address and device', async () => {
  const { sub, device, refresh_token } = await signIn(sso);
  const before = await eventsOf(sub);
  expect(before.map(({ event }) => event)).toEqual(['device_enrolled', 'sign_in_approved', 'tokens_issued']);

  expect((await admin('DELETE', `/${sub}`)).statusCode).toBe(204);
  expect((await admin('GET', `/${sub}`)).json()).toMatchObject({ error: 'owner_not_found' });
  expect((await admin('DELETE', `/${sub}`)).json()).toMatchObject({ error: 'owner_not_found' });
  expect((await refresh(sso, refresh_token)).json()).toMatchObject({ error: 'invalid_grant' });
  expect(await eventsOf(sub)).toEqual([]);

  const [{ owner_sub: pseudonym } = { owner_sub: null }] = await sso.db
    .selectFrom('sso.audit_events')
    .select('owner_sub')
    .where('event', '=', 'owner_deleted')
    .orderBy('id', 'desc')
    .execute();
  expect(pseudonym).toMatch(/^erased:[0-9a-f]{32}$/);
  const after = await eventsOf(String(pseudonym));
  expect(after.map(({ event, at }) => [event, at])).toEqual([
    ...before.map(({ event, at }) => [event, at]),
    ['owner_deleted', sso.now()],
  ]);
  expect(after.slice(0, -1).map(({ ip }) => ip)).toEqual([null, null, null]);
  expect(JSON.stringify(after)).not.toContain(device.jkt);
  expect(JSON.stringify(after)).not.toContain(sub);
  const enrolledAgain = await sendAsDevice(sso, device, 'POST', '/api/v1/owner/devices', { name: 'Phone' });
  expect(enrolledAgain.json<{ sub: string }>().sub).not.toBe(sub);
});

test('sso owners: a suspended owner can be erased', async () => {
  const { sub } = await enrol(sso);
  await admin('POST', `/${sub}/suspend`);
  expect((await admin('DELETE', `/${sub}`)).statusCode).toBe(204);
});

test('sso audit: rows of an existing owner cannot be pseudonymised, and no other change is possible', async () => {
  const { sub } = await enrol(sso);
  const pseudonym = `erased:${'0'.repeat(32)}`;
  const erase = sql`select sso.erase_owner_from_audit(${sub}, ${bucketOf(sub)}::smallint, ${pseudonym})`;
  const change = (values: string) => sql`update sso.audit_events set ${sql.raw(values)} where owner_sub = ${sub}`;
  const changes = [
    erase,
    change('ip = null'),
    change(`owner_sub = 'erased'`),
    change(`owner_sub = '${pseudonym}', event = 'sign_in_approved'`),
    change(`owner_sub = '${pseudonym}', details = '{"reason":"made up"}'`),
  ];
  for (const each of changes) await expect(each.execute(sso.db)).rejects.toThrow('never changed');
  await sso.db.deleteFrom('sso.owners').where('sub', '=', sub).execute();
  for (const each of changes.slice(1)) await expect(each.execute(sso.db)).rejects.toThrow('never changed');
  await erase.execute(sso.db);
  await expect(
    sql`update sso.audit_events set owner_sub = ${`erased:${'1'.repeat(32)}`} where owner_sub = ${pseudonym}`.execute(
      sso.db,
    ),
  ).rejects.toThrow('never changed');
  expect((await eventsOf(pseudonym)).map(({ event }) => event)).toEqual(['device_enrolled']);
});

test('sso owners: the search finds the beginning of an address or a name, a key and a passkey', async () => {
  const { sub, device } = await enrol(sso);
  const browser = await signInBrowser(sso);
  await sendAsDevice(sso, device, 'PATCH', `/api/v1/owner/devices/${device.jkt}`, { name: '100%_Ünique phone' });
  const search = async (text: string) => subsOf(await admin('GET', `?search=${encodeURIComponent(text)}`));
  expect(await search(sub.slice(0, 12))).toEqual([sub]);
  expect(await search('100%_ünique')).toEqual([sub]);
  expect(await search('100__')).toEqual([]);
  expect(await search(device.jkt)).toEqual([sub]);
  expect(await search(browser.authenticator.id)).toEqual([browser.sub]);
  expect(await search('phone')).not.toContain(browser.sub);
  expect(await search('%')).toEqual([]);
});

test('sso owners: administrators see and find an owner by the name of the profile', async () => {
  const { sub, device } = await enrol(sso);
  await sendAsDevice(sso, device, 'PATCH', '/api/v1/owner/profile', { displayName: 'Grace Hopper' });
  const found = (await admin('GET', '?search=grace%20h')).json<{ owners: object[] }>();
  expect(found.owners).toMatchObject([{ sub, displayName: 'Grace Hopper' }]);
  expect((await admin('GET', `/${sub}`)).json()).toMatchObject({ displayName: 'Grace Hopper' });
});

test('sso owners: the list filters by status and pages by cursor, the most recently created first', async () => {
  const created: string[] = [];
  for (let index = 0; index < 3; index += 1) {
    sso.advance(1);
    created.unshift((await enrol(sso)).sub);
  }
  const first = await admin('GET', '?limit=2');
  expect(subsOf(first)).toEqual(created.slice(0, 2));
  const { nextCursor } = first.json<{ nextCursor: string }>();
  expect(subsOf(await admin('GET', `?limit=1&cursor=${nextCursor}`))).toEqual(created.slice(2));
  expect((await admin('GET', '?cursor=bm90LW9uZQ')).statusCode).toBe(400);

  const [sub = ''] = created;
  await admin('POST', `/${sub}/suspend`);
  expect(subsOf(await admin('GET', '?status=suspended'))).toContain(sub);
  expect(subsOf(await admin('GET', '?status=active&limit=100'))).not.toContain(sub);
});

test('sso setConsoleScopes: console scopes are set by the bootstrap key alone and recorded', async () => {
  const { sub } = await enrol(sso);
  const { key } = (
    await sso.app.inject({
      method: 'POST',
      url: '/api/v1/administrators',
      headers: { authorization: `Bearer ${adminKey}` },
      payload: { name: 'Support desk', scopes: ['owners'] },
    })
  ).json<{ key: string }>();
  const path = `/${sub}/console-scopes`;
  expect((await admin('PUT', path, { scopes: ['keys'] }, key)).json()).toMatchObject({ error: 'insufficient_scope' });
  const granted = await admin('PUT', path, { scopes: ['owners', 'audit'] });
  expect(granted.json()).toMatchObject({ sub, consoleScopes: ['owners', 'audit'] });
  expect((await admin('PUT', path, { scopes: [] })).json()).toMatchObject({ consoleScopes: [] });
  expect((await eventsOf(sub)).at(-1)).toMatchObject({
    event: 'console_scopes_set',
    administrator_name: 'bootstrap',
    details: { scopes: [] },
  });
  expect((await admin('GET', `/${sub}`, undefined, key)).statusCode).toBe(200);
});

test('sso getOwnerBySub: an unknown session address is 404 owner_not_found, for every operation on an owner', async () => {
  const unknown = `/${'0'.repeat(32)}`;
  const responses = [
    await admin('GET', unknown),
    await admin('POST', `${unknown}/suspend`),
    await admin('POST', `${unknown}/resume`),
    await admin('DELETE', unknown),
    await admin('PUT', `${unknown}/console-scopes`, { scopes: [] }),
  ];
  for (const response of responses)
    expect([response.statusCode, response.json()]).toMatchObject([404, { error: 'owner_not_found' }]);
});

const request = (method: 'GET' | 'POST' | 'DELETE', path: string, key = adminKey) =>
  sso.app.inject({ method, url: `/api/v1/owners/${path}`, headers: { authorization: `Bearer ${key}` } });

async function keyWith(scopes: readonly string[]): Promise<string> {
  const response = await sso.app.inject({
    method: 'POST',
    url: '/api/v1/administrators',
    headers: { authorization: `Bearer ${adminKey}` },
    payload: { name: 'Support desk', scopes },
  });
  return response.json<{ key: string }>().key;
}

const sessionsOf = async (sub: string) =>
  (await request('GET', `${sub}/sessions`)).json<{ sessions: { sessionId: string; name: string | null }[] }>().sessions;

test('sso listOwnerSessions: an administrator sees what is connected, without the names that the owner gave', async () => {
  const { sub, device } = await signIn(sso);
  const [{ sessionId } = { sessionId: '' }] = await sessionsOf(sub);
  await sendAsDevice(sso, device, 'PATCH', `/api/v1/owner/sessions/${sessionId}`, { name: 'My diary' });
  const listed = await request('GET', `${sub}/sessions`);
  expect(listed.json()).toMatchObject({
    sessions: [{ sessionId, clientId, applicationName: 'Application 1', name: null }],
    hasMore: false,
  });
  expect(listed.body).not.toContain('My diary');
});

test('sso listOwnerBrowserSessions: an administrator sees the signed-in browsers', async () => {
  const { sub, device } = await enrol(sso);
  await signInBrowser(sso, device);
  expect((await request('GET', `${sub}/browser-sessions`)).json()).toMatchObject({
    browserSessions: [{ browserSessionId: expect.any(String), current: false }],
  });
});

test('sso revokeOwnerSession: the session ends at once, others stay, and the event names the administrator', async () => {
  const key = await keyWith(['owners']);
  const { sub, access_token, refresh_token } = await signIn(sso);
  const [{ sessionId } = { sessionId: '' }] = await sessionsOf(sub);
  expect((await request('DELETE', `${sub}/sessions/${sessionId}`, key)).statusCode).toBe(204);
  expect((await requestUserinfo(sso, access_token)).statusCode).toBe(401);
  expect((await refresh(sso, refresh_token)).json()).toMatchObject({ error: 'invalid_grant' });
  const again = await request('DELETE', `${sub}/sessions/${sessionId}`);
  expect([again.statusCode, again.json()]).toMatchObject([404, { error: 'owner_session_not_found' }]);
  const event = await sso.db
    .selectFrom('sso.audit_events')
    .selectAll()
    .where('owner_sub', '=', sub)
    .where('event', '=', 'session_revoked')
    .executeTakeFirstOrThrow();
  expect(event).toMatchObject({ administrator_name: 'Support desk', details: { sessionId, reason: 'administrator' } });
});

test('sso revokeOwnerSession: a session of another owner is 404 and stays', async () => {
  const { sub } = await enrol(sso);
  const other = await signIn(sso);
  const [{ sessionId } = { sessionId: '' }] = await sessionsOf(other.sub);
  expect((await request('DELETE', `${sub}/sessions/${sessionId}`)).statusCode).toBe(404);
  expect((await requestUserinfo(sso, other.access_token)).statusCode).toBe(200);
});

test('sso revokeOwnerSessions: applications and browsers end, the owner stays active, and repeating ends nothing', async () => {
  const { sub, device, access_token } = await signIn(sso);
  const browser = await signInBrowser(sso, device);
  expect((await request('POST', `${sub}/sessions/revoke`)).json()).toEqual({ revoked: 2 });
  expect((await requestUserinfo(sso, access_token)).statusCode).toBe(401);
  const owner = await sso.app.inject({ url: '/api/v1/owner', headers: { cookie: browser.cookie } });
  expect(owner.statusCode).toBe(401);
  expect((await request('GET', sub)).json()).toMatchObject({
    status: 'active',
    connectedSessions: 0,
    browserSessions: 0,
  });
  expect((await request('POST', `${sub}/sessions/revoke`)).json()).toEqual({ revoked: 0 });
});

test('sso: operations on sessions of an owner need the scope owners and an existing owner', async () => {
  const key = await keyWith(['audit', 'keys', 'providers']);
  const unknown = '0'.repeat(32);
  const calls = [
    ['GET', `${unknown}/sessions`],
    ['GET', `${unknown}/browser-sessions`],
    ['DELETE', `${unknown}/sessions/0193a6c0-8c2f-7d4b-8e66-1b2c3d4e5f60`],
    ['POST', `${unknown}/sessions/revoke`],
  ] as const;
  for (const [method, path] of calls) {
    expect((await request(method, path, key)).json()).toMatchObject({ error: 'insufficient_scope' });
    const missing = await request(method, path);
    expect([missing.statusCode, missing.json()]).toMatchObject([404, { error: 'owner_not_found' }]);
  }
});
