import { sql } from 'kysely';
import { expect } from 'vitest';
import type { Database } from '../../src/runtime/database/database.ts';
import { acceptDelegation, delegate, exchangeForm, sendExchange, startProvider } from '../fixtures/sso.ts';
import { type Agent, bindAgent } from '../fixtures/identity.ts';
import { holdingLock, openProviderDatabase, race } from '../fixtures/race.ts';
import { useStarted } from '../fixtures/use-started.ts';
import { newKey } from '../fixtures/protocol/keys.ts';

const provider = useStarted(startProvider);
const database = useStarted(() => openProviderDatabase(provider));

const bind = () => bindAgent(provider.platform, { clientId: provider.clientId });
const disconnect = async ({ owner }: Agent) =>
  (await owner.sso.revokeConnectedClient({ path: { clientId: provider.clientId } })).status;
const liveHelpers = async ({ key }: Agent): Promise<number> => {
  const { rows } = await sql<{ live: number }>`
    select count(*)::int as live from sso.sessions where revoked_at is null and ${key.jkt} = any(chain)`.execute(
    database.db,
  );
  return rows[0]?.live ?? -1;
};
const lockSessionOf = ({ key }: Agent) => ({
  lock: (db: Database['db']) => sql`select from sso.sessions where jkt = ${key.jkt} for update`.execute(db),
});

race.each(['the revocation', 'the exchange'] as const)(
  'sso: an exchange concurrent with the revocation of its agent leaves no helper, with %s first',
  async (first) => {
    const agent = await bind();
    const helper = newKey();
    const form = exchangeForm(provider, await delegate(provider, agent, helper));
    const calls = {
      'the exchange': async () => (await sendExchange(provider, helper, form)).status,
      'the revocation': () => disconnect(agent),
    };
    const second = first === 'the exchange' ? 'the revocation' : 'the exchange';
    await holdingLock(database, lockSessionOf(agent).lock, async (queued) => {
      const one = calls[first]();
      await queued(1);
      const other = calls[second]();
      await queued(2);
      return [one, other];
    });
    expect(await liveHelpers(agent)).toBe(0);
    expect((await sendExchange(provider, helper, form)).status).toBe(400);
  },
);

race('sso: a delegation that is revoked while its owner is deleted is gone with the owner', async () => {
  const agent = await bind();
  const path = `/oauth/delegations/${crypto.randomUUID()}`;
  const revoke = async () =>
    (await provider.send('DELETE', path, { headers: await agent.headers('DELETE', `${provider.url}${path}`) })).status;
  const lockOwner = (db: Database['db']) =>
    sql`select from sso.owners where sub = ${agent.owner.sub} for update`.execute(db);
  const statuses = await holdingLock(database, lockOwner, async (queued) => {
    const deleted = agent.owner.sso.deleteOwner({}).then(({ status }) => status);
    await queued(1);
    const revoked = revoke();
    await queued(2);
    return [deleted, revoked];
  });
  expect(statuses).toEqual([204, 204]);
});

race('sso: an exchange for the helper of a helper leaves no helper when the first agent is revoked', async () => {
  for (let round = 0; round < 10; round++) {
    const agent = await bind();
    const helper = newKey();
    await acceptDelegation(provider, helper, await delegate(provider, agent, helper));
    const seconds = Array.from({ length: 5 }, newKey);
    const exchanges = seconds.map(async (second) =>
      sendExchange(
        provider,
        second,
        exchangeForm(provider, await delegate(provider, { ...agent, key: helper }, second)),
      ),
    );
    const [revoked, ...statuses] = await Promise.all([
      disconnect(agent),
      ...exchanges.map(async (sent) => (await sent).status),
    ]);
    expect(revoked).toBe(200);
    for (const status of statuses) expect([200, 400]).toContain(status);
    expect(await liveHelpers(agent)).toBe(0);
  }
});

race('sso: twenty concurrent exchanges of one delegation start one session', async () => {
  const agent = await bind();
  const helper = newKey();
  const form = exchangeForm(provider, await delegate(provider, agent, helper));
  const sent = await Promise.all(Array.from({ length: 20 }, () => sendExchange(provider, helper, form)));
  expect(new Set(sent.map(({ status }) => status))).toEqual(new Set([200]));
  expect(await liveHelpers(agent)).toBe(1);
});

race('sso: repeated exchanges concurrent with the revocation of all sessions neither fail nor survive', async () => {
  for (let round = 0; round < 10; round++) {
    const agent = await bind();
    const helpers = await Promise.all(
      Array.from({ length: 4 }, async () => {
        const helper = newKey();
        const delegation = await delegate(provider, agent, helper);
        await acceptDelegation(provider, helper, delegation);
        return { helper, form: exchangeForm(provider, delegation) };
      }),
    );
    const [revoked, ...statuses] = await Promise.all([
      disconnect(agent),
      ...helpers.map(async ({ helper, form }) => (await sendExchange(provider, helper, form)).status),
    ]);
    expect(revoked).toBe(200);
    for (const status of statuses) expect([200, 400]).toContain(status);
    expect(await liveHelpers(agent)).toBe(0);
  }
});
