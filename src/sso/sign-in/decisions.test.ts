import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import {
  authorize,
  clientId,
  flow,
  otherClientId,
  startSso,
} from '../../../contract-tests/fixtures/sso/sso-fixture.ts';
import {
  sendAsDevice,
  requestUserinfo,
  enrol,
  refresh,
  signIn,
} from '../../../contract-tests/fixtures/sso/owner-sign-in.ts';
import { useStarted } from '../../../contract-tests/fixtures/use-started.ts';
import { authorizationStatus, codeExpiry } from './authorization-request.ts';
import { defaultLifetimes } from '../settings.ts';
import { checkComparison, type Comparison, comparisonCode, type PickedCode } from './comparison.ts';
import { remainingStep, type SilentSignIn } from './silent-sign-in.ts';
import { createPollPace } from './poll-pace.ts';
import { newKey, type TestKey } from '../../../contract-tests/fixtures/protocol/keys.ts';

const sso = useStarted(startSso);

async function startRequest(changes: Record<string, string | undefined> = {}): Promise<string> {
  const { deep_link } = (await authorize(sso, flow(changes).query)).json<{ deep_link: string }>();
  return deep_link.split('/').at(-1) ?? '';
}

const decide = (device: TestKey, requestId: string, body: object) =>
  sendAsDevice(sso, device, 'POST', `/api/v1/owner/requests/${requestId}/decision`, body);

const approve = { decision: 'approve', clientId, dpopJkt: null };

test('RFC 10027: an approver sees application, place, time, key and comparison code', async () => {
  const { device } = await enrol(sso);
  const { jkt } = newKey();
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
  const [requestId, bound] = [await startRequest(), await startRequest({ dpop_jkt: newKey().jkt })];
  const wrong = [
    await decide(device, requestId, { ...approve, clientId: otherClientId }),
    await decide(device, requestId, { ...approve, dpopJkt: newKey().jkt }),
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
  const key = newKey();
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

const at = (seconds: number) => new Date(Date.UTC(2026, 2, 1) + seconds * 1000);
const pending = { decision: 'pending', expiresAt: at(300), codeExpiresAt: null, redeemedAt: null } as const;
const approved = { ...pending, decision: 'approved', codeExpiresAt: at(400) } as const;

test.each([
  ['that nobody has decided before expiresAt', 'pending', pending, 299],
  ['that nobody has decided at expiresAt', 'expired', pending, 300],
  ['that was approved, after expiresAt', 'approved', approved, 399],
  ['whose code was not redeemed until codeExpiresAt', 'expired', approved, 400],
  ['that was rejected, at any later time', 'rejected', { ...pending, decision: 'rejected' } as const, 999],
  ['that was redeemed, at any later time', 'redeemed', { ...approved, redeemedAt: at(350) }, 999],
])('sso: a sign-in %s has the status %s', (_name, status, request, now) => {
  expect(authorizationStatus(request, at(now))).toBe(status);
});

test('sso: a sign-in takes at most 10 minutes, however late it is approved [A45, A104]', () => {
  const lifetimes = { ...defaultLifetimes, authorization: 570, code: 600 };
  const seconds = (approvedAt: number) =>
    (codeExpiry({ createdAt: at(0) }, at(approvedAt), lifetimes).getTime() - at(0).getTime()) / 1000;
  expect([seconds(0), seconds(200), seconds(569)]).toEqual([600, 600, 600]);
  expect(codeExpiry({ createdAt: at(0) }, at(100), defaultLifetimes)).toEqual(at(400));
});

const code = 'KTR-WDQ';
const right = { comparisonCode: code };
const wrong = { comparisonCode: 'BHN-PQX' };
const none = {};
const without = { withoutComparison: true } as const;

test.each<[Comparison, 'browser' | 'device', string, PickedCode, boolean | 'comparison_required']>([
  ['none', 'browser', 'no code', none, true],
  ['optional', 'browser', 'the right code', right, true],
  ['optional', 'browser', 'a wrong code', wrong, false],
  ['optional', 'browser', 'no code', none, 'comparison_required'],
  ['optional', 'browser', 'no code, confirmed', without, true],
  ['optional', 'device', 'no code', none, true],
  ['optional', 'device', 'a wrong code', wrong, false],
  ['required', 'browser', 'the right code', right, true],
  ['required', 'browser', 'no code, confirmed', without, 'comparison_required'],
  ['required', 'browser', 'a wrong code, confirmed', { ...wrong, ...without }, false],
  ['required', 'device', 'no code', none, 'comparison_required'],
  ['required', 'device', 'the right code', right, true],
])('RFC 10027: comparison %s, a %s with %s', (comparison, kind, _what, picked, expected) => {
  const check = () => checkComparison(comparison, { kind }, picked, code);
  if (expected === 'comparison_required') expect(check).toThrow(expect.objectContaining({ code: expected }));
  else expect(check()).toBe(expected);
});

test('sso: comparison codes match the contract and use every letter', () => {
  const codes = Array.from({ length: 400 }, () => comparisonCode(randomBytes));
  for (const code of codes) expect(code).toMatch(/^[BCDFGHJKLMNPQRSTVWXZ]{3}-[BCDFGHJKLMNPQRSTVWXZ]{3}$/);
  expect(new Set(codes.join('').replaceAll('-', '')).size).toBe(20);
});

const now = new Date('2026-03-01T10:00:00Z');
const ago = (seconds: number) => new Date(now.getTime() - seconds * 1000);

const silent: SilentSignIn = {
  client: { kind: 'own' },
  request: { prompt: 'none', maxAge: null, acr: null, hintedSub: null },
  ceremony: { sub: 'a', at: ago(3600), authenticator: null, tokenHash: 'hash' },
  consented: true,
  fromOwnPage: true,
  now,
};

const request = (changes: Partial<SilentSignIn['request']>): Partial<SilentSignIn> => ({
  request: { ...silent.request, ...changes },
});

test.each<[string, Partial<SilentSignIn>, ReturnType<typeof remainingStep>]>([
  ['of an own application that was approved before', {}, 'none'],
  ['that asks for a ceremony of its own', request({ acr: 'open_console' }), 'login'],
  ['without prompt', request({ prompt: null }), 'none'],
  ['of another application', { client: { kind: 'application' } }, 'login'],
  ['in a signed-out browser', { ceremony: undefined }, 'login'],
  ['that another site began', { fromOwnPage: false }, 'click'],
  ['that was never approved', { consented: false }, 'consent'],
  ['with prompt=login', request({ prompt: 'login' }), 'login'],
  ['with prompt=consent', request({ prompt: 'consent' }), 'login'],
  ['with prompt=select_account', request({ prompt: 'select_account' }), 'login'],
  ['with a ceremony exactly max_age ago', request({ maxAge: 3600 }), 'none'],
  ['with a ceremony longer than max_age ago', request({ maxAge: 3599 }), 'login'],
  ['with the hint of the signed-in owner', request({ hintedSub: 'a' }), 'none'],
  ['with the hint of another owner', request({ hintedSub: 'b' }), 'login'],
])('sso: the remaining step of a silent sign-in %s', (_name, changes, step) => {
  expect(remainingStep({ ...silent, ...changes })).toBe(step);
});

test('sso: Retry-After doubles for polls that are too fast, up to 60 s, and is 5 s otherwise', () => {
  let now = at(0);
  const pace = createPollPace(() => now);
  const waits = Array.from({ length: 6 }, () => pace.nextWait('hash'));
  expect(waits).toEqual([5, 10, 20, 40, 60, 60]);
  now = at(3);
  expect([pace.nextWait('hash'), pace.nextWait('another')]).toEqual([5, 5]);
});
