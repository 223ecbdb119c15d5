import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  authorize,
  dpop,
  flow,
  form,
  poll,
  type Sso,
  startSso,
  testKey,
  type TestKey,
} from '../../../contract-tests/fixtures/sso/sso-fixture.ts';
import {
  sendAsDevice,
  decide,
  enrol,
  refresh,
  signIn,
  type Tokens,
} from '../../../contract-tests/fixtures/sso/owner-sign-in.ts';

let sso: Sso;
beforeAll(async () => {
  sso = await startSso();
});
afterAll(() => sso.close());

interface Shown {
  readonly sessionId: string;
  readonly name: string | null;
  readonly agentName: string | null;
}

const connections = async (device: TestKey) =>
  (await sendAsDevice(sso, device, 'GET', '/api/v1/owner/sessions')).json<{ sessions: readonly Shown[] }>().sessions;
const rename = (device: TestKey, sessionId: string | undefined, name: string | null) =>
  sendAsDevice(sso, device, 'PATCH', `/api/v1/owner/sessions/${sessionId}`, { name });

/** Signs an agent in that calls itself by a name. */
async function connectAgent(agentName: string, key = testKey()) {
  const attempt = flow({ agent_name: agentName, dpop_jkt: key.jkt });
  const started = (await authorize(sso, attempt.query)).json<{ deep_link: string; polling_code: string }>();
  const owner = await enrol(sso);
  const shown = await sendAsDevice(
    sso,
    owner.device,
    'GET',
    `/api/v1/owner/requests/${started.deep_link.split('/').at(-1)}`,
  );
  await decide(sso, owner.device, started.deep_link, 'approve', key.jkt);
  const { authorization_code: code } = (await poll(sso, started.polling_code)).json<{ authorization_code: string }>();
  const grant = {
    grant_type: 'authorization_code',
    code,
    client_id: attempt.query['client_id'] ?? '',
    code_verifier: attempt.verifier,
  };
  const tokens = (await form(sso, '/oauth/token', grant, { dpop: await dpop(sso, key) })).json<Tokens>();
  return { ...owner, key, shown: shown.json<{ agentName: string | null }>(), tokens };
}

test.each(['Nightly build', '夜間ビルド', 'Zoë’s agent (2)', 'a'.repeat(80)])(
  'sso authorize: the agent name %j is shown to the approver and in the connection',
  async (agentName) => {
    const { device, shown } = await connectAgent(agentName);
    expect(shown.agentName).toBe(agentName);
    expect(await connections(device)).toMatchObject([{ agentName, name: null, applicationName: 'Application 1' }]);
  },
);

test.each([
  ['81 characters', 'a'.repeat(81)],
  ['a line break', 'one\ntwo'],
  ['NUL', 'one\u0000two'],
  ['a C1 control character', 'one\u0085two'],
  ['a right-to-left override', 'safe\u202egnp.exe'],
  ['a right-to-left isolate', '\u2067agent'],
  ['a zero-width space', 'agent\u200b'],
  ['a byte order mark', '\ufeffagent'],
  ['a leading space', ' agent'],
  ['only a space', ' '],
])('sso authorize: an agent name with %s is rejected', async (_, agentName) => {
  const response = await authorize(sso, flow({ agent_name: agentName }).query);
  expect([response.statusCode, response.json<{ error: string }>().error]).toEqual([400, 'invalid_request']);
});

test('sso authorize: without an agent name approver and connection see none', async () => {
  const { device } = await signIn(sso);
  expect(await connections(device)).toMatchObject([{ agentName: null, name: null }]);
});

test('sso listConnectedSessions: a connection has the fingerprint of its key and place and time of its last use', async () => {
  const { device, key, tokens } = await connectAgent('Agent');
  const [group] = key.jkt.match(/.{1,4}/g) ?? [];
  expect(await connections(device)).toMatchObject([
    {
      keyFingerprint: expect.stringMatching(new RegExp(`^${group} `)),
      lastPlace: { ipAddress: '127.0.0.1', userAgent: 'lightMyRequest' },
    },
  ]);
  sso.advance(60);
  const refreshed = await sso.app.inject({
    method: 'POST',
    url: '/oauth/token',
    headers: {
      'content-type': 'application/x-www-form-urlencoded',
      'user-agent': 'agent/2',
      dpop: await dpop(sso, key),
    },
    remoteAddress: '198.51.100.9',
    payload: new URLSearchParams({
      grant_type: 'refresh_token',
      refresh_token: tokens.refresh_token,
      client_id: '00000006010000000000000000000001',
    }).toString(),
  });
  expect(refreshed.statusCode).toBe(200);
  expect(await connections(device)).toMatchObject([
    {
      lastUsedAt: sso.clock.now.toISOString(),
      lastPlace: { ipAddress: '198.51.100.9', userAgent: 'agent/2' },
    },
  ]);
});

test('sso updateConnectedSession: a name survives a refresh, and null removes it', async () => {
  const { device, key, tokens } = await connectAgent('Agent');
  const [session] = await connections(device);
  const renamed = await rename(device, session?.sessionId, 'Build machine');
  expect([renamed.statusCode, renamed.json()]).toMatchObject([200, { name: 'Build machine', agentName: 'Agent' }]);
  await refresh(sso, tokens.refresh_token, key);
  expect(await connections(device)).toMatchObject([{ name: 'Build machine' }]);
  expect((await rename(device, session?.sessionId, null)).json()).toMatchObject({ name: null, agentName: 'Agent' });
});

test('sso updateConnectedSession: connections of others and ended ones are not found', async () => {
  const { device } = await connectAgent('Agent');
  const [session] = await connections(device);
  const stranger = await enrol(sso);
  const refused = await rename(stranger.device, session?.sessionId, 'Mine');
  expect([refused.statusCode, refused.json<{ error: string }>().error]).toEqual([404, 'session_not_found']);
  expect(await connections(device)).toMatchObject([{ name: null }]);
  await sendAsDevice(sso, device, 'DELETE', `/api/v1/owner/sessions/${session?.sessionId}`);
  expect((await rename(device, session?.sessionId, 'Gone')).statusCode).toBe(404);
});
