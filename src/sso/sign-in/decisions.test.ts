import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  authorize,
  clientId,
  flow,
  otherClientId,
  type Sso,
  startSso,
  testKey,
  type TestKey,
} from '../../../contract-tests/fixtures/sso/sso-fixture.ts';
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

async function startRequest(changes: Record<string, string | undefined> = {}): Promise<string> {
  const { deep_link } = (await authorize(sso, flow(changes).query)).json<{ deep_link: string }>();
  return deep_link.split('/').at(-1) ?? '';
}

const decide = (device: TestKey, requestId: string, body: object) =>
  sendAsDevice(sso, device, 'POST', `/api/v1/owner/requests/${requestId}/decision`, body);

const approve = { decision: 'approve', clientId, dpopJkt: null };

test('RFC 10027: an approver sees application, place, time, key and comparison code', async () => {
  const { device } = await enrol(sso);
  const { jkt } = testKey();
  const requestId = await startRequest({ dpop_jkt: jkt });
  const response = await sendAsDevice(sso, device, 'GET', `/api/v1/owner/requests/${requestId}`);
  expect([response.statusCode, response.json()]).toMatchObject([
    200,
    {
      status: 'pending',
      applicationName: 'Application 1',
      clientId,
      dpopJkt: jkt,
      keyFingerprint: jkt.match(/.{1,4}/g)?.join(' '),
      comparisonCode: expect.stringMatching(/^[A-Z]{3}-[A-Z]{3}$/),
      sessionSeconds: 2_592_000,
      place: { ipAddress: '127.0.0.1', userAgent: 'lightMyRequest' },
      requestedAt: sso.clock.now.toISOString(),
      decidedAt: null,
    },
  ]);
});

test('sso: a decision that names another application or key is rejected and decides nothing', async () => {
  const { device } = await enrol(sso);
  const [requestId, bound] = [await startRequest(), await startRequest({ dpop_jkt: testKey().jkt })];
  const wrong = [
    await decide(device, requestId, { ...approve, clientId: otherClientId }),
    await decide(device, requestId, { ...approve, dpopJkt: testKey().jkt }),
    await decide(device, bound, approve),
  ];
  expect(wrong.map((response) => [response.statusCode, response.json<{ error: string }>().error])).toEqual([
    [400, 'request_mismatch'],
    [400, 'request_mismatch'],
    [400, 'request_mismatch'],
  ]);
  expect((await decide(device, requestId, approve)).statusCode).toBe(200);
});

test('sso: of twenty concurrent decisions by two owners, the first is kept', async () => {
  const [one, other] = [await enrol(sso), await enrol(sso)];
  const requestId = await startRequest();
  const responses = await Promise.all(
    Array.from({ length: 20 }, (_, turn) =>
      decide((turn % 2 === 0 ? one : other).device, requestId, {
        ...approve,
        decision: turn % 3 === 0 ? 'approve' : 'reject',
      }),
    ),
  );
  const [won, ...more] = responses.filter(({ statusCode }) => statusCode === 200);
  expect(more).toEqual([]);
  expect(responses.filter(({ statusCode }) => statusCode === 409)).toHaveLength(19);
  const { status, sub } = won?.json<{ status: string; sub: string }>() ?? {};
  const shown = await sendAsDevice(sso, one.device, 'GET', `/api/v1/owner/requests/${requestId}`);
  expect(shown.json()).toMatchObject({ status, decidedAt: expect.any(String) });
  const audited = await sso.db
    .selectFrom('sso.audit_events')
    .select('event')
    .where('owner_sub', '=', sub ?? '')
    .where('event', 'in', ['sign_in_approved', 'sign_in_rejected'])
    .execute();
  expect(audited).toEqual([{ event: `sign_in_${status}` }]);
});

test('sso: deciding an expired request is 410 request_expired', async () => {
  const { device } = await enrol(sso);
  const requestId = await startRequest();
  sso.advance(300);
  const response = await decide(device, requestId, approve);
  expect([response.statusCode, response.json<{ error: string }>().error]).toEqual([410, 'request_expired']);
  const shown = await sendAsDevice(sso, device, 'GET', `/api/v1/owner/requests/${requestId}`);
  expect(shown.json()).toMatchObject({ status: 'expired', decidedAt: null });
});

test('sso: an unknown request id is 404, a malformed one 400', async () => {
  const { device } = await enrol(sso);
  const get = (id: string) => sendAsDevice(sso, device, 'GET', `/api/v1/owner/requests/${id}`);
  expect([(await get('A'.repeat(43))).statusCode, (await get('short')).statusCode]).toEqual([404, 400]);
  expect((await decide(device, 'A'.repeat(43), approve)).statusCode).toBe(404);
});

test('sso listConnectedSessions: pages are newest first and visible only to the owner', async () => {
  const { device, sub } = await signIn(sso);
  for (let more = 0; more < 2; more++) {
    sso.advance(10);
    const attempt = flow();
    const { deep_link, polling_code } = (await authorize(sso, attempt.query)).json<Record<string, string>>();
    await decide(device, deep_link?.split('/').at(-1) ?? '', approve);
    const { authorization_code = '' } = (
      await sso.app.inject({ method: 'POST', url: '/oauth/poll', payload: { polling_code } })
    ).json<Record<string, string>>();
    const grant = { grant_type: 'authorization_code', code: authorization_code, client_id: clientId };
    await sso.app.inject({
      method: 'POST',
      url: '/oauth/token',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: new URLSearchParams({ ...grant, code_verifier: attempt.verifier }).toString(),
    });
  }
  interface Page {
    readonly sessions: readonly { readonly sessionId: string; readonly createdAt: string }[];
    readonly hasMore: boolean;
    readonly nextCursor: string | null;
  }
  const list = async (query: string) =>
    (await sendAsDevice(sso, device, 'GET', `/api/v1/owner/sessions?${query}`)).json<Page>();
  const first = await list('limit=2');
  expect(first.sessions[0]).toMatchObject({ permissionCodes: ['act'], services: ['Forum', 'Notifications'] });
  const second = await list(`limit=2&cursor=${first.nextCursor}`);
  expect([first.sessions.length, first.hasMore, second.sessions.length, second.hasMore, second.nextCursor]).toEqual([
    2,
    true,
    1,
    false,
    null,
  ]);
  const times = [...first.sessions, ...second.sessions].map(({ createdAt }) => createdAt);
  expect(times).toEqual(times.toSorted().toReversed());

  const stranger = await enrol(sso);
  expect((await sendAsDevice(sso, stranger.device, 'GET', '/api/v1/owner/sessions')).json()).toMatchObject({
    sessions: [],
  });
  const theirs = `/api/v1/owner/sessions/${first.sessions[0]?.sessionId}`;
  expect((await sendAsDevice(sso, stranger.device, 'DELETE', theirs)).statusCode).toBe(404);
  expect(sub).not.toBe(stranger.sub);
});

test.each([
  'AAAA',
  'MTIz',
  Buffer.from('1.not-an-id').toString('base64url'),
  Buffer.from('9'.repeat(30)).toString('base64url'),
])('sso: the list cursor %s is rejected with 400', async (cursor) => {
  const { device } = await enrol(sso);
  const response = await sendAsDevice(sso, device, 'GET', `/api/v1/owner/sessions?cursor=${cursor}`);
  expect(response.statusCode).toBe(400);
});

test('sso revokeConnectedSession: revoking a session ends its tokens at once', async () => {
  const key = testKey();
  const { device, access_token, refresh_token } = await signIn(sso, key);
  const { sessions } = (await sendAsDevice(sso, device, 'GET', '/api/v1/owner/sessions')).json<{
    sessions: { sessionId: string; jkt: string }[];
  }>();
  expect(sessions).toMatchObject([{ jkt: key.jkt }]);
  const url = `/api/v1/owner/sessions/${sessions[0]?.sessionId}`;
  const responses = [await sendAsDevice(sso, device, 'DELETE', url), await sendAsDevice(sso, device, 'DELETE', url)];
  expect(responses.map(({ statusCode }) => statusCode)).toEqual([204, 404]);
  expect((await refresh(sso, refresh_token, key)).statusCode).toBe(400);
  expect((await requestUserinfo(sso, access_token, key)).statusCode).toBe(401);
});

test('sso: revoking an application returns the number of revoked sessions, 0 for none', async () => {
  const { device, refresh_token } = await signIn(sso);
  const revoke = () => sendAsDevice(sso, device, 'DELETE', `/api/v1/owner/clients/${clientId}`);
  expect([(await revoke()).json(), (await revoke()).json()]).toEqual([{ revoked: 1 }, { revoked: 0 }]);
  expect((await refresh(sso, refresh_token)).statusCode).toBe(400);
});

test('sso: deleting an owner revokes its sessions, and the same key enrols as a new owner', async () => {
  const { device, sub, refresh_token, access_token } = await signIn(sso);
  const gone = await sendAsDevice(sso, device, 'DELETE', '/api/v1/owner');
  expect([gone.statusCode, gone.headers['set-cookie']]).toEqual([204, undefined]);
  expect((await refresh(sso, refresh_token)).statusCode).toBe(400);
  expect((await requestUserinfo(sso, access_token)).statusCode).toBe(401);
  expect((await sendAsDevice(sso, device, 'GET', '/api/v1/owner')).json()).toMatchObject({ error: 'unknown_device' });
  const again = await sendAsDevice(sso, device, 'POST', '/api/v1/owner/devices', { name: 'Phone' });
  expect(again.statusCode).toBe(201);
  expect(again.json<{ sub: string }>().sub).not.toBe(sub);
});

test('sso: concurrent decision and owner deletion never end in a 5xx', async () => {
  for (let round = 0; round < 8; round++) {
    const { device } = await enrol(sso);
    const requestId = await startRequest();
    const [gone, ...decided] = await Promise.all([
      sendAsDevice(sso, device, 'DELETE', '/api/v1/owner'),
      decide(device, requestId, approve),
      decide(device, requestId, approve),
    ]);
    expect(gone.statusCode).toBe(204);
    for (const { statusCode } of decided) expect([200, 401, 404, 409]).toContain(statusCode);
  }
});
