import { generateKeyPairSync } from 'node:crypto';
import { expect, test } from 'vitest';
import { SignJWT } from 'jose';
import {
  authorize,
  clientId,
  dpop,
  flow,
  form,
  issuer,
  poll,
  startSso,
} from '../../../contract-tests/fixtures/sso/sso-fixture.ts';
import {
  decide,
  enrol,
  refresh,
  sendAsDevice,
  signIn,
  type Tokens,
} from '../../../contract-tests/fixtures/sso/owner-sign-in.ts';
import { type SignedInBrowser, signInBrowser } from '../../../contract-tests/fixtures/sso/browser.ts';
import { differentNetwork } from './place.ts';
import { createTestDatabase } from '../../../contract-tests/fixtures/runtime/test-database.ts';
import { useStarted } from '../../../contract-tests/fixtures/use-started.ts';
import { type SsoDatabase, ssoMigrations } from '../database.ts';
import { createSessionStore } from './session-store.ts';
import { readLogoutRequest } from './logout.ts';
import { newKey, type TestKey } from '../../../contract-tests/fixtures/protocol/keys.ts';

const sso = useStarted(startSso);

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
async function connectAgent(agentName: string, key = newKey()) {
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
    { lastUsedAt: sso.clock.now.toISOString(), lastPlace: { ipAddress: '198.51.100.9', userAgent: 'agent/2' } },
  ]);
});

test('sso listConnectedSessions: a connection has the address of the icon of its application, and none without one', async () => {
  const { device } = await connectAgent('Agent');
  const [without] = await connections(device);
  expect(without).not.toHaveProperty('iconUrl');
  const iconOf = (version: string | null) =>
    sso.db.updateTable('sso.clients').set({ icon_version: version }).where('address', '=', clientId).execute();
  await iconOf('7');
  const iconUrl = `${issuer}/applications/${clientId}/icon?v=7`;
  expect(await connections(device)).toMatchObject([{ iconUrl }]);
  expect((await rename(device, without?.sessionId, 'Mine')).json()).toMatchObject({ iconUrl });
  await iconOf(null);
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

interface Listed {
  readonly browserSessions: readonly {
    readonly browserSessionId: string;
    readonly place: { readonly ipAddress: string; readonly userAgent: string | null } | null;
    readonly lastUsedAt: string;
    readonly current: boolean;
  }[];
  readonly nextCursor: string | null;
}

/** An owner with a device, signed in with two browsers. */
async function ownerWithTwoBrowsers() {
  const { device } = await enrol(sso);
  const first = await signInBrowser(sso, device);
  sso.advance(5);
  const second = await signInBrowser(sso, device);
  return { device, first, second };
}

const list = async (browser: SignedInBrowser) => (await browser.send('GET', 'browser-sessions')).json<Listed>();
const statusOf = async (browser: SignedInBrowser) => (await browser.send('GET', '')).statusCode;

const errorOf = (response: { readonly statusCode: number; readonly json: () => unknown }) => [
  response.statusCode,
  response.json(),
];

const refused = (status: number, error: string) => [status, { error, error_description: expect.any(String) }];

test('sso listBrowserSessions: each session has place, times and whether it is the one that asks', async () => {
  const { device, second } = await ownerWithTwoBrowsers();
  const { browserSessions } = await list(second);
  const now = sso.clock.now.toISOString();
  expect(browserSessions).toMatchObject([
    { place: { ipAddress: '127.0.0.1', userAgent: 'lightMyRequest' }, createdAt: now, lastUsedAt: now, current: true },
    { current: false },
  ]);
  const byDevice = await sendAsDevice(sso, device, 'GET', '/api/v1/owner/browser-sessions?limit=1');
  const page = byDevice.json<Listed>();
  expect(page.browserSessions.map(({ current }) => current)).toEqual([false]);
  const next = await second.send('GET', `browser-sessions?limit=1&cursor=${page.nextCursor}`);
  expect(next.json<Listed>()).toMatchObject({
    browserSessions: [{ browserSessionId: browserSessions[1]?.browserSessionId }],
    hasMore: false,
    nextCursor: null,
  });
});

test('sso listBrowserSessions: the last use and its place are current to a minute', async () => {
  const { first, second } = await ownerWithTwoBrowsers();
  const signedInAt = (await list(second)).browserSessions[1]?.lastUsedAt;
  sso.advance(30);
  await first.send('GET', '');
  expect((await list(second)).browserSessions[1]?.lastUsedAt).toBe(signedInAt);
  sso.advance(40);
  await sso.app.inject({
    url: '/api/v1/owner',
    headers: { cookie: first.cookie, 'user-agent': 'Another browser' },
    remoteAddress: '198.51.100.7',
  });
  expect((await list(second)).browserSessions[1]).toMatchObject({
    lastUsedAt: sso.clock.now.toISOString(),
    place: { ipAddress: '198.51.100.7', userAgent: 'Another browser' },
  });
});

test('sso listBrowserSessions: expired sessions and sessions of other owners are absent', async () => {
  const { device, second } = await ownerWithTwoBrowsers();
  await ownerWithTwoBrowsers();
  expect((await list(second)).browserSessions).toHaveLength(2);
  sso.advance(12 * 3600);
  const byDevice = await sendAsDevice(sso, device, 'GET', '/api/v1/owner/browser-sessions');
  expect(byDevice.json<Listed>().browserSessions).toEqual([]);
});

test('sso deleteBrowserSession: one browser is signed out, the other stays', async () => {
  const { first, second } = await ownerWithTwoBrowsers();
  const [current, other] = (await list(second)).browserSessions;
  const ended = await second.send('DELETE', `browser-sessions/${other?.browserSessionId}`);
  expect([ended.statusCode, ended.headers['set-cookie']]).toEqual([204, undefined]);
  expect([await statusOf(first), await statusOf(second)]).toEqual([401, 200]);
  const again = await second.send('DELETE', `browser-sessions/${other?.browserSessionId}`);
  expect(errorOf(again)).toEqual(refused(404, 'browser_session_not_found'));
  const self = await second.send('DELETE', `browser-sessions/${current?.browserSessionId}`);
  expect([self.statusCode, self.headers['set-cookie']]).toEqual([204, expect.stringContaining('Max-Age=0')]);
  expect(await statusOf(second)).toBe(401);
});

test('sso deleteBrowserSession: a session of another owner is not found and stays', async () => {
  const { second } = await ownerWithTwoBrowsers();
  const stranger = await signInBrowser(sso);
  const [session] = (await list(stranger)).browserSessions;
  const response = await second.send('DELETE', `browser-sessions/${session?.browserSessionId}`);
  expect(errorOf(response)).toEqual(refused(404, 'browser_session_not_found'));
  expect(await statusOf(stranger)).toBe(200);
});

test('sso deleteBrowserSessions: a cookie alone ends nothing, a fresh assertion ends every session', async () => {
  const { first, second } = await ownerWithTwoBrowsers();
  expect(errorOf(await second.send('DELETE', 'browser-sessions'))).toEqual(refused(403, 'assertion_required'));
  const wrong = await second.assert({ action: 'create_passkey' });
  expect(errorOf(await second.send('DELETE', 'browser-sessions', { assertion: wrong }))).toEqual(
    refused(400, 'passkey_refused'),
  );
  expect(await statusOf(first)).toBe(200);
  const assertion = await second.assert({ action: 'delete_browser_sessions' });
  const ended = await second.send('DELETE', 'browser-sessions', { assertion });
  expect([ended.statusCode, ended.headers['set-cookie']]).toEqual([204, expect.stringContaining('Max-Age=0')]);
  expect([await statusOf(first), await statusOf(second)]).toEqual([401, 401]);
});

test('sso deleteBrowserSessions: a device ends all of them by its signature', async () => {
  const { device, first, second } = await ownerWithTwoBrowsers();
  const ended = await sendAsDevice(sso, device, 'DELETE', '/api/v1/owner/browser-sessions');
  expect([ended.statusCode, ended.headers['set-cookie']]).toEqual([204, undefined]);
  expect([await statusOf(first), await statusOf(second)]).toEqual([401, 401]);
});

test('sso deleteBrowserSession: a page of another origin ends nothing', async () => {
  const { second } = await ownerWithTwoBrowsers();
  const [session] = (await list(second)).browserSessions;
  const url = `/api/v1/owner/browser-sessions/${session?.browserSessionId}`;
  for (const origin of [`${issuer}.evil.test`, undefined]) {
    const headers = { cookie: second.cookie, ...(origin !== undefined && { origin }) };
    const response = await sso.app.inject({ method: 'DELETE', url, headers });
    expect(errorOf(response)).toEqual(refused(403, 'origin_refused'));
  }
});

test.each([
  ['203.0.113.24', '203.0.113.200', false],
  ['203.0.113.24', '203.0.114.24', true],
  ['2001:db8::1', '2001:db8::2', false],
  ['2001:db8::1', '203.0.113.24', true],
])('sso: the networks of %s and %s differ: %s', (one, other, different) => {
  expect(differentNetwork(one, other)).toBe(different);
});

test('sso sessions: processes that reserve indexes of the status lists at once share none', async () => {
  const database = await createTestDatabase({ area: 'sso', migrations: ssoMigrations });
  const [one, other] = [createSessionStore(database.as<SsoDatabase>()), createSessionStore(database.as<SsoDatabase>())];
  const reserved = await Promise.all(
    Array.from({ length: 100 }, (_, at) => (at % 3 === 0 ? one : other).reserveStatusIndex()),
  );
  expect(new Set(reserved).size).toBe(100);
  await database.close();
});

const client = '00000006010000000000000000000001';
const sub = 'a'.repeat(32);
const target = 'https://calendar.example/signed-out';
const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });

const context = {
  settings: { issuer },
  signingKeys: { resolve: async (kid: string) => (kid === 'own' ? publicKey : undefined) },
  clients: {
    byAddress: async (address: string) =>
      address === client ? { address, pairwiseSector: null, postLogoutRedirectUris: [target] } : undefined,
  },
};

/** Reads a request with a hint that the provider's own key signed. */
async function readWithHint(claims: Record<string, unknown>) {
  const id_token_hint = await new SignJWT({ iss: issuer, aud: client, sub, exp: 2_000_000_000, ...claims })
    .setProtectedHeader({ alg: 'RS256', typ: 'JWT', kid: 'own' })
    .sign(privateKey);
  return readLogoutRequest({ id_token_hint, post_logout_redirect_uri: target }, context);
}

const read = { hintedSub: sub, pairwiseSector: null, clientAddress: client, returnTo: target };
const notOurHint = 'id_token_hint is not an id_token of this provider.';

test.each<[string, Record<string, unknown>, object | string]>([
  ['that is current', {}, read],
  ['that has expired', { exp: 1 }, read],
  ['of another issuer', { iss: 'https://evil.example' }, notOurHint],
  ['of another issuer that begins like this one', { iss: `${issuer}.evil.example` }, notOurHint],
  ['without an issuer', { iss: undefined }, notOurHint],
  ['for several audiences', { aud: [client] }, notOurHint],
  ['without an audience', { aud: undefined }, notOurHint],
  ['for an unknown application', { aud: 'evil' }, 'client_id names no application of this provider.'],
  ['without a person', { sub: undefined }, notOurHint],
])('RP-Initiated Logout §2: an id_token_hint %s, with the right signature', async (_what, claims, expected) => {
  expect(await readWithHint(claims)).toEqual(expected);
});

test('RP-Initiated Logout §2: a post_logout_redirect_uri that differs by a slash is named in the refusal', async () => {
  const other = `${target}/`;
  expect(await readLogoutRequest({ client_id: client, post_logout_redirect_uri: other }, context)).toBe(
    `post_logout_redirect_uri is not registered for this application: ${other}`,
  );
});
