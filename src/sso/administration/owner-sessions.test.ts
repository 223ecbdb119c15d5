import { afterAll, beforeAll, expect, test } from 'vitest';
import { signInBrowser } from '../../../contract-tests/fixtures/sso/browser.ts';
import { adminKey, clientId, type Sso, startSso } from '../../../contract-tests/fixtures/sso/sso-fixture.ts';
import {
  sendAsDevice,
  requestUserinfo,
  enrol,
  refresh,
  signIn,
} from '../../../contract-tests/fixtures/sso/owner-sign-in.ts';

let sso: Sso;
beforeAll(async () => {
  sso = await startSso();
});
afterAll(() => sso.close());

const admin = (method: 'GET' | 'POST' | 'DELETE', path: string, key = adminKey) =>
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
  (await admin('GET', `${sub}/sessions`)).json<{ sessions: { sessionId: string; name: string | null }[] }>().sessions;

test('sso listOwnerSessions: an administrator sees what is connected, without the names that the owner gave', async () => {
  const { sub, device } = await signIn(sso);
  const [{ sessionId } = { sessionId: '' }] = await sessionsOf(sub);
  await sendAsDevice(sso, device, 'PATCH', `/api/v1/owner/sessions/${sessionId}`, { name: 'My diary' });
  const listed = await admin('GET', `${sub}/sessions`);
  expect(listed.json()).toMatchObject({
    sessions: [{ sessionId, clientId, applicationName: 'Application 1', name: null }],
    hasMore: false,
  });
  expect(listed.body).not.toContain('My diary');
});

test('sso listOwnerBrowserSessions: an administrator sees the signed-in browsers', async () => {
  const { sub, device } = await enrol(sso);
  await signInBrowser(sso, device);
  expect((await admin('GET', `${sub}/browser-sessions`)).json()).toMatchObject({
    browserSessions: [{ browserSessionId: expect.any(String), current: false }],
  });
});

test('sso revokeOwnerSession: the session ends at once, others stay, and the event names the administrator', async () => {
  const key = await keyWith(['owners']);
  const { sub, access_token, refresh_token } = await signIn(sso);
  const [{ sessionId } = { sessionId: '' }] = await sessionsOf(sub);
  expect((await admin('DELETE', `${sub}/sessions/${sessionId}`, key)).statusCode).toBe(204);
  expect((await requestUserinfo(sso, access_token)).statusCode).toBe(401);
  expect((await refresh(sso, refresh_token)).json()).toMatchObject({ error: 'invalid_grant' });
  const again = await admin('DELETE', `${sub}/sessions/${sessionId}`);
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
  expect((await admin('DELETE', `${sub}/sessions/${sessionId}`)).statusCode).toBe(404);
  expect((await requestUserinfo(sso, other.access_token)).statusCode).toBe(200);
});

test('sso revokeOwnerSessions: applications and browsers end, the owner stays active, and repeating ends nothing', async () => {
  const { sub, device, access_token } = await signIn(sso);
  const browser = await signInBrowser(sso, device);
  expect((await admin('POST', `${sub}/sessions/revoke`)).json()).toEqual({ revoked: 2 });
  expect((await requestUserinfo(sso, access_token)).statusCode).toBe(401);
  const owner = await sso.app.inject({ url: '/api/v1/owner', headers: { cookie: browser.cookie } });
  expect(owner.statusCode).toBe(401);
  expect((await admin('GET', sub)).json()).toMatchObject({
    status: 'active',
    connectedSessions: 0,
    browserSessions: 0,
  });
  expect((await admin('POST', `${sub}/sessions/revoke`)).json()).toEqual({ revoked: 0 });
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
    expect((await admin(method, path, key)).json()).toMatchObject({ error: 'insufficient_scope' });
    const missing = await admin(method, path);
    expect([missing.statusCode, missing.json()]).toMatchObject([404, { error: 'owner_not_found' }]);
  }
});
