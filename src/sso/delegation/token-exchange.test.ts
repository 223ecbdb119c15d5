import fc from 'fast-check';
import { expect, test } from 'vitest';
import { delegation, exchangeFor } from '../../../contract-tests/fixtures/sso/agents.ts';
import {
  clientId,
  dpop,
  form,
  forumResource,
  issuer,
  otherClientId,
  startSso,
} from '../../../contract-tests/fixtures/sso/sso-fixture.ts';
import {
  approvedCode,
  requestUserinfo,
  sendAsDevice,
  signIn,
  type Tokens,
} from '../../../contract-tests/fixtures/sso/owner-sign-in.ts';
import { useStarted } from '../../../contract-tests/fixtures/use-started.ts';
import type { Delegation } from '../../protocol/delegation.ts';
import { isThumbprint, type Thumbprint } from '../../protocol/jwk-thumbprint.ts';
import { lackingScope, platformScopes, platformScopesOf } from '../../protocol/token-scope.ts';
import { DomainError } from '../../runtime/errors/domain-error.ts';
import { delegatedRights, type DelegatingRights } from './token-exchange.ts';
import { decode, newKey, type TestKey } from '../../../contract-tests/fixtures/protocol/keys.ts';

const sso = useStarted(startSso);

const accessTokenType = 'urn:ietf:params:oauth:token-type:access_token';

interface HelperTokens extends Tokens {
  readonly issued_token_type: string;
}

/** An agent whose owner approved it. */
async function agentOf(changes: Record<string, string> = {}) {
  const agent = newKey();
  const { grant, sub, device } = await approvedCode(sso, { ...changes, dpop_jkt: agent.jkt });
  const tokens = (await form(sso, '/oauth/token', grant, { dpop: await dpop(sso, agent) })).json<Tokens>();
  return { agent, sub, device, tokens };
}

async function exchanged(helper: TestKey, token: string, fields: Record<string, string> = {}): Promise<HelperTokens> {
  const response = await exchangeFor(sso, helper, token, fields);
  expect([response.statusCode, response.body]).toMatchObject([200, expect.any(String)]);
  return response.json<HelperTokens>();
}

const live = async ({ access_token }: Pick<Tokens, 'access_token'>, key: TestKey) =>
  (await requestUserinfo(sso, access_token, key)).statusCode;

async function refused(token: string, helper: TestKey | undefined, fields: Record<string, string> = {}) {
  const response = await exchangeFor(sso, helper, token, fields);
  return [response.statusCode, response.json<{ error: string }>().error];
}

async function callAs(key: TestKey, { access_token: accessToken }: Tokens, method: 'GET' | 'DELETE', path: string) {
  return sso.app.inject({
    method,
    url: path,
    headers: { authorization: `DPoP ${accessToken}`, dpop: await dpop(sso, key, { path, method, accessToken }) },
  });
}

test('sso exchangeToken: a helper gets tokens with its own key, fewer rights and the chain, and none to refresh', async () => {
  const { agent, sub } = await agentOf();
  const helper = newKey();
  const tokens = await exchanged(helper, delegation({ sso, agent, helper, sub }));
  expect(tokens).not.toHaveProperty('refresh_token');
  expect(tokens).toMatchObject({
    issued_token_type: accessTokenType,
    token_type: 'DPoP',
    expires_in: 900,
    scope: 'openid forum:write',
  });
  const bound = { iss: issuer, sub, cnf: { jkt: helper.jkt }, act: { sub: helper.jkt, act: { sub: agent.jkt } } };
  expect(decode(tokens.access_token).claims).toMatchObject({
    ...bound,
    client_id: clientId,
    aud: [clientId, issuer],
    scope: 'openid forum:write',
    status: { status_list: { idx: expect.any(Number) } },
  });
  expect(decode(tokens.id_token).claims).toMatchObject({ ...bound, aud: clientId });
  expect(await live(tokens, helper)).toBe(200);
});

test('RFC 8693 §2.1: only an access token can be requested, the proof is the only actor, and no audience is named', async () => {
  const { agent, sub, tokens } = await agentOf();
  const helper = newKey();
  const token = delegation({ sso, agent, helper, sub });
  const type = (name: string) => `urn:ietf:params:oauth:token-type:${name}`;
  for (const requested_token_type of ['refresh_token', 'id_token', 'saml2'].map(type))
    expect(await refused(token, helper, { requested_token_type })).toEqual([400, 'invalid_request']);
  for (const actor of [{}, { actor_token: tokens.access_token }])
    expect(await refused(token, helper, { ...actor, actor_token_type: accessTokenType })).toEqual([
      400,
      'invalid_request',
    ]);
  expect(await refused(token, helper, { audience: 'forum' })).toEqual([400, 'invalid_target']);
  for (const other of ['token', tokens.access_token, tokens.id_token])
    expect(await refused(other, helper)).toEqual([400, 'invalid_request']);
  await exchanged(helper, token, { requested_token_type: accessTokenType });
});

test('sso exchangeToken: a helper of a helper names all three agents, and cannot delegate further', async () => {
  const { agent, sub } = await agentOf();
  const [helper, second, third] = [newKey(), newKey(), newKey()];
  await exchanged(helper, delegation({ sso, agent, helper, sub }));
  const tokens = await exchanged(second, delegation({ sso, agent: helper, helper: second, sub }));
  expect(decode(tokens.access_token).claims['act']).toEqual({
    sub: second.jkt,
    act: { sub: helper.jkt, act: { sub: agent.jkt } },
  });
  const fourth = delegation({ sso, agent: second, helper: third, sub });
  expect(await refused(fourth, third)).toEqual([400, 'invalid_request']);
});

test('sso exchangeToken: a chain never returns to one of its agents', async () => {
  const { agent, sub } = await agentOf();
  const helper = newKey();
  await exchanged(helper, delegation({ sso, agent, helper, sub }));
  expect(await refused(delegation({ sso, agent: helper, helper: agent, sub }), agent)).toEqual([
    400,
    'invalid_request',
  ]);
  expect(await refused(delegation({ sso, agent, helper: agent, sub }), agent)).toEqual([400, 'invalid_request']);
});

test('sso exchangeToken: a stolen delegation is worth nothing without the key of the helper', async () => {
  const { agent, sub } = await agentOf();
  const helper = newKey();
  const token = delegation({ sso, agent, helper, sub });
  expect(await refused(token, newKey())).toEqual([400, 'invalid_dpop_proof']);
  expect(await refused(token, undefined)).toEqual([400, 'invalid_dpop_proof']);
  expect(await refused(token, agent)).toEqual([400, 'invalid_dpop_proof']);
});

test('sso exchangeToken: the same delegation works again, with one session', async () => {
  const { agent, sub, device } = await agentOf();
  const helper = newKey();
  const token = delegation({ sso, agent, helper, sub });
  const first = await exchanged(helper, token);
  sso.advance(1_000);
  const again = await exchanged(helper, token);
  expect(await live(again, helper)).toBe(200);
  expect(decode(again.access_token).claims['status']).toEqual(decode(first.access_token).claims['status']);
  const listed = await sendAsDevice(sso, device, 'GET', '/api/v1/owner/sessions');
  const { sessions } = listed.json<{ sessions: { sessionId: string; jkt: string; parentSessionId?: string }[] }>();
  const parent = sessions.find(({ jkt }) => jkt === agent.jkt);
  expect(sessions).toHaveLength(2);
  expect(sessions.find(({ jkt }) => jkt === helper.jkt)).toMatchObject({
    parentSessionId: parent?.sessionId,
    scope: 'openid forum:write',
  });
});

test('sso exchangeToken: two delegations with one jti are refused', async () => {
  const { agent, sub } = await agentOf();
  const [helper, other] = [newKey(), newKey()];
  const claims = { jti: 'one' };
  await exchanged(helper, delegation({ sso, agent, helper, sub, claims }));
  const second = delegation({ sso, agent, helper: other, sub, claims });
  expect(await refused(second, other)).toEqual([400, 'invalid_request']);
});

test('sso exchangeToken: tokens end with the delegation', async () => {
  const { agent, sub } = await agentOf();
  const helper = newKey();
  const exp = Math.floor(sso.now().getTime() / 1000) + 300;
  const token = delegation({ sso, agent, helper, sub, claims: { exp } });
  const tokens = await exchanged(helper, token);
  expect(tokens.expires_in).toBe(300);
  expect(decode(tokens.access_token).claims['exp']).toBe(exp);
  expect(decode(tokens.id_token).claims['exp']).toBe(exp);
  sso.advance(301);
  expect(await live(tokens, helper)).toBe(401);
  expect(await refused(token, helper)).toEqual([400, 'invalid_request']);
});

test('sso exchangeToken: an agent with one scope delegates that one alone', async () => {
  const { agent, sub } = await agentOf({ scope: 'openid forum:write' });
  const helper = newKey();
  const both = delegation({ sso, agent, helper, sub, claims: { scope: 'forum:write payments' } });
  expect((await exchanged(helper, both)).scope).toBe('openid forum:write');
  const none = delegation({ sso, agent, helper, sub, claims: { scope: 'payments' } });
  expect(await refused(none, helper)).toEqual([400, 'invalid_scope']);
});

test('sso exchangeToken: scope and resource of the request narrow, and never widen', async () => {
  const { agent, sub } = await agentOf();
  const helper = newKey();
  const claims = { scope: 'forum:write forum:vote', resource: forumResource };
  const token = delegation({ sso, agent, helper, sub, claims });
  const tokens = await exchanged(helper, token, { scope: 'openid forum:vote', resource: forumResource });
  expect(tokens.scope).toBe('openid forum:vote');
  expect(decode(tokens.access_token).claims['aud']).toEqual([clientId, forumResource]);
  expect(await refused(token, helper, { scope: 'openid payments' })).toEqual([400, 'invalid_scope']);
  expect(await refused(token, helper, { scope: 'openid' })).toEqual([400, 'invalid_scope']);
  const elsewhere = { resource: 'http://localhost:4004' };
  expect(await refused(token, helper, elsewhere)).toEqual([400, 'invalid_target']);
});

test('sso exchangeToken: an agent limited to a resource delegates no other', async () => {
  const { agent, sub } = await agentOf({ resource: forumResource });
  const helper = newKey();
  const other = delegation({ sso, agent, helper, sub, claims: { resource: 'http://localhost:4004' } });
  expect(await refused(other, helper)).toEqual([400, 'invalid_target']);
  const tokens = await exchanged(helper, delegation({ sso, agent, helper, sub }));
  expect(decode(tokens.access_token).claims['aud']).toEqual([clientId, forumResource]);
});

test('sso exchangeToken: a delegation is accepted only for the agent, owner and application that it names', async () => {
  const [one, other] = [await agentOf(), await agentOf()];
  const helper = newKey();
  const foreign = delegation({ sso, agent: one.agent, helper, sub: other.sub });
  expect(await refused(foreign, helper)).toEqual([400, 'invalid_request']);
  const ownDelegation = delegation({ sso, agent: one.agent, helper, sub: one.sub });
  expect(await refused(ownDelegation, helper, { client_id: otherClientId })).toEqual([400, 'invalid_request']);
  const elsewhere = delegation({ sso, agent: one.agent, helper, sub: one.sub, claims: { client_id: otherClientId } });
  expect(await refused(elsewhere, helper)).toEqual([400, 'invalid_request']);
  await exchanged(helper, ownDelegation);
  expect(await refused(ownDelegation, helper, { client_id: otherClientId })).toEqual([400, 'invalid_request']);
});

test('sso: a delegation from before a revocation is rejected, also after the owner approves the agent again', async () => {
  const agent = newKey();
  const { sub, device } = await signIn(sso, agent);
  const helper = newKey();
  const token = delegation({ sso, agent, helper, sub });
  await sendAsDevice(sso, device, 'DELETE', `/api/v1/owner/clients/${clientId}`);
  sso.advance(60);
  await sso.db
    .updateTable('sso.sessions')
    .set({ revoked_at: null, revoked_reason: null })
    .where('jkt', '=', agent.jkt)
    .execute();
  await sso.db.updateTable('sso.sessions').set({ created_at: sso.now() }).where('jkt', '=', agent.jkt).execute();
  expect(await refused(token, helper)).toEqual([400, 'invalid_request']);
  await exchanged(helper, delegation({ sso, agent, helper, sub }));
});

test('sso listDelegations: an agent lists its delegations and revokes one, used or not', async () => {
  const { agent, sub, tokens } = await agentOf();
  const [helper, second] = [newKey(), newKey()];
  const used = delegation({ sso, agent, helper, sub, claims: { jti: 'used' } });
  const unused = delegation({ sso, agent, helper, sub, claims: { jti: 'unused' } });
  const helperTokens = await exchanged(helper, used);
  const secondTokens = await exchanged(second, delegation({ sso, agent: helper, helper: second, sub }));
  for (const jti of ['used', 'unused', 'used'])
    expect((await callAs(agent, tokens, 'DELETE', `/oauth/delegations/${jti}`)).statusCode).toBe(204);
  const pages: object[] = [];
  for (let cursor: string | null = ''; cursor !== null;) {
    const page = await callAs(agent, tokens, 'GET', `/oauth/delegations?limit=1${cursor && `&cursor=${cursor}`}`);
    const { delegations, nextCursor } = page.json<{ delegations: object[]; nextCursor: string | null }>();
    pages.push(...delegations);
    cursor = nextCursor;
  }
  expect(pages).toHaveLength(2);
  expect(pages).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ delegationId: 'used', jkt: helper.jkt, scope: 'openid forum:write', revoked: true }),
      { delegationId: 'unused', revoked: true, expiresAt: expect.any(String) },
    ]),
  );
  expect(await Promise.all([live(helperTokens, helper), live(secondTokens, second)])).toEqual([401, 401]);
  for (const token of [used, unused]) expect(await refused(token, helper)).toEqual([400, 'invalid_request']);
  expect(await live(tokens, agent)).toBe(200);
});

test('sso revokeDelegation: a helper cannot take back what its agent or another one delegated', async () => {
  const [{ agent, sub }, stranger] = [await agentOf(), await agentOf()];
  const helper = newKey();
  const token = delegation({ sso, agent, helper, sub, claims: { jti: 'kept' } });
  const tokens = await exchanged(helper, token);
  await callAs(helper, tokens, 'DELETE', '/oauth/delegations/kept');
  await callAs(stranger.agent, stranger.tokens, 'DELETE', '/oauth/delegations/kept');
  expect(await live(tokens, helper)).toBe(200);
  await exchanged(helper, token);
});

const now = 1_800_000_000;

function key(index: number): Thumbprint {
  const text = String.fromCodePoint(97 + index).repeat(43);
  if (!isThumbprint(text)) throw new TypeError(text);
  return text;
}

const keys = fc.integer({ min: 0, max: 6 }).map(key);
const scopes = fc.subarray([...platformScopes]);
const resources = fc.constantFrom(undefined, 'https://forum.test', 'https://notifications.test');

const ownersApproval = fc.record({ scopes, resource: resources, seconds: fc.integer({ min: 1, max: 90_000 }) });
const steps = fc.array(
  fc.record({ child: keys, scopes, resource: resources, seconds: fc.integer({ min: 1, max: 86_400 }) }),
  { minLength: 1, maxLength: 6 },
);

const approved = ({ scopes, resource, seconds }: { scopes: string[]; resource: string | undefined; seconds: number }) =>
  ({
    scope: ['openid', ...scopes].join(' '),
    resource: resource ?? null,
    chain: [],
    expiresAt: new Date((now + seconds) * 1000),
  }) satisfies DelegatingRights;

const delegated = (
  parentJkt: Thumbprint,
  step: { child: Thumbprint; scopes: string[]; resource: string | undefined; seconds: number },
): Delegation => ({
  parentJkt,
  ownerSub: '5f3c9a1e7b2d4860a1c2e3f405162738',
  childJkt: step.child,
  scope: step.scopes.join(' '),
  resource: step.resource,
  clientId: undefined,
  iat: now,
  exp: now + step.seconds,
  jti: 'd',
});

/** Follows a random chain until a delegation is refused. @returns the rights of each agent, the first one's first */
function follow(first: DelegatingRights, chain: readonly Parameters<typeof delegated>[1][]): DelegatingRights[] {
  const rights = [first];
  let agent = key(0);
  for (const step of chain) {
    const before = rights.at(-1) ?? first;
    try {
      rights.push(delegatedRights(before, delegated(agent, step)));
    } catch (error) {
      expect(error).toBeInstanceOf(DomainError);
      break;
    }
    agent = step.child;
  }
  return rights;
}

const forEachChain = (holds: (rights: readonly DelegatingRights[]) => void) =>
  fc.assert(
    fc.property(ownersApproval, steps, (approval, chain) => holds(follow(approved(approval), chain))),
    { numRuns: 2_000 },
  );

test('delegation: rights never widen along a random chain', () => {
  forEachChain((rights) => {
    for (const [index, { scope, resource }] of rights.entries()) {
      const before = rights[index - 1];
      if (!before) continue;
      // A scope that the agent lacks, its helper lacks too.
      for (const needed of platformScopes)
        if (lackingScope(before.scope, [needed])) expect(lackingScope(scope, [needed])).toBe(needed);
      if (before.resource !== null) expect(resource).toBe(before.resource);
    }
  });
});

test('delegation: no helper has all rights', () => {
  forEachChain((rights) => {
    for (const { scope } of rights.slice(1)) expect(platformScopesOf(scope)).not.toEqual([]);
  });
});

test('delegation: no helper outlives its agent', () => {
  forEachChain((rights) => {
    for (const [index, { expiresAt }] of rights.entries())
      expect(expiresAt.getTime()).toBeLessThanOrEqual(rights[index - 1]?.expiresAt.getTime() ?? Infinity);
  });
});

test('delegation: no chain has a key twice or more than three agents', () => {
  forEachChain((rights) => {
    for (const { chain } of rights) {
      expect(new Set(chain).size).toBe(chain.length);
      expect(chain.length).toBeLessThanOrEqual(3);
    }
  });
});

test('delegation: an agent with all rights delegates any scope of the platform', () => {
  const all = approved({ scopes: [], resource: undefined, seconds: 60 });
  for (const scope of platformScopes) {
    const step = { child: key(1), scopes: [scope], resource: undefined, seconds: 30 };
    expect(delegatedRights(all, delegated(key(0), step))).toEqual({
      scope: `openid ${scope}`,
      resource: null,
      chain: [key(1), key(0)],
      expiresAt: new Date((now + 30) * 1000),
    });
  }
});
