import { afterAll, beforeAll, expect, test } from 'vitest';
import { type SignedInBrowser, signInBrowser } from '../../../contract-tests/fixtures/sso/browser.ts';
import { issuer, type Sso, startSso } from '../../../contract-tests/fixtures/sso/sso-fixture.ts';
import { sendAsDevice, enrol } from '../../../contract-tests/fixtures/sso/owner-sign-in.ts';

let sso: Sso;
beforeAll(async () => {
  sso = await startSso();
});
afterAll(() => sso.close());

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
