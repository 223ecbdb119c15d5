import { expect, test } from 'vitest';
import {
  type Approved,
  ciba,
  createAskingAgents,
  errorOf,
  payment,
  receiptOf,
} from '../../../contract-tests/fixtures/sso/agents.ts';
import { sendAsDevice, signIn } from '../../../contract-tests/fixtures/sso/owner-sign-in.ts';
import {
  clientId,
  dpop,
  exampleResource,
  otherClientId,
  startSso,
} from '../../../contract-tests/fixtures/sso/sso-fixture.ts';
import { useStarted } from '../../../contract-tests/fixtures/use-started.ts';
import { decode, type TestKey, newKey } from '../../../contract-tests/fixtures/protocol/keys.ts';

const sso = useStarted(startSso);

const { connect, ask, asked, exchange, inbox, decide } = createAskingAgents(() => sso);

/** Sends parameters with the proof of an agent; those of `again` are sent once more. */
async function post(key: TestKey, path: string, fields: Readonly<Record<string, string>>, again?: string) {
  const body = new URLSearchParams(fields);
  if (again !== undefined) body.append(again, body.get(again) ?? '');
  return sso.app.inject({
    method: 'POST',
    url: path,
    headers: { 'content-type': 'application/x-www-form-urlencoded', dpop: await dpop(sso, key, { path }) },
    payload: body.toString(),
  });
}

test.each<[string, string, string?]>([
  ['client_id', clientId],
  ['login_hint', ''],
  ['id_token_hint', ''],
  ['authorization_details', JSON.stringify([payment])],
  ['binding_message', 'May I?'],
  ['requested_expiry', '60'],
  ['scope', 'openid'],
  ['client_notification_token', 'bearer-token-of-the-application'],
  ['agent_name', 'Night shift'],
  ['acr_values', 'a b'],
  ['user_code', '1234'],
  // RFC 8707 §2: it may be repeated; a token is for one service here.
  ['resource', exampleResource, 'invalid_target'],
])(
  'RFC 6749 §3.2: a backchannel request with %s once is accepted, and twice rejected',
  async (name, value, error = 'invalid_request') => {
    const key = newKey();
    const { id_token, sub } = await signIn(sso, key);
    const person = name === 'id_token_hint' ? { id_token_hint: id_token } : { login_hint: sub };
    const fields = {
      client_id: clientId,
      binding_message: 'May I?',
      ...(value !== '' && { [name]: value }),
      ...person,
    };
    expect((await post(key, '/oauth/bc-authorize', fields)).statusCode).toBe(200);
    expect(errorOf(await post(key, '/oauth/bc-authorize', fields, name))).toEqual([400, error]);
  },
);

test.each(['auth_req_id', 'client_id', 'grant_type', 'authorization_details'])(
  'RFC 6749 §3.2: a token request of an approval with %s twice is rejected, and uses nothing up',
  async (name) => {
    const agent = await connect();
    const auth_req_id = await asked(agent);
    await decide(agent, { decision: 'approve' });
    const details = JSON.stringify([payment]);
    const fields = { grant_type: ciba, auth_req_id, client_id: clientId, authorization_details: details };
    expect(errorOf(await post(agent.key, '/oauth/token', fields, name))).toEqual([400, 'invalid_request']);
    expect((await post(agent.key, '/oauth/token', fields)).statusCode).toBe(200);
  },
);

test('RFC 6749 §3.2: a backchannel request without client_id, and a token request without auth_req_id, are rejected', async () => {
  const { key, sub } = await connect();
  const asking = { login_hint: sub, binding_message: 'May I?' };
  expect(errorOf(await post(key, '/oauth/bc-authorize', asking))).toEqual([400, 'invalid_request']);
  const polling = { grant_type: ciba, client_id: clientId };
  expect(errorOf(await post(key, '/oauth/token', polling))).toEqual([400, 'invalid_request']);
});

test('CIBA §7.1: an id_token_hint of another application is rejected, and an expired one of this application accepted', async () => {
  const key = newKey();
  const askBy = (id_token_hint: string) =>
    post(key, '/oauth/bc-authorize', { client_id: clientId, id_token_hint, binding_message: 'May I?' });
  const other = await signIn(sso, key, otherClientId);
  const own = await signIn(sso, key);
  expect(errorOf(await askBy(other.id_token))).toEqual([400, 'invalid_request']);
  const { exp } = decode(own.id_token).claims;
  sso.advance(Number(exp) - sso.now().getTime() / 1000 + 1);
  expect((await askBy(own.id_token)).statusCode).toBe(200);
});

test.each<[string, number, string?]>([
  ['client_id', 10_000],
  ['scope', 10_000, 'invalid_scope'],
  ['resource', 10_000, 'invalid_target'],
  ['client_notification_token', 10_000],
  ['login_hint', 257],
  ['id_token_hint', 8_193],
  ['binding_message', 1_025],
  ['requested_expiry', 11],
  ['authorization_details', 16_385],
  ['agent_name', 10_000],
])(
  'CIBA §13: a backchannel request with %s of %i characters is rejected',
  async (name, length, error = 'invalid_request') => {
    expect(errorOf(await ask(await connect(), { [name]: '1'.repeat(length) }))).toEqual([400, error]);
  },
);

test('CIBA §11: an auth_req_id that is too long is rejected', async () => {
  const { key } = await connect();
  expect(errorOf(await exchange(key, 'x'.repeat(513)))).toEqual([400, 'invalid_request']);
});

test('approvals: of two devices of the owner that decide at once one counts, and both then see its decision', async () => {
  const agent = await connect();
  const phone = agent.device;
  const { link } = (await sendAsDevice(sso, phone, 'POST', '/api/v1/owner/device-links')).json<{ link: string }>();
  const tablet = newKey();
  const joining = { name: 'Tablet', link: link.split('/').at(-1) };
  expect((await sendAsDevice(sso, tablet, 'POST', '/api/v1/owner/devices', joining)).statusCode).toBe(201);
  const stateOn = async (device: TestKey, id: string | undefined) =>
    (await inbox(device)).find(({ requestId }) => requestId === id)?.state;
  for (const decisions of [
    ['approve', 'reject'],
    ['reject', 'approve'],
    ['approve', 'approve'],
  ]) {
    const authReqId = await asked(agent);
    const [request] = await inbox(phone, 'pending');
    const responses = await Promise.all(
      [phone, tablet].map((device, index) =>
        decide({ ...agent, device }, { decision: decisions[index] }, request?.requestId),
      ),
    );
    expect(responses.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([200, 409]);
    expect(responses.find(({ statusCode }) => statusCode === 409)?.json()).toMatchObject({ error: 'already_decided' });
    const approved = decisions[responses.findIndex(({ statusCode }) => statusCode === 200)] === 'approve';
    const state = approved ? 'approved' : 'rejected';
    for (const device of [phone, tablet]) expect(await stateOn(device, request?.requestId)).toBe(state);
    const exchanged = await exchange(agent.key, authReqId);
    expect(receiptOf(exchanged).claims).toMatchObject({ decision: state, decided_by: 'person' });
    expect(exchanged.statusCode).toBe(approved ? 200 : 400);
  }
});

test('approvals: a clock that steps back loses no decision, and one that steps ahead prolongs none', async () => {
  const agent = await connect();
  const [first, second] = [await asked(agent), await asked(agent)];
  for (const { requestId } of await inbox(agent.device, 'pending'))
    expect((await decide(agent, { decision: 'approve' }, requestId)).statusCode).toBe(200);
  sso.advance(-90);
  expect((await exchange(agent.key, first)).json<Approved>().authorization_details).toEqual([payment]);
  sso.advance(3_600);
  expect(errorOf(await exchange(agent.key, second))).toEqual([400, 'expired_token']);
  expect(await inbox(agent.device, 'pending')).toEqual([]);
});

test('approvals: of parallel requests as many are asked as the budget allows', async () => {
  for (let time = 0; time < 5; time++) {
    const agent = await connect();
    await sendAsDevice(sso, agent.device, 'PUT', '/api/v1/owner/request-budget', { perHour: 4, perDay: 4 });
    await Promise.all(Array.from({ length: 12 }, () => asked(agent)));
    const states = (await inbox(agent.device)).map(({ state }) => state);
    expect(states.toSorted()).toEqual([...Array(8).fill('expired'), ...Array(4).fill('pending')]);
  }
});

test('approvals: of a thousand requests of ten agents 100 wait at a time, and the inbox shows and decides them', async () => {
  const first = await connect();
  const agents = [first];
  while (agents.length < 10) agents.push(await connect(clientId, newKey(), first));
  const budget = { perHour: 1_000, perDay: 1_000 };
  await sendAsDevice(sso, first.device, 'PUT', '/api/v1/owner/request-budget', budget);
  for (let round = 0; round < 20; round++) {
    const responses = await Promise.all(Array.from({ length: 5 }, () => agents.map((agent) => ask(agent))).flat());
    expect(responses.every(({ statusCode }) => statusCode === 200)).toBe(true);
  }
  const path = '/api/v1/owner/requests?state=pending&limit=100';
  const waiting = (await sendAsDevice(sso, first.device, 'GET', path)).json<{
    readonly requests: readonly { readonly requestId: string; readonly agent: { readonly jkt: string } }[];
    readonly hasMore: boolean;
  }>();
  expect([waiting.requests.length, waiting.hasMore]).toEqual([100, false]);
  expect(new Set(waiting.requests.map(({ agent }) => agent.jkt)).size).toBe(10);
  const request = waiting.requests.find(({ agent }) => agent.jkt === first.key.jkt);
  expect((await decide(first, { decision: 'reject' }, request?.requestId)).statusCode).toBe(200);
}, 300_000);
