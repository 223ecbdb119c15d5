import { expect, test } from 'vitest';
import { type SignedInBrowser, signInBrowser, signInByRedirect } from '../../../contract-tests/fixtures/sso/browser.ts';
import { delegation, exchangeFor } from '../../../contract-tests/fixtures/sso/agents.ts';
import {
  decide,
  enrol,
  refresh,
  requestUserinfo,
  sendAsDevice,
  type Tokens,
} from '../../../contract-tests/fixtures/sso/owner-sign-in.ts';
import {
  adminKey,
  authorize,
  clientId,
  dpop,
  flow,
  form,
  issuer,
  otherClientId,
  poll,
  startSso,
} from '../../../contract-tests/fixtures/sso/sso-fixture.ts';
import { useStarted } from '../../../contract-tests/fixtures/use-started.ts';
import { createApprovalReadModel } from '../../sso/sign-in/approval-read-model.ts';
import { registerApprovalPages } from '../approval/register-approval-pages.ts';
import { decode, type TestKey, newKey } from '../../../contract-tests/fixtures/protocol/keys.ts';

const sso = useStarted(() =>
  startSso({
    pages: (app, context) => registerApprovalPages(app, createApprovalReadModel(context), issuer, 'open', []),
  }),
);

/** Signs an agent in with a code that a device of the owner approves, or a passkey in another browser. */
async function connectAgent(approver: TestKey | SignedInBrowser, key: TestKey): Promise<Tokens> {
  const attempt = flow({ dpop_jkt: key.jkt });
  const started = (await authorize(sso, attempt.query)).json<{
    deep_link: string;
    polling_code: string;
    comparison_code: string;
  }>();
  if ('assert' in approver) {
    const requestId = new URL(started.deep_link).pathname.split('/').at(-1) ?? '';
    const assertion = await approver.assert({ action: 'approve_request', requestId });
    const shown = { clientId, dpopJkt: key.jkt, comparisonCode: started.comparison_code };
    await approver.send('POST', `requests/${requestId}/decision`, { decision: 'approve', assertion, ...shown });
  } else await decide(sso, approver, started.deep_link, 'approve', key.jkt);
  const { authorization_code: code } = (await poll(sso, started.polling_code)).json<{ authorization_code: string }>();
  const grant = { grant_type: 'authorization_code', code, client_id: clientId, code_verifier: attempt.verifier };
  const response = await form(sso, '/oauth/token', grant, { dpop: await dpop(sso, key) });
  expect(response.statusCode, response.body).toBe(200);
  return response.json<Tokens>();
}

/** An owner with a phone, a browser, an application and a key-bound application in it, an agent and its helper. */
async function wholeTree() {
  const { device, sub } = await enrol(sso);
  const browser = await signInBrowser(sso, device);
  const [boundKey, agentKey, helperKey] = [newKey(), newKey(), newKey()];
  const application = await signInByRedirect(sso, browser);
  const bound = await signInByRedirect(sso, browser, { key: boundKey });
  const agent = await connectAgent(device, agentKey);
  const token = delegation({ sso, agent: agentKey, helper: helperKey, sub });
  const help = () => exchangeFor(sso, helperKey, token);
  expect((await help()).statusCode).toBe(200);
  const status = {
    application: async () => statusOf(await refresh(sso, application.refresh_token)),
    bound: async () => statusOf(await refresh(sso, bound.refresh_token, boundKey)),
    agent: async () => statusOf(await refresh(sso, agent.refresh_token, agentKey)),
    helper: async () => statusOf(await help()),
  };
  /** Refreshes and exchanges once: which of the four are refused. */
  const ended = async () => {
    const refused: string[] = [];
    for (const [name, read] of Object.entries(status)) {
      const outcome = await read();
      if (outcome !== 200) refused.push(name);
      expect([200, 'invalid_grant', 'invalid_request']).toContain(outcome);
    }
    return refused;
  };
  return { device, sub, browser, boundKey, agentKey, application, agent, ended };
}

function statusOf(response: { statusCode: number; json: () => { error?: string } }): number | string {
  return response.statusCode === 200 ? 200 : (response.json().error ?? response.statusCode);
}

const preview = async (device: TestKey, kind: string, id?: string, further = '') =>
  (
    await sendAsDevice(
      sso,
      device,
      'GET',
      `/api/v1/owner/end-preview?kind=${kind}${id === undefined ? '' : `&id=${id}`}${further}`,
    )
  ).json<Record<string, number>>();

const browserIdOf = async (browser: SignedInBrowser) =>
  (await browser.send('GET', 'browser-sessions'))
    .json<{
      browserSessions: { browserSessionId: string; current: boolean }[];
    }>()
    .browserSessions.find(({ current }) => current)?.browserSessionId ?? '';

test('sso: signing out, ending a browser and ending all browsers end what was started in it, key-bound or not, and nothing else', async () => {
  for (const act of [
    async ({ browser }: Awaited<ReturnType<typeof wholeTree>>) => browser.send('DELETE', 'session'),
    async ({ browser, device }: Awaited<ReturnType<typeof wholeTree>>) =>
      sendAsDevice(sso, device, 'DELETE', `/api/v1/owner/browser-sessions/${await browserIdOf(browser)}`),
    async ({ device }: Awaited<ReturnType<typeof wholeTree>>) =>
      sendAsDevice(sso, device, 'DELETE', '/api/v1/owner/browser-sessions', {}),
  ]) {
    const tree = await wholeTree();
    const counted = { browserSessions: 1, applications: 2, agents: 0, helpers: 0, remainingAgents: 1 };
    expect(await preview(tree.device, 'browser_sessions')).toEqual(counted);
    expect(await preview(tree.device, 'browser_session', await browserIdOf(tree.browser))).toEqual(counted);
    expect((await act(tree)).statusCode).toBe(204);
    expect(await tree.ended()).toEqual(['application', 'bound']);
  }
});

test('sso: one audit row says what ended with a browser', async () => {
  const { browser } = await wholeTree();
  const response = await browser.send('DELETE', 'session');
  const rows = await sso.db
    .selectFrom('sso.audit_events')
    .select(['event', 'details'])
    .where('request_id', '=', String(response.headers['x-request-id']))
    .execute();
  const details = { reason: 'browser_signed_out', sessions: 2, browsers: 1 };
  expect(rows).toEqual([{ event: 'browser_signed_out', details }]);
});

test('sso: an expired browser session takes nothing along', async () => {
  const { ended, device } = await wholeTree();
  sso.advance(13 * 3_600);
  expect((await preview(device, 'browser_sessions'))['browserSessions']).toBe(0);
  await sendAsDevice(sso, device, 'DELETE', '/api/v1/owner/browser-sessions', {});
  // The delegation was for an hour.
  expect(await ended()).toEqual(['helper']);
});

test('sso: deleting a passkey ends the browsers that it signed in and what was started there', async () => {
  const tree = await wholeTree();
  const { device, browser, ended } = tree;
  const { id } = browser.authenticator;
  const kept = await signInBrowser(sso, device);
  expect(await preview(device, 'passkey', id)).toMatchObject({
    browserSessions: 1,
    applications: 2,
    remainingAgents: 1,
  });
  const deleted = await sendAsDevice(sso, device, 'DELETE', `/api/v1/owner/passkeys/${id}`, {});
  expect(deleted.statusCode, deleted.body).toBe(204);
  expect((await browser.send('GET', '')).statusCode).toBe(401);
  expect((await kept.send('GET', '')).statusCode).toBe(200);
  expect(await ended()).toEqual(['application', 'bound']);
});

test('sso: deleting a passkey also disconnects the agents that it approved when asked', async () => {
  for (const disconnectApproved of [false, true]) {
    const { device, browser } = await wholeTree();
    const { id } = browser.authenticator;
    const key = newKey();
    const { refresh_token: token } = await connectAgent(browser, key);
    const counted = await preview(device, 'passkey', id, `&disconnectApproved=${disconnectApproved}`);
    expect(counted).toMatchObject({ agents: disconnectApproved ? 1 : 0, remainingAgents: disconnectApproved ? 1 : 2 });
    await sendAsDevice(sso, device, 'DELETE', `/api/v1/owner/passkeys/${id}`, { disconnectApproved });
    expect(statusOf(await refresh(sso, token, key))).toBe(disconnectApproved ? 'invalid_grant' : 200);
  }
});

test('sso: a browser that deletes its own passkey is signed out', async () => {
  const { browser } = await wholeTree();
  const credentialId = browser.authenticator.id;
  const assertion = await browser.assert({ action: 'delete_passkey', credentialId });
  const deleted = await browser.send('DELETE', `passkeys/${credentialId}`, { assertion });
  expect([deleted.statusCode, String(deleted.headers['set-cookie'])]).toEqual([
    204,
    expect.stringMatching(/Max-Age=0/),
  ]);
});

test('sso: deleting a device leaves what it approved, and also disconnects it when asked', async () => {
  for (const disconnectApproved of [false, true]) {
    const { device, browser, ended } = await wholeTree();
    const assertion = await browser.assert({ action: 'delete_device', jkt: device.jkt });
    const counted = await preview(device, 'device', device.jkt, `&disconnectApproved=${disconnectApproved}`);
    expect(counted).toEqual({
      browserSessions: 0,
      applications: 0,
      ...(disconnectApproved
        ? { agents: 1, helpers: 1, remainingAgents: 0 }
        : { agents: 0, helpers: 0, remainingAgents: 1 }),
    });
    const deleted = await browser.send('DELETE', `devices/${device.jkt}`, { assertion, disconnectApproved });
    expect(deleted.statusCode, deleted.body).toBe(204);
    expect(await ended()).toEqual(disconnectApproved ? ['agent', 'helper'] : []);
  }
});

test('sso: deleting a device ends its open link, its ceremonies, and approvals whose code was not redeemed', async () => {
  const { device } = await enrol(sso);
  const browser = await signInBrowser(sso, device);
  const link = (await sendAsDevice(sso, device, 'POST', '/api/v1/owner/device-links', {})).json<{ link: string }>()
    .link;
  await sendAsDevice(sso, device, 'POST', '/api/v1/owner/passkeys/registration-options', { name: 'Another' });
  const attempt = flow();
  const started = (await authorize(sso, attempt.query)).json<{ deep_link: string; polling_code: string }>();
  await decide(sso, device, started.deep_link, 'approve');
  const { authorization_code: code } = (await poll(sso, started.polling_code)).json<{ authorization_code: string }>();

  const assertion = await browser.assert({ action: 'delete_device', jkt: device.jkt });
  expect((await browser.send('DELETE', `devices/${device.jkt}`, { assertion })).statusCode).toBe(204);
  const grant = { grant_type: 'authorization_code', code, client_id: clientId, code_verifier: attempt.verifier };
  expect(statusOf(await form(sso, '/oauth/token', grant))).toBe('invalid_grant');
  const join = { name: 'Thief', link: new URL(link).pathname.split('/').at(-1) };
  expect(statusOf(await sendAsDevice(sso, newKey(), 'POST', '/api/v1/owner/devices', join))).toBe(
    'device_link_expired',
  );
  const open = await sso.db
    .selectFrom('sso.passkey_challenges')
    .select('kind')
    .where('authenticator', '=', `device:${device.jkt}`)
    .execute();
  expect(open).toEqual([]);
});

test('sso: suspension and deletion of the owner end everything', async () => {
  for (const [method, path] of [
    ['POST', '/suspend'],
    ['DELETE', ''],
  ] as const) {
    const { sub, ended } = await wholeTree();
    const headers = { authorization: `Bearer ${adminKey}` };
    const url = `/api/v1/owners/${sub}${path}`;
    const response = await sso.app.inject({ method, url, headers, ...(method === 'POST' && { payload: {} }) });
    expect(response.statusCode).toBeLessThan(300);
    expect(await ended()).toEqual(['application', 'bound', 'agent', 'helper']);
  }
});

test('sso: a session of an application ends after 90 days and that of an agent after a year, however often it is used', async () => {
  const { device } = await enrol(sso);
  const key = newKey();
  let { refresh_token } = await connectAgent(device, key);
  const browser = await signInBrowser(sso, device);
  let application = await signInByRedirect(sso, browser);
  const listed = async () =>
    (await sendAsDevice(sso, device, 'GET', '/api/v1/owner/sessions')).json<{
      sessions: { jkt: string | null; expiresAt: string; endsAt: string; browserSessionId?: string }[];
    }>().sessions;
  const startedAt = sso.now().getTime();
  const day = 86_400_000;
  const shown = async (jkt: string | null) => (await listed()).find((session) => session.jkt === jkt);
  expect(await shown(null)).toMatchObject({
    endsAt: new Date(startedAt + 90 * day).toISOString(),
    expiresAt: new Date(startedAt + 30 * day).toISOString(),
    browserSessionId: await browserIdOf(browser),
  });
  expect(await shown(key.jkt)).toMatchObject({ endsAt: new Date(startedAt + 365 * day).toISOString() });
  for (let days = 25; days <= 75; days += 25) {
    sso.advance(25 * 86_400);
    application = { ...application, ...(await refresh(sso, application.refresh_token)).json<Tokens>() };
    ({ refresh_token } = (await refresh(sso, refresh_token, key)).json<Tokens>());
  }
  expect(await shown(null)).toMatchObject({ expiresAt: new Date(startedAt + 90 * day).toISOString() });
  sso.advance(15 * 86_400 - 60);
  const last = (await refresh(sso, application.refresh_token)).json<Tokens>();
  expect(decode(last.access_token).claims['exp']).toBe((startedAt + 90 * day) / 1000);
  sso.advance(60);
  expect(statusOf(await refresh(sso, last.refresh_token))).toBe('invalid_grant');
  expect(statusOf(await refresh(sso, refresh_token, key))).toBe(200);
});

test('RFC 7009 §2.1: revoking an access token ends every access token of its session, and the refresh token lives on', async () => {
  const { device } = await enrol(sso);
  const key = newKey();
  const first = await connectAgent(device, key);
  const second = (await refresh(sso, first.refresh_token, key)).json<Tokens>();
  const revoked = await form(sso, '/oauth/revoke', { token: first.access_token, client_id: clientId });
  expect(revoked.statusCode).toBe(200);
  for (const { access_token } of [first, second])
    expect((await requestUserinfo(sso, access_token, key)).statusCode).toBe(401);
  const third = await refresh(sso, second.refresh_token, key);
  expect(third.statusCode).toBe(200);
  expect((await requestUserinfo(sso, third.json<Tokens>().access_token, key)).statusCode).toBe(200);
  const [from, to] = [first, third.json<Tokens>()].map(({ access_token }) => decode(access_token).claims['status']);
  expect(from).not.toEqual(to);
  // A repeated revocation of the dead token changes nothing.
  await form(sso, '/oauth/revoke', { token: second.access_token, client_id: clientId });
  expect((await requestUserinfo(sso, third.json<Tokens>().access_token, key)).statusCode).toBe(200);
});

test('sso: restricting an application ends its helpers and the access tokens that reach the platform', async () => {
  const { agent, agentKey, ended } = await wholeTree();
  const setReach = (reach: string) =>
    sso.app.inject({
      method: 'PATCH',
      url: `/api/v1/providers/${clientId}`,
      headers: { authorization: `Bearer ${adminKey}` },
      payload: { reach },
    });
  await setReach('sign-in');
  expect((await requestUserinfo(sso, agent.access_token, agentKey)).statusCode).toBe(401);
  expect(await ended()).toEqual(['helper']);
  await setReach('platform');
});

test('sso: a scope withdrawn from an agent is gone at the next exchange of its helper', async () => {
  const { sub, agentKey } = await wholeTree();
  const helper = newKey();
  const token = delegation({ sso, agent: agentKey, helper, sub, claims: { scope: 'forum:write forum:vote' } });
  const scope = async () => (await exchangeFor(sso, helper, token)).json<{ scope: string }>().scope;
  expect(await scope()).toBe('openid forum:write forum:vote');
  const narrow = (value: string) =>
    sso.db.updateTable('sso.sessions').set({ scope: value }).where('jkt', '=', agentKey.jkt).execute();
  await narrow('openid forum:vote');
  expect(await scope()).toBe('openid forum:vote');
  await narrow('openid payments');
  expect(statusOf(await exchangeFor(sso, helper, token))).toBe('invalid_scope');
});

test('sso getEndPreview: a kind without its id is refused, and what is another owner’s counts nothing', async () => {
  const tree = await wholeTree();
  const stranger = await enrol(sso);
  const nothing = { browserSessions: 0, applications: 0, agents: 0, helpers: 0, remainingAgents: 0 };
  const browserId = await browserIdOf(tree.browser);
  expect(await preview(stranger.device, 'browser_session', browserId)).toEqual(nothing);
  expect(await preview(stranger.device, 'session', tree.application.sid)).toEqual(nothing);
  expect(await preview(stranger.device, 'client', clientId)).toEqual(nothing);
  expect(await preview(stranger.device, 'key', tree.agentKey.jkt)).toEqual(nothing);
  expect(await preview(tree.device, 'key', tree.agentKey.jkt)).toEqual({ ...nothing, agents: 1, helpers: 1 });
  expect(await preview(tree.device, 'client', otherClientId)).toEqual({ ...nothing, remainingAgents: 1 });
  expect(await preview(tree.device, 'owner')).toEqual({
    browserSessions: 1,
    applications: 2,
    agents: 1,
    helpers: 1,
    remainingAgents: 0,
  });
  for (const bad of ['kind=browser_session', 'kind=session&id=x', 'kind=helper', 'kind=passkey&id=', ''])
    expect((await sendAsDevice(sso, tree.device, 'GET', `/api/v1/owner/end-preview?${bad}`)).statusCode).toBe(400);
});
