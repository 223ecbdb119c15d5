import { beforeAll, expect, test, vi } from 'vitest';
import { unwrap } from '../../src/typed-contract/client.ts';
import {
  confidentialClient,
  acceptDelegation,
  delegate,
  exchangeForm,
  sendExchange,
  startProvider,
} from '../fixtures/sso.ts';
import { type Agent, bindAgent } from '../fixtures/identity.ts';
import { revocationLimit } from '../fixtures/http.ts';
import { useStarted } from '../fixtures/use-started.ts';
import { newKey, type TestKey } from '../fixtures/protocol/keys.ts';

const provider = useStarted(() => startProvider({ services: ['sso', 'forum'] }));
let agent: Agent;
beforeAll(async () => {
  agent = await bindAgent(provider.platform, { clientId: provider.clientId });
  unwrap(await agent.forum.createForum({ body: { name: 'helpers', description: 'Posts by helpers' } }));
});

test('RFC 7662 §2.2: introspection tells a service who acts', async () => {
  const server = await confidentialClient(provider, { reach: 'platform' });
  const helper = newKey();
  const { accessToken } = await acceptDelegation(provider, helper, await delegate(provider, agent, helper));
  const { body } = await provider.send('POST', '/oauth/introspect', { form: { ...server, token: accessToken } });
  expect(body).toMatchObject({ active: true, act: { sub: helper.jkt, act: { sub: agent.key.jkt } } });
});

test('sso exchangeToken: a helper does what the delegation names, and nothing else', async () => {
  const helper = newKey();
  const { forum } = await acceptDelegation(provider, helper, await delegate(provider, agent, helper));
  const { post } = unwrap(await forum.createPost({ body: { forum: 'helpers', title: 'By a helper', body: 'Text' } }));
  const vote = await forum.voteOnPost({ path: { id: post.id }, body: { value: 1 } });
  expect(vote.status).toBe(403);
});

type Revocation = (agent: Agent, jti: string, helper: TestKey) => Promise<{ readonly status: number }>;

async function revokeSession({ owner }: Agent, jkt: string) {
  const { sessions } = unwrap(await owner.sso.listConnectedSessions({ query: {} }));
  const session = sessions.find((listed) => listed.jkt === jkt);
  return owner.sso.revokeConnectedSession({ path: { sessionId: session?.sessionId ?? '' } });
}

test.each<[string, Revocation]>([
  [
    'the delegation',
    async ({ headers }, jti) => {
      const path = `/oauth/delegations/${jti}`;
      return provider.send('DELETE', path, { headers: await headers('DELETE', provider.url + path) });
    },
  ],
  ['the helper at the owner', (bound, _jti, helper) => revokeSession(bound, helper.jkt)],
  ['the agent', (bound) => revokeSession(bound, bound.key.jkt)],
  ['the application', ({ owner }) => owner.sso.revokeConnectedClient({ path: { clientId: provider.clientId } })],
  ['the owner', ({ owner }) => owner.sso.deleteOwner({ body: {} })],
])('sso: revoking %s ends the helper, and the helper of the helper, within 5 seconds', async (_title, revoke) => {
  const bound = await bindAgent(provider.platform, { clientId: provider.clientId });
  const [helper, second] = [newKey(), newKey()];
  const jti = crypto.randomUUID();
  const first = await delegate(provider, bound, helper, { jti });
  const helpers = [
    await acceptDelegation(provider, helper, first),
    await acceptDelegation(provider, second, await delegate(provider, { ...bound, key: helper }, second)),
  ];
  const write = async () => {
    const body = { forum: 'helpers', title: 'By a helper', body: 'Text' };
    return Promise.all(helpers.map(async ({ forum }) => (await forum.createPost({ body })).status));
  };
  expect(await write()).toEqual([201, 201]);
  expect((await revoke(bound, jti, helper)).status).toBeLessThan(300);
  await vi.waitFor(async () => expect(await write()).toEqual([401, 401]), { timeout: revocationLimit, interval: 250 });
  const again = await sendExchange(provider, helper, exchangeForm(provider, first));
  expect([again.status, again.body['error']]).toEqual([400, 'invalid_request']);
});
