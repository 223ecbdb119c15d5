import { expect, test } from 'vitest';
import {
  type Approved,
  ciba,
  createAskingAgents,
  errorOf,
  payment,
} from '../../../contract-tests/fixtures/sso/agents.ts';
import { approvedCode, decide as decideAs, sendAsDevice } from '../../../contract-tests/fixtures/sso/owner-sign-in.ts';
import { adminKey, clientId, dpop, form, issuer, startSso } from '../../../contract-tests/fixtures/sso/sso-fixture.ts';
import { useStarted } from '../../../contract-tests/fixtures/use-started.ts';
import { decode } from '../../../contract-tests/fixtures/protocol/keys.ts';

// Statements of OpenID CIBA Core 1.0, and of FAPI-CIBA about bound tokens, that no other test of this folder shows.
const sso = useStarted(startSso);

const { connect, ask, asked, exchange, decide } = createAskingAgents(() => sso);
const path = '/oauth/bc-authorize';

/** A confidential application that a person connected; in ping mode when it has an endpoint. */
async function connectedApplication(further: object = {}) {
  const created = await sso.app.inject({
    method: 'POST',
    url: '/api/v1/providers',
    headers: { authorization: `Bearer ${adminKey}` },
    payload: { name: 'Calendar', tokenEndpointAuthMethod: 'client_secret_post', ...further },
  });
  const { providerAddress: client_id = '', clientSecret: client_secret = '' } = created.json<Record<string, string>>();
  const credentials = { client_id, client_secret };
  const { grant, sub, device } = await approvedCode(sso, { client_id });
  expect((await form(sso, '/oauth/token', { ...grant, ...credentials })).statusCode).toBe(200);
  const asking = { login_hint: sub, binding_message: 'May I?' };
  return { credentials, device, asking };
}

test('CIBA §4: the metadata has the endpoint and the modes poll and ping, no user code and no signed requests', async () => {
  const metadata = (await sso.app.inject('/.well-known/openid-configuration')).json<Record<string, unknown>>();
  expect(Object.fromEntries(Object.entries(metadata).filter(([name]) => name.startsWith('backchannel_a')))).toEqual({
    backchannel_authentication_endpoint: issuer + path,
  });
  expect(metadata).toMatchObject({
    backchannel_token_delivery_modes_supported: ['poll', 'ping'],
    backchannel_user_code_parameter_supported: false,
    grant_types_supported: expect.arrayContaining([ciba]),
  });
});

test('CIBA §7.1: a request is a POST of a form', async () => {
  const { key, sub } = await connect();
  const fields = { client_id: clientId, login_hint: sub, binding_message: 'May I?' };
  const headers = { dpop: await dpop(sso, key, { path }) };
  expect((await sso.app.inject({ url: path, query: fields, headers })).statusCode).toBe(405);
  expect((await sso.app.inject({ method: 'POST', url: path, payload: fields, headers })).statusCode).toBe(415);
  expect((await form(sso, `${path}?${new URLSearchParams(fields).toString()}`, {}, headers)).statusCode).toBe(400);
});

test.each<[string, object]>([
  ['another secret', { client_secret: 'x'.repeat(43) }],
  ['no secret', { client_secret: '' }],
])('CIBA §7.1, §10.1, §13: a confidential application with %s is invalid_client', async (_name, wrong) => {
  const { credentials, device, asking } = await connectedApplication();
  const refused = await form(sso, path, { ...credentials, ...asking, ...wrong });
  expect(errorOf(refused)).toEqual([401, 'invalid_client']);
  expect(refused.headers).toHaveProperty('www-authenticate');

  const { auth_req_id } = (await form(sso, path, { ...credentials, ...asking })).json<{ auth_req_id: string }>();
  const list = await sendAsDevice(sso, device, 'GET', '/api/v1/owner/requests?state=pending');
  const [request] = list.json<{ requests: readonly { requestId: string }[] }>().requests;
  await decideAs(sso, device, `${issuer}/approve/${request?.requestId}`, 'approve', null, credentials.client_id);
  const grant = { grant_type: ciba, auth_req_id, ...credentials };
  expect(errorOf(await form(sso, '/oauth/token', { ...grant, ...wrong }))).toEqual([401, 'invalid_client']);
  expect((await form(sso, '/oauth/token', grant)).statusCode).toBe(200);
});

test('CIBA §10.1: an auth_req_id is for the application that got it, and one in ping mode may poll as well', async () => {
  const endpoint = { backchannelClientNotificationEndpoint: 'http://127.0.0.1:9999/ping' };
  const [own, other] = [await connectedApplication(endpoint), await connectedApplication()];
  const token = { client_notification_token: 'bearer-token-of-the-application' };
  const response = await form(sso, path, { ...own.credentials, ...own.asking, ...token });
  const { auth_req_id } = response.json<{ auth_req_id: string }>();
  const poll = ({ credentials }: typeof own) =>
    form(sso, '/oauth/token', { grant_type: ciba, auth_req_id, ...credentials });
  expect(errorOf(await poll(other))).toEqual([400, 'invalid_grant']);
  expect(errorOf(await poll(own))).toEqual([400, 'authorization_pending']);
});

test('CIBA §7.3: without requested_expiry a request lives 300 s, and the response is not stored', async () => {
  const response = await ask(await connect());
  expect(response.json()).toMatchObject({ expires_in: 300, interval: 5 });
  expect(response.headers).toMatchObject({
    'cache-control': 'no-store',
    'content-type': expect.stringContaining('application/json'),
  });
});

test('CIBA §10.1, §11: slow_down adds five seconds to the interval, for this and all later polls', async () => {
  const agent = await connect();
  const id = await asked(agent);
  const errors: unknown[] = [];
  for (const pause of [0, 4, 9, 15, 15]) {
    sso.advance(pause);
    errors.push(errorOf(await exchange(agent.key, id))[1]);
  }
  const [pending, slow] = ['authorization_pending', 'slow_down'];
  // The interval is 5, then 10, then 15 seconds.
  expect(errors).toEqual([pending, slow, slow, pending, pending]);
});

test('CIBA §10.1.1: the token response has an id_token of the person, with the time of the decision', async () => {
  const agent = await connect();
  const id = await asked(agent);
  sso.advance(30);
  await decide(agent, { decision: 'approve' });
  const decidedAt = Math.floor(sso.now().getTime() / 1000);
  sso.advance(20);
  const response = await exchange(agent.key, id);
  expect(response.headers).toMatchObject({ 'cache-control': 'no-store' });
  expect(decode(response.json<Approved>().id_token).claims).toMatchObject({
    iss: issuer,
    sub: agent.sub,
    aud: clientId,
    auth_time: decidedAt,
    amr: ['pop'],
  });
});

test('FAPI-CIBA §5.2.2, RFC 9449 §5: the proof of a request is for this endpoint and is used once, and tokens are bound', async () => {
  const agent = await connect();
  const fields = {
    client_id: clientId,
    login_hint: agent.sub,
    authorization_details: JSON.stringify([payment]),
  };
  const post = (proof: string) => form(sso, path, fields, { dpop: proof });
  const refused = [400, 'invalid_dpop_proof'];
  expect(errorOf(await post(await dpop(sso, agent.key)))).toEqual(refused);
  const old = sso.now().getTime() / 1000 - 600;
  expect(errorOf(await post(await dpop(sso, agent.key, { path, iat: old })))).toEqual(refused);
  const proof = await dpop(sso, agent.key, { path });
  const { auth_req_id } = (await post(proof)).json<{ auth_req_id: string }>();
  expect(errorOf(await post(proof))).toEqual(refused);

  await decide(agent, { decision: 'approve' });
  const grant = { grant_type: ciba, auth_req_id, client_id: clientId };
  expect(errorOf(await form(sso, '/oauth/token', grant))).toEqual(refused);
  const tokens = (await exchange(agent.key, auth_req_id)).json<Approved>();
  expect(tokens.token_type).toBe('DPoP');
  expect(decode(tokens.access_token).claims['cnf']).toEqual({ jkt: agent.key.jkt });
});

test('CIBA §13: an unknown application is invalid_client, and one that signs in by redirects only unauthorized_client', async () => {
  const { key, sub } = await connect();
  expect(errorOf(await ask({ key, sub, client: 'f'.repeat(32) }))).toEqual([400, 'invalid_client']);
  const address = 'a'.repeat(32);
  await sso.registerOwnProvider({
    address,
    name: 'Forum',
    reach: 'platform',
    redirectUris: ['https://forum.test/callback'],
    allowedOrigins: ['https://forum.test'],
  });
  expect(errorOf(await ask({ key, sub, client: address }))).toEqual([400, 'unauthorized_client']);
});
