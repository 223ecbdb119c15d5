import { expect, test } from 'vitest';
import { createAskingAgents, errorOf, payment, receiptOf } from '../../../contract-tests/fixtures/sso/agents.ts';
import { sendAsDevice } from '../../../contract-tests/fixtures/sso/owner-sign-in.ts';
import { startSso } from '../../../contract-tests/fixtures/sso/sso-fixture.ts';
import { useStarted } from '../../../contract-tests/fixtures/use-started.ts';
import { newKey } from '../../../contract-tests/fixtures/protocol/keys.ts';

const sso = useStarted(startSso);

const { connect, asked, exchange, inbox, decide } = createAskingAgents(() => sso);
const endsAt = () => new Date(sso.clock.now.getTime() + 30 * 86_400_000).toISOString();

test('listMandates, revokeMandate: payments to the payee of a mandate ask nobody, up to its limit and until it is revoked', async () => {
  const agent = await connect();
  await asked(agent);
  const mandate = { limit: '2000000', period: 'day', endsAt: endsAt() };
  expect((await decide(agent, { decision: 'approve', mandate })).statusCode).toBe(200);

  const second = await exchange(agent.key, await asked(agent));
  expect(second.statusCode).toBe(200);
  expect(receiptOf(second).claims).toMatchObject({ decision: 'approved', decided_by: 'mandate' });
  expect(errorOf(await exchange(agent.key, await asked(agent)))).toEqual([400, 'authorization_pending']);
  const elsewhere = JSON.stringify([{ ...payment, amount: '1', payee: 'another' }]);
  expect(errorOf(await exchange(agent.key, await asked(agent, { authorization_details: elsewhere })))).toEqual([
    400,
    'authorization_pending',
  ]);
  sso.advance(86_401);
  expect((await exchange(agent.key, await asked(agent))).statusCode).toBe(200);

  const list = async () =>
    (await sendAsDevice(sso, agent.device, 'GET', '/api/v1/owner/mandates')).json<{
      mandates: readonly { mandateId: string; used: string; limit: string }[];
    }>().mandates;
  const [listed] = await list();
  expect(listed).toMatchObject({ limit: '2000000', used: '990000' });
  const path = `/api/v1/owner/mandates/${listed?.mandateId}`;
  expect((await sendAsDevice(sso, agent.device, 'DELETE', path)).statusCode).toBe(204);
  expect((await sendAsDevice(sso, agent.device, 'DELETE', path)).statusCode).toBe(404);
  expect(await list()).toEqual([]);
  expect(errorOf(await exchange(agent.key, await asked(agent)))).toEqual([400, 'authorization_pending']);
});

test('mandates: parallel requests never exceed the limit', async () => {
  const agent = await connect();
  await asked(agent);
  await decide(agent, { decision: 'approve', mandate: { limit: '4950000', period: 'once', endsAt: endsAt() } });
  const ids = await Promise.all(Array.from({ length: 20 }, () => asked(agent)));
  const responses = await Promise.all(ids.map((id) => exchange(agent.key, id)));
  expect(responses.filter(({ statusCode }) => statusCode === 200)).toHaveLength(4);
});

test.each<[string, object]>([
  ['a limit below the request', { limit: '989999', period: 'day' }],
  ['an end in the past', { limit: '990000', period: 'day', endsAt: '2020-01-01T00:00:00.000Z' }],
  ['an end after more than a year', { limit: '990000', period: 'day', endsAt: '2036-01-01T00:00:00.000Z' }],
])('mandates: %s is rejected, and the request stays undecided', async (_name, changes) => {
  const agent = await connect();
  await asked(agent);
  const mandate = { endsAt: endsAt(), ...changes };
  expect(errorOf(await decide(agent, { decision: 'approve', mandate }))).toEqual([400, 'invalid_request']);
  expect(await inbox(agent.device, 'pending')).toHaveLength(1);
});

test('mandates: a delegation is always decided by the person', async () => {
  const agent = await connect();
  const detail = { type: 'delegation', jkt: newKey().jkt, scope: 'forum:write', ttl: 60 };
  await asked(agent, { authorization_details: JSON.stringify([detail]) });
  const mandate = { limit: '5', period: 'day', endsAt: endsAt() };
  expect(errorOf(await decide(agent, { decision: 'approve', mandate }))).toEqual([400, 'invalid_request']);
});
