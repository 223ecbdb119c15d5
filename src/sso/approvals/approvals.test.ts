import { expect, onTestFinished, test, vi } from 'vitest';
import {
  clientId,
  exampleResource,
  form,
  otherClientId,
  startSso,
} from '../../../contract-tests/fixtures/sso/sso-fixture.ts';
import { enrol, sendAsDevice, signIn } from '../../../contract-tests/fixtures/sso/owner-sign-in.ts';
import {
  createAskingAgents,
  type Approved,
  ciba,
  errorOf,
  payment,
  receiptOf,
} from '../../../contract-tests/fixtures/sso/agents.ts';
import { useStarted } from '../../../contract-tests/fixtures/use-started.ts';
import { decode, newKey } from '../../../contract-tests/fixtures/protocol/keys.ts';

const sso = useStarted(startSso);

const { connect, ask, asked, exchange, inbox, decide } = createAskingAgents(() => sso);

test('CIBA §7.3: an accepted request is answered with auth_req_id, expires_in and interval', async () => {
  const response = await ask(await connect(), { requested_expiry: '120' });
  expect(response.json()).toEqual({ auth_req_id: expect.stringMatching(/^[\w-]{43}$/), expires_in: 120, interval: 5 });
});

test('CIBA §10.1: a poll waits until the owner approved, and then gets tokens with the granted details alone', async () => {
  const agent = await connect();
  const id = await asked(agent);
  expect(errorOf(await exchange(agent.key, id))).toEqual([400, 'authorization_pending']);
  expect(errorOf(await exchange(agent.key, id))).toEqual([400, 'slow_down']);
  const [request] = await inbox(agent.device);
  expect(request).toMatchObject({ state: 'pending', agent: { jkt: agent.key.jkt } });
  expect(request?.permissions).toEqual(['pay 0.99 USDC to 6Yx7sPZ1, once']);
  expect((await decide(agent, { decision: 'approve' })).statusCode).toBe(200);

  const response = await exchange(agent.key, id);
  const tokens = response.json<Approved>();
  expect(tokens).toMatchObject({ token_type: 'DPoP', authorization_details: [payment] });
  expect(tokens.expires_in).toBeLessThanOrEqual(300);
  expect(tokens.refresh_token).toBeUndefined();
  expect(decode(tokens.access_token).claims).toMatchObject({
    aud: [clientId],
    sub: agent.sub,
    scope: 'openid approval',
    cnf: { jkt: agent.key.jkt },
    authorization_details: [payment],
  });
  expect(receiptOf(response)).toMatchObject({
    header: { typ: 'approval-receipt+jwt' },
    claims: {
      aud: clientId,
      client_id: clientId,
      sub: agent.sub,
      cnf: { jkt: agent.key.jkt },
      request_digest: expect.stringMatching(/^[\w-]{43}$/),
      authorization_details: [payment],
      decision: 'approved',
      decided_by: 'person',
      amr: ['pop'],
    },
  });
  expect(errorOf(await exchange(agent.key, id))).toEqual([400, 'invalid_grant']);
});

test('CIBA §11: a rejected request is access_denied with a receipt', async () => {
  const agent = await connect();
  const id = await asked(agent);
  await decide(agent, { decision: 'reject' });
  const response = await exchange(agent.key, id);
  expect(errorOf(response)).toEqual([400, 'access_denied']);
  expect(receiptOf(response).claims).toMatchObject({ decision: 'rejected', decided_by: 'person' });
});

test('CIBA §11: a request that nobody decided in time is expired_token with a receipt', async () => {
  const agent = await connect();
  const id = await asked(agent, { requested_expiry: '60' });
  sso.advance(61);
  const response = await exchange(agent.key, id);
  expect(errorOf(response)).toEqual([400, 'expired_token']);
  expect(receiptOf(response).claims).toMatchObject({ decision: 'expired', decided_by: 'timeout' });
  expect((await decide(agent, { decision: 'approve' }, (await inbox(agent.device))[0]?.requestId)).statusCode).toBe(
    410,
  );
});

test.each<[string, Record<string, string | undefined>, string]>([
  ['no hint', { login_hint: undefined }, 'invalid_request'],
  ['two hints', { id_token_hint: 'e.y.J' }, 'invalid_request'],
  ['a login_hint_token', { login_hint_token: 'token' }, 'invalid_request'],
  ['a request object', { request: 'e.y.J' }, 'invalid_request'],
  ['an id_token_hint of another issuer', { login_hint: undefined, id_token_hint: 'e30.e30.x' }, 'invalid_request'],
  ['nothing to approve', { authorization_details: undefined }, 'invalid_request'],
  ['an expiry of 0', { requested_expiry: '0' }, 'invalid_request'],
  ['an expiry above 600', { requested_expiry: '601' }, 'invalid_request'],
  ['an expiry that is no number', { requested_expiry: '1e2' }, 'invalid_request'],
  ['a message of 61 characters', { binding_message: 'x'.repeat(61) }, 'invalid_binding_message'],
  ['a message with a control character', { binding_message: 'pay\u0007' }, 'invalid_binding_message'],
  ['a message that changes its direction', { binding_message: 'pay \u202e1' }, 'invalid_binding_message'],
  ['an unknown service', { resource: 'https://unknown.example' }, 'invalid_target'],
  ['a scope without openid', { scope: 'profile' }, 'invalid_scope'],
  ['details that are not JSON', { authorization_details: '[' }, 'invalid_authorization_details'],
  ['details that are no array', { authorization_details: '{}' }, 'invalid_authorization_details'],
  ['no details in the array', { authorization_details: '[]' }, 'invalid_authorization_details'],
  [
    'nine details',
    { authorization_details: JSON.stringify(Array.from({ length: 9 }, () => payment)) },
    'invalid_authorization_details',
  ],
  ['an unknown type', { authorization_details: '[{"type":"loan"}]' }, 'invalid_authorization_details'],
  ['an inherited type', { authorization_details: '[{"type":"toString"}]' }, 'invalid_authorization_details'],
  [
    'an unknown member',
    { authorization_details: JSON.stringify([{ ...payment, tip: '1' }]) },
    'invalid_authorization_details',
  ],
  [
    'a member that is missing',
    { authorization_details: JSON.stringify([{ ...payment, payee: undefined }]) },
    'invalid_authorization_details',
  ],
  [
    'a member of another type',
    { authorization_details: JSON.stringify([{ ...payment, amount: 990_000 }]) },
    'invalid_authorization_details',
  ],
  [
    'an amount of 0',
    { authorization_details: JSON.stringify([{ ...payment, amount: '0' }]) },
    'invalid_authorization_details',
  ],
  [
    'an action whose description changes its direction',
    {
      authorization_details: JSON.stringify([
        { type: 'action', action: 'deploy', target: 'production', description: 'safe\u202e' },
      ]),
    },
    'invalid_authorization_details',
  ],
])('CIBA §13, RFC 9396 §5: a request with %s is rejected', async (_name, changes, error) => {
  expect(errorOf(await ask(await connect(), changes))).toEqual([400, error]);
});

test('CIBA §13: unknown people and people who connected another agent are unknown_user_id alike', async () => {
  const [agent, other] = [await connect(), await connect()];
  const { sub: unconnected } = await enrol(sso);
  for (const sub of ['0'.repeat(32), unconnected, other.sub]) {
    const response = await ask({ key: agent.key, sub });
    expect([response.statusCode, response.json()]).toEqual([
      400,
      {
        error: 'unknown_user_id',
        error_description: 'The hint names nobody who connected this application with this key.',
      },
    ]);
  }
});

test('CIBA §13: people who are unknown and people who connected another agent cost the same statements', async () => {
  const [agent, other] = [await connect(), await connect()];
  const executed = vi.spyOn(sso.db.getExecutor(), 'executeQuery');
  onTestFinished(() => executed.mockRestore());
  const lookUps = async (sub: string) => {
    executed.mockClear();
    await ask({ key: agent.key, sub });
    return executed.mock.calls.map(([{ sql }]) => sql).filter((sql) => /\bowners\b|\bsessions\b/.test(sql));
  };
  const ofUnknown = await lookUps('0'.repeat(32));
  expect(ofUnknown.length).toBeGreaterThan(0);
  expect(await lookUps(other.sub)).toEqual(ofUnknown);
});

test('CIBA §7.1: an id_token of the application names the person', async () => {
  const key = newKey();
  const { id_token, sub } = await signIn(sso, key);
  const named = { login_hint: undefined, id_token_hint: id_token };
  expect((await ask({ key, sub }, named)).statusCode).toBe(200);
});

test('approvals: a public client without a proof may not ask, and another key gets nothing', async () => {
  const agent = await connect();
  const fields = { client_id: clientId, login_hint: agent.sub, binding_message: 'May I?' };
  expect(errorOf(await form(sso, '/oauth/bc-authorize', fields))).toEqual([400, 'invalid_dpop_proof']);
  const id = await asked(agent);
  expect(errorOf(await exchange(newKey(), id))).toEqual([400, 'invalid_dpop_proof']);
  expect(errorOf(await exchange(agent.key, id, otherClientId))).toEqual([400, 'invalid_grant']);
  expect(errorOf(await exchange(agent.key, 'unknown'))).toEqual([400, 'invalid_grant']);
});

test('approvals: another owner neither reads nor decides a request', async () => {
  const [agent, other] = [await connect(), await connect()];
  await asked(agent);
  const [request] = await inbox(agent.device);
  const foreign = { ...agent, device: other.device };
  expect((await decide(foreign, { decision: 'approve' }, request?.requestId)).statusCode).toBe(404);
  const path = `/api/v1/owner/requests/${request?.requestId}`;
  expect((await sendAsDevice(sso, other.device, 'GET', path)).statusCode).toBe(404);
  expect((await sendAsDevice(sso, agent.device, 'GET', path)).json()).toMatchObject({
    status: 'pending',
    authorizationDetails: [payment],
    bindingMessage: null,
    comparison: 'none',
  });
  expect(await inbox(other.device)).toEqual([]);
});

test('approvals: of two concurrent decisions one counts', async () => {
  const agent = await connect();
  await asked(agent);
  const [request] = await inbox(agent.device);
  const decisions = await Promise.all(
    ['approve', 'reject', 'approve'].map((decision) => decide(agent, { decision }, request?.requestId)),
  );
  expect(decisions.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([200, 409, 409]);
});

test('approvals: ten concurrent exchanges of one approval start one session', async () => {
  const agent = await connect();
  const id = await asked(agent);
  await decide(agent, { decision: 'approve' });
  const responses = await Promise.all(Array.from({ length: 10 }, () => exchange(agent.key, id)));
  expect(responses.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1);
});

test('approvals: the tokens end with the session of the agent, which cannot fetch them afterwards', async () => {
  const agent = await connect();
  const [first, second] = [await asked(agent), await asked(agent)];
  for (const { requestId } of await inbox(agent.device, 'pending'))
    await decide(agent, { decision: 'approve' }, requestId);
  const { access_token } = (await exchange(agent.key, first)).json<Approved>();
  const sessionOf = (token: string) => String(decode(token).claims['jti']).slice(0, 36);
  const revoked = async () =>
    (
      await sso.db
        .selectFrom('sso.sessions')
        .select('revoked_at')
        .where('id', '=', sessionOf(access_token))
        .executeTakeFirst()
    )?.revoked_at;
  expect(await revoked()).toBeNull();
  await form(sso, '/oauth/revoke', { token: agent.refreshToken, client_id: clientId });
  expect(await revoked()).not.toBeNull();
  expect(errorOf(await exchange(agent.key, second))).toEqual([400, 'invalid_grant']);
});

test('approvals: the owner does not see the sessions of approvals as connections', async () => {
  const agent = await connect();
  const id = await asked(agent);
  await decide(agent, { decision: 'approve' });
  expect((await exchange(agent.key, id)).statusCode).toBe(200);
  const { sessions } = (await sendAsDevice(sso, agent.device, 'GET', '/api/v1/owner/sessions')).json<{
    sessions: readonly object[];
  }>();
  expect(sessions).toHaveLength(1);
});

test('RFC 8707 §2: the tokens of a request with a resource are for that service', async () => {
  const agent = await connect();
  const id = await asked(agent, { resource: exampleResource });
  await decide(agent, { decision: 'approve' });
  const { access_token } = (await exchange(agent.key, id)).json<Approved>();
  expect(decode(access_token).claims['aud']).toEqual([clientId, exampleResource]);
});

test('setRequestBudget: an agent beyond the budget of getRequestBudget asks nobody, and its request ends with a receipt', async () => {
  const agent = await connect();
  const budget = { perHour: 2, perDay: 3 };
  expect((await sendAsDevice(sso, agent.device, 'GET', '/api/v1/owner/request-budget')).json()).toEqual({
    perHour: 10,
    perDay: 50,
  });
  await sendAsDevice(sso, agent.device, 'PUT', '/api/v1/owner/request-budget', budget);
  await asked(agent);
  await asked(agent);
  const third = await exchange(agent.key, await asked(agent));
  expect(errorOf(third)).toEqual([400, 'expired_token']);
  expect(receiptOf(third).claims).toMatchObject({ decision: 'expired', decided_by: 'budget' });
  expect(await inbox(agent.device, 'pending')).toHaveLength(2);
  sso.advance(3_601);
  expect(errorOf(await exchange(agent.key, await asked(agent)))).toEqual([400, 'authorization_pending']);
  expect(receiptOf(await exchange(agent.key, await asked(agent))).claims['decided_by']).toBe('budget');
});

test('approvals: after "not again today" the agent asks nobody for a day', async () => {
  const agent = await connect();
  await asked(agent);
  await decide(agent, { decision: 'reject', quietToday: true });
  expect(errorOf(await exchange(agent.key, await asked(agent)))).toEqual([400, 'expired_token']);
  sso.advance(24 * 3_600 + 1);
  expect(errorOf(await exchange(agent.key, await asked(agent)))).toEqual([400, 'authorization_pending']);
});

test('getAuthorizationDetailsType, RFC 9396 §10: the schema of every supported type is published', async () => {
  const metadata = (await sso.app.inject('/.well-known/openid-configuration')).json<
    Record<string, readonly string[]>
  >();
  expect(metadata['authorization_details_types_supported']).toEqual(['payment', 'action', 'delegation']);
  expect(metadata['grant_types_supported']).toContain(ciba);
  for (const type of metadata['authorization_details_types_supported'] ?? []) {
    const published = (await sso.app.inject(`/oauth/authorization-details-types/${type}`)).json<{ schema: object }>();
    expect(published.schema).toMatchObject({ type: 'object', additionalProperties: false });
  }
  expect((await sso.app.inject('/oauth/authorization-details-types/loan')).statusCode).toBe(404);
});
