import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { recordStatements } from '../../../contract-tests/fixtures/runtime/statement-plans.ts';
import { createAskingAgents, delegation, exchangeFor } from '../../../contract-tests/fixtures/sso/agents.ts';
import { refresh, sendAsDevice, signIn } from '../../../contract-tests/fixtures/sso/owner-sign-in.ts';
import { dpop, startSso } from '../../../contract-tests/fixtures/sso/sso-fixture.ts';
import { useStarted } from '../../../contract-tests/fixtures/use-started.ts';
import type { SsoDatabase } from '../database.ts';
import { lastActionOf } from './session.ts';
import { bucketOf } from '../../runtime/database/bucket.ts';
import { createConnectionStore } from './session-store.ts';
import { decode, newKey, type TestKey } from '../../../contract-tests/fixtures/protocol/keys.ts';

const sso = useStarted(startSso);

const agents = createAskingAgents(() => sso);

interface Shown {
  readonly sessionId: string;
  readonly parentSessionId?: string;
  readonly jkt: string;
  readonly lastAction: { readonly event: string; readonly at: string };
}

const shown = async (device: TestKey) =>
  (await sendAsDevice(sso, device, 'GET', '/api/v1/owner/sessions')).json<{ sessions: readonly Shown[] }>().sessions;
const lastOf = async ({ device, key }: { readonly device: TestKey; readonly key: TestKey }) =>
  (await shown(device)).find(({ jkt }) => jkt === key.jkt)?.lastAction;
/** Moves the clock, so that actions have an order. @returns the time of the next action */
const tick = (): string => {
  sso.advance(10);
  return sso.clock.now.toISOString();
};

test('sso listConnectedSessions: the last action of an agent follows what it does', async () => {
  const connectedAt = tick();
  const agent = await agents.connect();
  expect(await lastOf(agent)).toEqual({ event: 'tokens_issued', at: connectedAt });

  const renewedAt = tick();
  await refresh(sso, agent.refreshToken, agent.key);
  expect(await lastOf(agent)).toEqual({ event: 'access_renewed', at: renewedAt });

  const askedAt = tick();
  const authReqId = await agents.asked(agent);
  expect(await lastOf(agent)).toEqual({ event: 'approval_requested', at: askedAt });

  await agents.decide(agent, { decision: 'approve' });
  const usedAt = tick();
  expect((await agents.exchange(agent.key, authReqId)).statusCode).toBe(200);
  expect(await lastOf(agent)).toEqual({ event: 'approval_used', at: usedAt });
});

test('sso listConnectedSessions: an agent and its helper each have a last action of their own', async () => {
  const key = newKey();
  const tokens = await signIn(sso, key);
  const agent = { ...tokens, key };
  const helper = { device: agent.device, key: newKey() };
  const token = delegation({ sso, agent: key, helper: helper.key, sub: agent.sub });
  const delegatedAt = tick();
  await exchangeFor(sso, helper.key, token);
  expect(await lastOf(agent)).toEqual({ event: 'delegation_accepted', at: delegatedAt });
  expect(await lastOf(helper)).toEqual({ event: 'tokens_issued', at: delegatedAt });

  const exchangedAt = tick();
  await exchangeFor(sso, helper.key, token);
  expect(await lastOf(helper)).toEqual({ event: 'access_renewed', at: exchangedAt });
  expect(await lastOf(agent)).toEqual({ event: 'delegation_accepted', at: delegatedAt });

  const path = `/oauth/delegations/${String(decode(token).claims['jti'])}`;
  const revokedAt = tick();
  const response = await sso.app.inject({
    method: 'DELETE',
    url: path,
    headers: {
      authorization: `DPoP ${agent.access_token}`,
      dpop: await dpop(sso, key, { path, method: 'DELETE', accessToken: agent.access_token }),
    },
  });
  expect(response.statusCode).toBe(204);
  expect(await lastOf(agent)).toEqual({ event: 'delegation_revoked', at: revokedAt });
});

test('sso listConnectedSessions: the last actions of 500 agents need two statements', async () => {
  const agent = await agents.connect();
  const db = sso.database.as<SsoDatabase>();
  const [one] = await shown(agent.device);
  const {
    status_index: _index,
    expiry_day: _day,
    ...session
  } = await db
    .selectFrom('sso.sessions')
    .selectAll()
    .where('id', '=', one?.sessionId ?? '')
    .executeTakeFirstOrThrow();
  const others = Array.from({ length: 499 }, () => ({ ...session, id: randomUUID(), request_id: randomUUID() }));
  await db.insertInto('sso.sessions').values(others).execute();
  await sql`
    insert into sso.audit_events (bucket, at, event, request_id, owner_sub, details)
    select ${bucketOf(agent.sub)}::smallint, last_used_at + interval '1 second', 'approval_requested', 'req-1', owner_sub, jsonb_build_object('agentSessionId', id)
    from sso.sessions where owner_sub = ${agent.sub}`.execute(db);
  const { plugin, executed } = recordStatements();
  const store = createConnectionStore(db.withPlugin(plugin));
  const found = await store.list({ ownerSub: agent.sub, at: sso.clock.now, limit: 500 });
  expect(found).toHaveLength(500);
  expect(new Set(found.map(({ lastAction }) => lastAction.event))).toEqual(new Set(['approval_requested']));
  expect(executed).toHaveLength(2);
});

const at = (seconds: number) => new Date(Date.UTC(2026, 2, 1) + seconds * 1000);

test.each([
  [
    'an event before the last renewal',
    20,
    { event: 'approval_requested', at: at(10), ofApproval: true },
    'access_renewed',
  ],
  [
    'an event at the time of the last renewal',
    20,
    { event: 'approval_requested', at: at(20), ofApproval: true },
    'approval_requested',
  ],
  ['tokens for a decision', 20, { event: 'tokens_issued', at: at(30), ofApproval: true }, 'approval_used'],
  ['no event, and no renewal', 0, undefined, 'tokens_issued'],
])('sso: what an agent did last, with %s', (_case, usedAt, recorded, event) => {
  expect(lastActionOf({ createdAt: at(0), lastUsedAt: at(usedAt) }, recorded).event).toBe(event);
});
