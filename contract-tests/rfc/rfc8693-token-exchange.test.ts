import { createRemoteJWKSet, jwtVerify } from 'jose';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { unwrap } from '../../src/typed-contract/client.ts';
import { confidentialClient } from '../fixtures/confidential-client.ts';
import { acceptDelegation, delegate, exchangeForm, sendExchange, tokenExchange } from '../fixtures/agent-helper.ts';
import { type Agent, bindAgent, newKey, type TestKey } from '../fixtures/identity.ts';
import { decode, proof, type RunningProvider, type ParsedResponse, startProvider } from '../fixtures/sso.ts';
import { revocationLimit } from '../fixtures/revocation-limit.ts';

let provider: RunningProvider;
let agent: Agent;
beforeAll(async () => {
  provider = await startProvider({ services: ['sso', 'forum'] });
  agent = await bindAgent(provider.platform, { clientId: provider.clientId });
  unwrap(await agent.forum.createForum({ body: { name: 'helpers', description: 'Posts by helpers' } }));
});
afterAll(() => provider.stop());

const outcome = ({ status, body }: ParsedResponse) => [status, body['error']];
const invalid = [400, 'invalid_request'];
const accessTokenType = 'urn:ietf:params:oauth:token-type:access_token';

async function exchange(changes: Readonly<Record<string, string | undefined>> = {}): Promise<ParsedResponse> {
  const helper = newKey();
  const form = { ...exchangeForm(provider, await delegate(provider, agent, helper)), ...changes };
  const sent = Object.entries(form).filter((entry): entry is [string, string] => entry[1] !== undefined);
  return sendExchange(provider, helper, Object.fromEntries(sent));
}

test('RFC 8693 §2.1: the metadata names the grant type', async () => {
  const { body } = await provider.send('GET', '/.well-known/oauth-authorization-server');
  expect(body['grant_types_supported']).toContain(tokenExchange);
  expect(body['claims_supported']).toContain('act');
});

test.each(['subject_token', 'subject_token_type'])('RFC 8693 §2.1: %s is required', async (name) => {
  expect(outcome(await exchange({ [name]: undefined }))).toEqual(invalid);
  expect(outcome(await exchange({ [name]: '' }))).toEqual(invalid);
});

test('RFC 8693 §2.1: requested_token_type is optional, and only an access token can be requested', async () => {
  expect((await exchange({ requested_token_type: accessTokenType })).status).toBe(200);
  for (const name of ['refresh_token', 'id_token', 'saml2'])
    expect(outcome(await exchange({ requested_token_type: `urn:ietf:params:oauth:token-type:${name}` }))).toEqual(
      invalid,
    );
});

test('RFC 8693 §2.1: actor_token_type without actor_token is invalid_request, and the proof is the only actor', async () => {
  expect(outcome(await exchange({ actor_token_type: accessTokenType }))).toEqual(invalid);
  const actor = { actor_token: agent.accessToken, actor_token_type: accessTokenType };
  expect(outcome(await exchange(actor))).toEqual(invalid);
});

test('RFC 8693 §2.2.1: the response has issued_token_type, token_type, expires_in and scope, and is not cached', async () => {
  const { status, body, headers } = await exchange();
  expect(status).toBe(200);
  expect(body).toEqual({
    access_token: expect.any(String),
    id_token: expect.any(String),
    issued_token_type: accessTokenType,
    token_type: 'DPoP',
    expires_in: 900,
    scope: 'openid forum:write',
  });
  expect([headers.get('cache-control'), headers.get('pragma')]).toEqual(['no-store', 'no-cache']);
});

test.each<[string, (helper: TestKey) => Promise<string> | string]>([
  ['no JWT', () => 'token'],
  ['an access token', () => agent.accessToken],
  ['an id_token', () => agent.idToken],
  ['a DPoP proof of the agent', () => proof({ method: 'POST', url: `${provider.url}/oauth/token` }, agent.key)],
  ['a delegation of a key without session', (helper) => delegate(provider, { ...agent, key: newKey() }, helper)],
  [
    'a delegation for another owner',
    (helper) => delegate(provider, { ...agent, owner: { sub: '0'.repeat(32) } }, helper),
  ],
  ['a delegation of all rights', (helper) => delegate(provider, agent, helper, { scope: 'openid' })],
  ['a delegation that has expired', (helper) => delegate(provider, agent, helper, { lifetime: -1 })],
  ['a delegation of more than a day', (helper) => delegate(provider, agent, helper, { lifetime: 86_401 })],
  ['a delegation for another provider', (helper) => delegate({ url: 'https://other.test' }, agent, helper)],
])('RFC 8693 §2.2.2: %s as subject_token is invalid_request', async (_title, token) => {
  const helper = newKey();
  expect(outcome(await sendExchange(provider, helper, exchangeForm(provider, await token(helper))))).toEqual(invalid);
});

test('RFC 8693 §2.2.2: a resource outside the delegation, and an audience, are invalid_target', async () => {
  expect(outcome(await exchange({ resource: 'https://elsewhere.test' }))).toEqual([400, 'invalid_target']);
  expect(outcome(await exchange({ audience: 'forum' }))).toEqual([400, 'invalid_target']);
});

test('RFC 8693 §4.1: act names the current actor, and nested in it the prior ones', async () => {
  const [helper, second] = [newKey(), newKey()];
  await acceptDelegation(provider, helper, await delegate(provider, agent, helper));
  const token = await delegate(provider, { ...agent, key: helper }, second);
  const { accessToken, body } = await acceptDelegation(provider, second, token);
  const act = { sub: second.jkt, act: { sub: helper.jkt, act: { sub: agent.key.jkt } } };
  for (const jwt of [accessToken, String(body['id_token'])]) {
    const keys = createRemoteJWKSet(new URL(`${provider.url}/oauth/jwks`));
    const { payload } = await jwtVerify(jwt, keys, { issuer: provider.url, subject: agent.owner.sub });
    expect(payload).toMatchObject({ act, cnf: { jkt: second.jkt } });
  }
});

test('RFC 8693 §4.1: a token that an owner approved directly has no act', () => {
  expect(decode(agent.accessToken).claims).not.toHaveProperty('act');
});

test('RFC 8693 §4.2, §4.3: scope and client_id of the token are those of the delegation and of the client', async () => {
  const { body } = await exchange();
  const { claims } = decode(String(body['access_token']));
  expect(claims).toMatchObject({ scope: 'openid forum:write', client_id: provider.clientId });
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
  expect(outcome(again)).toEqual(invalid);
});
