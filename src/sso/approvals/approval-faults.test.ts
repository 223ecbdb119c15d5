import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  type Approved,
  createAskingAgents,
  errorOf,
  payment,
} from '../../../contract-tests/fixtures/sso/asking-agents.ts';
import { sendAsDevice } from '../../../contract-tests/fixtures/sso/owner-sign-in.ts';
import { clientId, dpop, type Sso, startSso } from '../../../contract-tests/fixtures/sso/sso-fixture.ts';

let sso: Sso;
beforeAll(async () => {
  sso = await startSso();
});
afterAll(() => sso.close());

const { connect, ask, asked, exchange, inbox, decide } = createAskingAgents(() => sso);

test.each(['client_id', 'login_hint', 'authorization_details', 'binding_message', 'requested_expiry', 'scope'])(
  'RFC 6749 §3.2: a backchannel request with %s twice is rejected',
  async (name) => {
    const { key, sub } = await connect();
    const fields = {
      client_id: clientId,
      login_hint: sub,
      authorization_details: JSON.stringify([payment]),
      binding_message: 'May I?',
      requested_expiry: '60',
      scope: 'openid',
    };
    const body = new URLSearchParams(fields);
    body.append(name, body.get(name) ?? '');
    const response = await sso.app.inject({
      method: 'POST',
      url: '/oauth/bc-authorize',
      headers: {
        'content-type': 'application/x-www-form-urlencoded',
        dpop: await dpop(sso, key, { path: '/oauth/bc-authorize' }),
      },
      payload: body.toString(),
    });
    expect(errorOf(response)).toEqual([400, 'invalid_request']);
  },
);

test.each<[string, number]>([
  ['login_hint', 257],
  ['id_token_hint', 8_193],
  ['binding_message', 1_025],
  ['requested_expiry', 11],
  ['authorization_details', 16_385],
  ['agent_name', 10_000],
])('CIBA §13: a backchannel request with %s of %i characters is rejected', async (name, length) => {
  expect(errorOf(await ask(await connect(), { [name]: '1'.repeat(length) }))).toEqual([400, 'invalid_request']);
});

test('CIBA §11: an auth_req_id that is too long is rejected', async () => {
  const { key } = await connect();
  expect(errorOf(await exchange(key, 'x'.repeat(513)))).toEqual([400, 'invalid_request']);
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

test('approvals: of a thousand requests 100 wait at a time, and the inbox shows and decides them', async () => {
  const agent = await connect();
  const budget = { perHour: 1_000, perDay: 1_000 };
  await sendAsDevice(sso, agent.device, 'PUT', '/api/v1/owner/request-budget', budget);
  for (let round = 0; round < 20; round++) {
    const responses = await Promise.all(Array.from({ length: 50 }, () => ask(agent)));
    expect(responses.every(({ statusCode }) => statusCode === 200)).toBe(true);
  }
  const path = '/api/v1/owner/requests?state=pending&limit=100';
  const waiting = (await sendAsDevice(sso, agent.device, 'GET', path)).json<{
    readonly requests: readonly { readonly requestId: string }[];
    readonly hasMore: boolean;
  }>();
  expect([waiting.requests.length, waiting.hasMore]).toEqual([100, false]);
  const [request] = waiting.requests;
  expect((await decide(agent, { decision: 'reject' }, request?.requestId)).statusCode).toBe(200);
}, 120_000);
