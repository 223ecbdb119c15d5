import { sql } from 'kysely';
import { expect } from 'vitest';
import type { Database } from '../../src/runtime/database/database.ts';
import { unwrap } from '../../src/typed-contract/client.ts';
import { delegate, exchangeForm, sendExchange, startProvider } from '../fixtures/sso.ts';
import { type Agent, bindAgent, headersOf } from '../fixtures/identity.ts';
import { holdingLock, openProviderDatabase, race } from '../fixtures/race.ts';
import { useStarted } from '../fixtures/use-started.ts';
import { newKey } from '../fixtures/protocol/keys.ts';

const provider = useStarted(() => startProvider({ env: { RATE_LIMITS: 'off' } }));
const database = useStarted(() => openProviderDatabase(provider));

const bind = () => bindAgent(provider.platform, { clientId: provider.clientId });
type Change = 'pauseConnectedSession' | 'resumeConnectedSession';
const change = async ({ owner, key }: Agent, operation: Change, jkt: string = key.jkt) => {
  const { sessions } = unwrap(await owner.sso.listConnectedSessions({}));
  const sessionId = sessions.find((session) => session.jkt === jkt)?.sessionId ?? '';
  return (await owner.sso[operation]({ path: { sessionId } })).status;
};
const refresh = ({ sso, refreshToken }: Agent) =>
  sso.exchangeToken({
    body: { grant_type: 'refresh_token', refresh_token: refreshToken, client_id: provider.clientId },
  });
const lockSessionOf = (jkt: string) => (db: Database['db']) =>
  sql`select from sso.sessions where jkt = ${jkt} for update`.execute(db);

interface StoredSession {
  readonly paused: boolean;
  /** Whether its present index is marked. */
  readonly marked: boolean;
}

/** Sessions of an agent's key and of its helpers, the agent first. */
async function stored({ key }: Agent): Promise<readonly StoredSession[]> {
  const { rows } = await sql<StoredSession>`
    select paused_at is not null as paused,
      exists (select from sso.session_revocations mark where mark.status_index = session.status_index) as marked
    from sso.sessions session where jkt = ${key.jkt} or ${key.jkt} = any(chain)
    order by cardinality(chain)`.execute(database.db);
  return rows;
}

race.each(['the pause', 'the refresh'] as const)(
  'sso: a refresh concurrent with a pause gives no access token that is valid during it, with %s first',
  async (first) => {
    const agent = await bind();
    let issued = agent.accessToken;
    const calls = {
      'the refresh': async () => {
        const { status, body } = await refresh(agent);
        if (status === 200) issued = body.access_token;
        return status;
      },
      'the pause': () => change(agent, 'pauseConnectedSession'),
    };
    const second = first === 'the pause' ? 'the refresh' : 'the pause';
    const statuses = await holdingLock<unknown, number>(database, lockSessionOf(agent.key.jkt), async (queued) => {
      const one = calls[first]();
      await queued(1);
      const other = calls[second]();
      await queued(2);
      return [one, other];
    });
    expect(statuses).toEqual(first === 'the refresh' ? [200, 200] : [200, 400]);
    expect(await stored(agent)).toEqual([{ paused: true, marked: true }]);
    const path = '/oauth/userinfo';
    const headers = await headersOf(agent.key, issued)('GET', provider.url + path);
    expect((await provider.send('GET', path, { headers })).status).toBe(401);

    expect(await change(agent, 'resumeConnectedSession')).toBe(200);
    expect(await stored(agent)).toEqual([{ paused: false, marked: false }]);
    // A refresh before the pause spent the token; its owner may repeat it.
    expect((await refresh(agent)).status).toBe(200);
  },
);

race('sso: a helper that is accepted while its agent is paused is paused with it', async () => {
  const agent = await bind();
  const helper = newKey();
  const form = exchangeForm(provider, await delegate(provider, agent, helper));
  const statuses = await holdingLock<unknown, number>(database, lockSessionOf(agent.key.jkt), async (queued) => {
    const accepted = sendExchange(provider, helper, form).then(({ status }) => status);
    await queued(1);
    const paused = change(agent, 'pauseConnectedSession');
    await queued(2);
    return [accepted, paused];
  });
  expect(statuses).toEqual([200, 200]);
  expect(await stored(agent)).toEqual([
    { paused: true, marked: true },
    { paused: true, marked: true },
  ]);
  expect((await sendExchange(provider, helper, form)).body).toMatchObject({ reason: 'agent_paused' });
});

race.each(['the pause of the agent', 'the resumption of the helper'] as const)(
  'sso: a helper that is resumed while its agent is paused stays paused, with %s first',
  async (first) => {
    const agent = await bind();
    const helper = newKey();
    const form = exchangeForm(provider, await delegate(provider, agent, helper));
    await sendExchange(provider, helper, form);
    expect(await change(agent, 'pauseConnectedSession', helper.jkt)).toBe(200);
    const calls = {
      'the pause of the agent': () => change(agent, 'pauseConnectedSession'),
      'the resumption of the helper': () => change(agent, 'resumeConnectedSession', helper.jkt),
    };
    const second = first === 'the pause of the agent' ? 'the resumption of the helper' : 'the pause of the agent';
    await holdingLock<unknown, number>(database, lockSessionOf(agent.key.jkt), async (queued) => {
      const one = calls[first]();
      await queued(1);
      const other = calls[second]();
      await queued(2);
      return [one, other];
    });
    expect((await stored(agent)).map(({ paused }) => paused)).toEqual([true, true]);
  },
);

race('sso: of two pauses at a time one is recorded, and both are answered alike', async () => {
  const agent = await bind();
  const statuses = await holdingLock<unknown, number>(database, lockSessionOf(agent.key.jkt), async (queued) => {
    const one = change(agent, 'pauseConnectedSession');
    await queued(1);
    const other = change(agent, 'pauseConnectedSession');
    await queued(2);
    return [one, other];
  });
  expect(statuses).toEqual([200, 200]);
  const { events } = unwrap(await agent.owner.sso.listOwnerActivity({}));
  expect(events.filter(({ event }) => event === 'agent_paused')).toHaveLength(1);
});
