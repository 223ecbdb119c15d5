import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createDeviceProof } from '../protocol/device-proof.ts';
import {
  asDevice,
  askUserinfo,
  authorize,
  clientId,
  dpop,
  enrol,
  flow,
  issuer,
  otherClientId,
  refresh,
  signIn,
  type Sso,
  startSso,
  startTimeout,
  type TestKey,
  testKey,
} from './testing/sso-fixture.ts';

let sso: Sso;
beforeAll(async () => {
  sso = await startSso();
}, startTimeout);
afterAll(() => sso.close());

interface Proven {
  readonly htm?: string;
  readonly htu?: string;
  readonly body?: string;
  readonly iat?: number;
  readonly jti?: string;
}

/** A proof for `GET /api/v1/owner`, but for what is given. */
const proofOf = (device: TestKey, { htm = 'GET', htu = `${issuer}/api/v1/owner`, body, iat, jti }: Proven = {}) =>
  createDeviceProof({
    htm,
    htu,
    now: iat ?? sso.clock.now.getTime() / 1000,
    jti: jti ?? randomUUID(),
    jwk: device.jwk,
    sign: device.sign,
    body: body === undefined ? undefined : Buffer.from(body),
  });

const getOwner = (authorization: string) => sso.app.inject({ url: '/api/v1/owner', headers: { authorization } });

async function ask(changes: Record<string, string | undefined> = {}): Promise<string> {
  const { deep_link } = (await authorize(sso, flow(changes).query)).json<{ deep_link: string }>();
  return deep_link.split('/').at(-1) ?? '';
}

const decide = (device: TestKey, requestId: string, body: object) =>
  asDevice(sso, device, 'POST', `/api/v1/owner/requests/${requestId}/decision`, body);

const approve = { decision: 'approve', clientId, dpopJkt: null };

test('a device proof is accepted, and its use is noted', async () => {
  const { device, sub } = await enrol(sso);
  const answer = await getOwner(`Device ${await proofOf(device)}`);
  expect([answer.statusCode, answer.json()]).toMatchObject([
    200,
    { sub, passkeys: [], devices: [{ jkt: device.jkt, name: 'Phone', lastUsedAt: sso.clock.now.toISOString() }] },
  ]);
});

test('without credentials the answer says how a device authenticates', async () => {
  const answer = await sso.app.inject('/api/v1/owner');
  expect([answer.statusCode, answer.headers['www-authenticate'], answer.json<{ error: string }>().error]).toEqual([
    401,
    'Device algs="EdDSA Ed25519"',
    'unauthorized',
  ]);
});

const refusals: readonly [string, Proven][] = [
  ['another method', { htm: 'POST' }],
  ['another address', { htu: `${issuer}/api/v1/owner/sessions` }],
  ['another host', { htu: 'http://localhost:4002/api/v1/owner' }],
  ['a body that is not there', { body: '{}' }],
  ['a time 61 seconds ago', { iat: Date.parse('2026-03-01T09:28:59.000Z') / 1000 }],
];
test.each(refusals)('a device proof for %s is refused, and not used up', async (_, proven) => {
  const { device } = await enrol(sso);
  const jti = randomUUID();
  const answer = await getOwner(`Device ${await proofOf(device, { ...proven, jti })}`);
  expect([answer.statusCode, answer.headers['www-authenticate'], answer.json<{ error: string }>().error]).toEqual([
    401,
    'Device algs="EdDSA Ed25519", error="invalid_device_proof"',
    'invalid_device_proof',
  ]);
  expect((await getOwner(`Device ${await proofOf(device, { jti })}`)).statusCode).toBe(200);
});

test('a DPoP proof is no device proof', async () => {
  const { device } = await enrol(sso);
  const proof = await dpop(sso, device, { path: '/api/v1/owner', method: 'GET' });
  expect((await getOwner(`Device ${proof}`)).statusCode).toBe(401);
});

test.each(['Device', 'Device x', 'Device a b', 'device %%%'])('Authorization: %s is refused', async (value) => {
  const answer = await getOwner(value);
  expect([answer.statusCode, answer.json<{ error: string }>().error]).toEqual([401, 'invalid_device_proof']);
});

test('a device proof works once, also when it is sent twenty times at once', async () => {
  const { device } = await enrol(sso);
  const proof = await proofOf(device);
  const answers = await Promise.all(Array.from({ length: 20 }, () => getOwner(`Device ${proof}`)));
  expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1);
});

test('a body other than the signed one is refused', async () => {
  const device = testKey();
  const url = '/api/v1/owner/devices';
  const authorization = `Device ${await proofOf(device, { htm: 'POST', htu: issuer + url, body: '{"name":"Phone"}' })}`;
  const send = (payload: string) =>
    sso.app.inject({ method: 'POST', url, headers: { authorization, 'content-type': 'application/json' }, payload });
  expect((await send('{"name":"Stolen"}')).statusCode).toBe(401);
  expect((await send('{"name":"Phone"}')).statusCode).toBe(201);
});

test('a key that nobody enrolled is told so', async () => {
  const answer = await getOwner(`Device ${await proofOf(testKey())}`);
  expect([answer.statusCode, answer.json<{ error: string }>().error]).toEqual([401, 'unknown_device']);
});

test('enrolling again changes nothing', async () => {
  const { device, sub } = await enrol(sso);
  sso.pass(5);
  const again = await asDevice(sso, device, 'POST', '/api/v1/owner/devices', { name: 'Another name' });
  expect([again.statusCode, again.json()]).toMatchObject([200, { sub, name: 'Phone', jkt: device.jkt }]);
});

test('one key enrolled ten times at once has one owner', async () => {
  const device = testKey();
  const before = (await sso.db.selectFrom('sso.owners').select('sub').execute()).length;
  const answers = await Promise.all(
    Array.from({ length: 10 }, () => asDevice(sso, device, 'POST', '/api/v1/owner/devices', { name: 'Phone' })),
  );
  expect(answers.filter(({ statusCode }) => statusCode === 201)).toHaveLength(1);
  expect(new Set(answers.map((answer) => answer.json<{ sub: string }>().sub)).size).toBe(1);
  expect((await sso.db.selectFrom('sso.owners').select('sub').execute()).length).toBe(before + 1);
});

test('RFC 10027: an approver is shown application, place, time, key and comparison code', async () => {
  const { device } = await enrol(sso);
  const { jkt } = testKey();
  const requestId = await ask({ dpop_jkt: jkt });
  const answer = await asDevice(sso, device, 'GET', `/api/v1/owner/requests/${requestId}`);
  expect([answer.statusCode, answer.json()]).toMatchObject([
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

test('a decision repeats what was shown: another application or key is refused and decides nothing', async () => {
  const { device } = await enrol(sso);
  const requestId = await ask();
  const wrong = [
    await decide(device, requestId, { ...approve, clientId: otherClientId }),
    await decide(device, requestId, { ...approve, dpopJkt: testKey().jkt }),
  ];
  expect(wrong.map((answer) => [answer.statusCode, answer.json<{ error: string }>().error])).toEqual([
    [400, 'request_mismatch'],
    [400, 'request_mismatch'],
  ]);
  expect((await decide(device, requestId, approve)).statusCode).toBe(200);
});

test('a decision works once, and the first one stands, whoever made it', async () => {
  const [one, other] = [await enrol(sso), await enrol(sso)];
  const requestId = await ask();
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, turn) =>
      decide((turn % 2 === 0 ? one : other).device, requestId, {
        ...approve,
        decision: turn % 3 === 0 ? 'approve' : 'reject',
      }),
    ),
  );
  const [won, ...more] = answers.filter(({ statusCode }) => statusCode === 200);
  expect(more).toEqual([]);
  expect(answers.filter(({ statusCode }) => statusCode === 409)).toHaveLength(19);
  const { status, sub } = won?.json<{ status: string; sub: string }>() ?? {};
  const shown = await asDevice(sso, one.device, 'GET', `/api/v1/owner/requests/${requestId}`);
  expect(shown.json()).toMatchObject({ status, decidedAt: expect.any(String) });
  const audited = await sso.db
    .selectFrom('sso.audit_events')
    .select('event')
    .where('owner_sub', '=', sub ?? '')
    .where('event', 'in', ['sign_in_approved', 'sign_in_rejected'])
    .execute();
  expect(audited).toEqual([{ event: `sign_in_${status}` }]);
});

test('an expired request cannot be decided, and says so', async () => {
  const { device } = await enrol(sso);
  const requestId = await ask();
  sso.pass(300);
  const answer = await decide(device, requestId, approve);
  expect([answer.statusCode, answer.json<{ error: string }>().error]).toEqual([410, 'request_expired']);
  const shown = await asDevice(sso, device, 'GET', `/api/v1/owner/requests/${requestId}`);
  expect(shown.json()).toMatchObject({ status: 'expired', decidedAt: null });
});

test('an unknown link leads to 404, a malformed one to 400', async () => {
  const { device } = await enrol(sso);
  const get = (id: string) => asDevice(sso, device, 'GET', `/api/v1/owner/requests/${id}`);
  expect([(await get('A'.repeat(43))).statusCode, (await get('short')).statusCode]).toEqual([404, 400]);
  expect((await decide(device, 'A'.repeat(43), approve)).statusCode).toBe(404);
});

test('connected sessions are listed page by page, the newest first, to their owner alone', async () => {
  const { device, sub } = await signIn(sso);
  for (let more = 0; more < 2; more++) {
    sso.pass(10);
    const asked = flow();
    const { deep_link, polling_code } = (await authorize(sso, asked.query)).json<Record<string, string>>();
    await decide(device, deep_link?.split('/').at(-1) ?? '', approve);
    const { authorization_code = '' } = (
      await sso.app.inject({ method: 'POST', url: '/oauth/poll', payload: { polling_code } })
    ).json<Record<string, string>>();
    const grant = { grant_type: 'authorization_code', code: authorization_code, client_id: clientId };
    await sso.app.inject({
      method: 'POST',
      url: '/oauth/token',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: new URLSearchParams({ ...grant, code_verifier: asked.verifier }).toString(),
    });
  }
  interface Page {
    readonly sessions: readonly { readonly sessionId: string; readonly createdAt: string }[];
    readonly hasMore: boolean;
    readonly nextCursor: string | null;
  }
  const list = async (query: string) =>
    (await asDevice(sso, device, 'GET', `/api/v1/owner/sessions?${query}`)).json<Page>();
  const first = await list('limit=2');
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
  expect((await asDevice(sso, stranger.device, 'GET', '/api/v1/owner/sessions')).json()).toMatchObject({
    sessions: [],
  });
  const theirs = `/api/v1/owner/sessions/${first.sessions[0]?.sessionId}`;
  expect((await asDevice(sso, stranger.device, 'DELETE', theirs)).statusCode).toBe(404);
  expect(sub).not.toBe(stranger.sub);
});

test.each([
  'AAAA',
  'MTIz',
  Buffer.from('1.not-an-id').toString('base64url'),
  Buffer.from('9'.repeat(30)).toString('base64url'),
])('the cursor %s is refused with 400', async (cursor) => {
  const { device } = await enrol(sso);
  const answer = await asDevice(sso, device, 'GET', `/api/v1/owner/sessions?cursor=${cursor}`);
  expect(answer.statusCode).toBe(400);
});

test('revoking one session ends its tokens at once', async () => {
  const key = testKey();
  const { device, access_token, refresh_token } = await signIn(sso, key);
  const { sessions } = (await asDevice(sso, device, 'GET', '/api/v1/owner/sessions')).json<{
    sessions: { sessionId: string; jkt: string }[];
  }>();
  expect(sessions).toMatchObject([{ jkt: key.jkt }]);
  const url = `/api/v1/owner/sessions/${sessions[0]?.sessionId}`;
  const answers = [await asDevice(sso, device, 'DELETE', url), await asDevice(sso, device, 'DELETE', url)];
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([204, 404]);
  expect((await refresh(sso, refresh_token, key)).statusCode).toBe(400);
  expect((await askUserinfo(sso, access_token, key)).statusCode).toBe(401);
});

test('revoking an application counts the sessions it ends; with none it is 0', async () => {
  const { device, refresh_token } = await signIn(sso);
  const revoke = () => asDevice(sso, device, 'DELETE', `/api/v1/owner/clients/${clientId}`);
  expect([(await revoke()).json(), (await revoke()).json()]).toEqual([{ revoked: 1 }, { revoked: 0 }]);
  expect((await refresh(sso, refresh_token)).statusCode).toBe(400);
});

test('deleting an owner disconnects everything, and the same key starts as somebody new', async () => {
  const { device, sub, refresh_token, access_token } = await signIn(sso);
  const gone = await asDevice(sso, device, 'DELETE', '/api/v1/owner');
  expect([gone.statusCode, gone.headers['set-cookie']]).toEqual([204, undefined]);
  expect((await refresh(sso, refresh_token)).statusCode).toBe(400);
  expect((await askUserinfo(sso, access_token)).statusCode).toBe(401);
  expect((await asDevice(sso, device, 'GET', '/api/v1/owner')).json()).toMatchObject({ error: 'unknown_device' });
  const again = await asDevice(sso, device, 'POST', '/api/v1/owner/devices', { name: 'Phone' });
  expect(again.statusCode).toBe(201);
  expect(again.json<{ sub: string }>().sub).not.toBe(sub);
});

test('deciding and deleting at once ends in one of both, never in a crash', async () => {
  for (let round = 0; round < 8; round++) {
    const { device } = await enrol(sso);
    const requestId = await ask();
    const [gone, ...decided] = await Promise.all([
      asDevice(sso, device, 'DELETE', '/api/v1/owner'),
      decide(device, requestId, approve),
      decide(device, requestId, approve),
    ]);
    expect(gone.statusCode).toBe(204);
    for (const { statusCode } of decided) expect([200, 401, 404, 409]).toContain(statusCode);
  }
});
