import { expect, test } from 'vitest';
import { createAskingAgents, errorOf, delegation, exchangeFor } from '../../../contract-tests/fixtures/sso/agents.ts';
import { signInBrowser } from '../../../contract-tests/fixtures/sso/browser.ts';
import {
  refresh,
  requestUserinfo,
  sendAsDevice,
  signIn,
  type Tokens,
} from '../../../contract-tests/fixtures/sso/owner-sign-in.ts';
import { adminKey, clientId, form, issuer, startSso } from '../../../contract-tests/fixtures/sso/sso-fixture.ts';
import { useStarted } from '../../../contract-tests/fixtures/use-started.ts';
import { decodeStatusList, statusAt, statusReferenceOf } from '../../protocol/status-list.ts';
import { decode, newKey, type TestKey } from '../../../contract-tests/fixtures/protocol/keys.ts';

const sso = useStarted(startSso);

const { ask, asked, connect, exchange, inbox } = createAskingAgents(() => sso);

interface Shown {
  readonly sessionId: string;
  readonly parentSessionId?: string;
  readonly pausedAt?: string;
  readonly expiresAt: string;
}

const shown = async (device: TestKey) =>
  (await sendAsDevice(sso, device, 'GET', '/api/v1/owner/sessions')).json<{ sessions: readonly Shown[] }>().sessions;
const change = (device: TestKey, what: 'pause' | 'resume', sessionId = '') =>
  sendAsDevice(sso, device, 'POST', `/api/v1/owner/sessions/${sessionId}/${what}`);

/** Sets the reach of the application of all agents. */
const setReach = async (reach: string) =>
  (
    await sso.app.inject({
      method: 'PATCH',
      url: `/api/v1/providers/${clientId}`,
      headers: { authorization: `Bearer ${adminKey}` },
      payload: { reach },
    })
  ).statusCode;

/** An agent whose owner approved it. */
async function connected() {
  const key = newKey();
  const tokens = await signIn(sso, key);
  const [session] = await shown(tokens.device);
  return { ...tokens, key, sessionId: session?.sessionId ?? '' };
}

/** An agent with a helper that has tokens. */
async function withHelper() {
  const agent = await connected();
  const helper = newKey();
  const token = delegation({ sso, agent: agent.key, helper, sub: agent.sub });
  const tokens = (await exchangeFor(sso, helper, token)).json<Tokens>();
  const { sessionId = '' } = (await shown(agent.device)).find(({ parentSessionId }) => parentSessionId) ?? {};
  return { agent, helper: { key: helper, token, tokens, sessionId } };
}

async function markOf({ access_token: token }: Pick<Tokens, 'access_token'>) {
  sso.advance(1);
  const { idx, uri } = statusReferenceOf(decode(token).claims) ?? { idx: -1, uri: '' };
  const { body } = await sso.app.inject({ url: uri.slice(issuer.length) });
  return statusAt(await decodeStatusList(decode(body).claims['status_list']), idx);
}

const paused = {
  error: 'access_denied',
  error_description: 'The owner paused this agent. Keep the session and ask again later.',
  reason: 'agent_paused',
};

test('sso pauseConnectedSession: a paused agent is refused at the token endpoint, and goes on with the same refresh token', async () => {
  const { device, key, sessionId, refresh_token, access_token } = await connected();
  const at = sso.clock.now.toISOString();
  const response = await change(device, 'pause', sessionId);
  expect([response.statusCode, response.json()]).toMatchObject([200, { sessionId, pausedAt: at }]);
  expect(await shown(device)).toMatchObject([{ sessionId, pausedAt: at }]);
  const refused = await refresh(sso, refresh_token, key);
  expect([refused.statusCode, refused.json()]).toEqual([400, paused]);
  expect((await requestUserinfo(sso, access_token, key)).statusCode).toBe(401);

  const resumed = await change(device, 'resume', sessionId);
  expect(resumed.statusCode).toBe(200);
  expect(resumed.json()).not.toHaveProperty('pausedAt');
  const refreshed = await refresh(sso, refresh_token, key);
  expect(refreshed.statusCode).toBe(200);
  const next = refreshed.json<Tokens>();
  expect((await requestUserinfo(sso, next.access_token, key)).statusCode).toBe(200);
  expect((await requestUserinfo(sso, access_token, key)).statusCode).toBe(401);
});

test('sso pauseConnectedSession: status lists mark the access tokens of agent and helper for good, and not those after it', async () => {
  const { agent, helper } = await withHelper();
  expect([await markOf(agent), await markOf(helper.tokens)]).toEqual([0, 0]);
  await change(agent.device, 'pause', agent.sessionId);
  expect([await markOf(agent), await markOf(helper.tokens)]).toEqual([1, 1]);
  await change(agent.device, 'resume', agent.sessionId);
  expect([await markOf(agent), await markOf(helper.tokens)]).toEqual([1, 1]);
  const next = (await refresh(sso, agent.refresh_token, agent.key)).json<Tokens>();
  const nextOfHelper = (await exchangeFor(sso, helper.key, helper.token)).json<Tokens>();
  expect([await markOf(next), await markOf(nextOfHelper)]).toEqual([0, 0]);
});

test('sso pauseConnectedSession: while an agent is paused its ended token is revoked again, and its application restricted', async () => {
  const agent = await connected();
  await change(agent.device, 'pause', agent.sessionId);
  const revoked = await form(sso, '/oauth/revoke', { client_id: clientId, token: agent.access_token });
  expect(revoked.statusCode).toBe(200);
  expect([await setReach('sign-in'), await setReach('platform')]).toEqual([200, 200]);
  expect(await markOf(agent)).toBe(1);
  await change(agent.device, 'resume', agent.sessionId);
  expect(await markOf((await refresh(sso, agent.refresh_token, agent.key)).json<Tokens>())).toBe(0);
});

test('sso pauseConnectedSession: helpers follow their agent, known ones and new ones', async () => {
  const { agent, helper } = await withHelper();
  await change(agent.device, 'pause', agent.sessionId);
  expect((await exchangeFor(sso, helper.key, helper.token)).json()).toEqual(paused);
  const another = newKey();
  const token = delegation({ sso, agent: agent.key, helper: another, sub: agent.sub });
  const refused = await exchangeFor(sso, another, token);
  expect([refused.statusCode, refused.json()]).toEqual([400, paused]);

  const alone = await change(agent.device, 'resume', helper.sessionId);
  expect(errorOf(alone)).toEqual([409, 'parent_paused']);
  await change(agent.device, 'resume', agent.sessionId);
  expect((await exchangeFor(sso, helper.key, helper.token)).statusCode).toBe(200);
  expect((await exchangeFor(sso, another, token)).statusCode).toBe(200);
});

test('sso resumeConnectedSession: a helper that was paused on its own stays paused when its agent goes on', async () => {
  const { agent, helper } = await withHelper();
  await change(agent.device, 'pause', helper.sessionId);
  expect((await refresh(sso, agent.refresh_token, agent.key)).statusCode).toBe(200);
  await change(agent.device, 'pause', agent.sessionId);
  await change(agent.device, 'resume', agent.sessionId);
  expect((await exchangeFor(sso, helper.key, helper.token)).json()).toEqual(paused);
  await change(agent.device, 'resume', helper.sessionId);
  expect((await exchangeFor(sso, helper.key, helper.token)).statusCode).toBe(200);
});

test('CIBA Core §13: a paused agent cannot ask its owner, and what it asked has expired', async () => {
  const agent = await connect();
  const [{ sessionId } = { sessionId: '' }] = await shown(agent.device);
  const authReqId = await asked(agent);
  await change(agent.device, 'pause', sessionId);
  const refused = await ask(agent);
  expect([refused.statusCode, refused.json()]).toEqual([403, paused]);
  expect((await exchange(agent.key, authReqId)).json()).toEqual(paused);
  expect(await inbox(agent.device, 'pending')).toEqual([]);

  await change(agent.device, 'resume', sessionId);
  expect(errorOf(await exchange(agent.key, authReqId))).toEqual([400, 'expired_token']);
  expect((await ask(agent)).statusCode).toBe(200);
});

test('RFC 7662 §2.2: tokens of a paused session are not active, and its refresh token is again afterwards', async () => {
  const created = await sso.app.inject({
    method: 'POST',
    url: '/api/v1/providers',
    headers: { authorization: `Bearer ${adminKey}` },
    payload: { name: 'Own client', reach: 'platform', tokenEndpointAuthMethod: 'client_secret_post' },
  });
  const { providerAddress, clientSecret } = created.json<{ providerAddress: string; clientSecret: string }>();
  const agent = await connected();
  const active = async (token: string) =>
    (await form(sso, '/oauth/introspect', { client_id: providerAddress, client_secret: clientSecret, token })).json();
  expect(await active(agent.access_token)).toMatchObject({ active: true });
  await change(agent.device, 'pause', agent.sessionId);
  expect(await active(agent.access_token)).toEqual({ active: false });
  await change(agent.device, 'resume', agent.sessionId);
  const next = (await refresh(sso, agent.refresh_token, agent.key)).json<Tokens>();
  expect(await active(next.access_token)).toMatchObject({ active: true });
});

test('sso: the directory of a paused agent is gone until it goes on, and its key stays active', async () => {
  const { device, sessionId, key } = await connected();
  const directory = async () =>
    (await sso.app.inject({ url: `/agents/${key.jkt}/.well-known/http-message-signatures-directory` })).statusCode;
  const status = async () =>
    (await sso.app.inject({ url: `/oauth/keys/${key.jkt}` })).json<{ status: string }>().status;
  expect([await directory(), await status()]).toEqual([200, 'active']);
  await change(device, 'pause', sessionId);
  expect([await directory(), await status()]).toEqual([404, 'active']);
  await change(device, 'resume', sessionId);
  expect([await directory(), await status()]).toEqual([200, 'active']);
});

test('sso pauseConnectedSession, resumeConnectedSession: a repetition changes and records nothing', async () => {
  const { device, sessionId } = await connected();
  const [first] = [await change(device, 'pause', sessionId)];
  sso.advance(60);
  const again = await change(device, 'pause', sessionId);
  expect([again.statusCode, again.json()]).toEqual([200, first.json()]);
  for (const _ of [1, 2]) expect((await change(device, 'resume', sessionId)).statusCode).toBe(200);
  const { events } = (await sendAsDevice(sso, device, 'GET', '/api/v1/owner/activity')).json<{
    events: readonly { readonly event: string; readonly application?: object }[];
  }>();
  const kinds = events.map(({ event }) => event).filter((event) => event.startsWith('agent_'));
  expect(kinds).toEqual(['agent_resumed', 'agent_paused']);
  expect(events[0]).toMatchObject({ application: { name: 'Application 1' }, details: { sessionId } });
});

test('sso: a paused session expires as before, and can be disconnected', async () => {
  const [one, other] = [await connected(), await connected()];
  for (const { device, sessionId } of [one, other]) await change(device, 'pause', sessionId);
  expect((await sendAsDevice(sso, one.device, 'DELETE', `/api/v1/owner/sessions/${one.sessionId}`)).statusCode).toBe(
    204,
  );
  expect(await shown(one.device)).toEqual([]);
  expect(errorOf(await change(one.device, 'resume', one.sessionId))).toEqual([404, 'session_not_found']);
  expect(errorOf(await refresh(sso, one.refresh_token, one.key))).toEqual([400, 'invalid_grant']);
  sso.advance(30 * 86_400 + 1);
  expect(await shown(other.device)).toEqual([]);
  expect(errorOf(await change(other.device, 'resume', other.sessionId))).toEqual([404, 'session_not_found']);
  expect(errorOf(await refresh(sso, other.refresh_token, other.key))).toEqual([400, 'invalid_grant']);
});

test("sso: nobody pauses or resumes another owner's agent", async () => {
  const { device, sessionId, refresh_token, key } = await connected();
  const stranger = await connected();
  expect(errorOf(await change(stranger.device, 'pause', sessionId))).toEqual([404, 'session_not_found']);
  await change(device, 'pause', sessionId);
  expect(errorOf(await change(stranger.device, 'resume', sessionId))).toEqual([404, 'session_not_found']);
  expect((await refresh(sso, refresh_token, key)).json()).toEqual(paused);
  expect((await change(device, 'pause', 'x')).statusCode).toBe(400);
  const url = `/api/v1/owner/sessions/${sessionId}/resume`;
  expect((await sso.app.inject({ method: 'POST', url })).statusCode).toBe(401);
});

test('sso resumeConnectedSession: a browser whose owner confirmed more than ten minutes ago pauses, and cannot resume', async () => {
  const { device, sessionId } = await connected();
  const browser = await signInBrowser(sso, device);
  sso.advance(601);
  expect((await browser.send('POST', `sessions/${sessionId}/pause`)).statusCode).toBe(200);
  const refused = await browser.send('POST', `sessions/${sessionId}/resume`);
  expect(errorOf(refused)).toEqual([401, 'insufficient_user_authentication']);
  expect(await shown(device)).toMatchObject([{ sessionId, pausedAt: expect.any(String) }]);
});
