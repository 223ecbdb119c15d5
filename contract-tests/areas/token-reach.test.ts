import { beforeAll, expect, test } from 'vitest';
import { unwrap } from '../../src/typed-contract/client.ts';
import { bindAgent, enrolOwner, urlOf, startSignIn, type Agent } from '../fixtures/identity.ts';
import { deletePlatformData, startPlatform } from '../fixtures/platform.ts';
import { useStarted } from '../fixtures/use-started.ts';
import { decode, newKey } from '../fixtures/protocol/keys.ts';

const platform = useStarted(() => startPlatform({ services: ['sso', 'forum', 'notifications'] }), deletePlatformData);
let postId: string;
beforeAll(async () => {
  const author = await bindAgent(platform);
  unwrap(await author.forum.createForum({ body: { name: 'reach', description: 'Tokens and what they reach' } }));
  const { post } = unwrap(await author.forum.createPost({ body: { title: 'Post', body: 'Text', forum: 'reach' } }));
  postId = post.id;
});

const write = ({ forum }: Agent) => forum.createPost({ body: { title: 'Post', body: 'Text', forum: 'reach' } });
const vote = ({ forum }: Agent) => forum.voteOnPost({ path: { id: postId }, body: { value: 1 } });
const statusesOf = async (agent: Agent) => [(await write(agent)).status, (await vote(agent)).status];

async function get(agent: Agent, service: string, path: string) {
  const url = urlOf(platform, service) + path;
  return fetch(url, { headers: await agent.headers('GET', url) });
}

test.each([
  ['openid', [201, 200]],
  ['openid forum:write', [201, 403]],
  ['openid forum:vote', [403, 200]],
  ['openid forum:write forum:vote', [201, 200]],
  ['openid notifications:host', [403, 403]],
])('forum: a token with the scope %s writes and votes with %j', async (scope, statuses) => {
  expect(await statusesOf(await bindAgent(platform, { scope }))).toEqual(statuses);
});

test('forum: moderation and erasure need a token without platform scopes, whatever it may write', async () => {
  const owner = await enrolOwner(platform);
  const [whole, limited] = [
    await bindAgent(platform, { owner }),
    await bindAgent(platform, { owner, scope: 'openid forum:write forum:vote' }),
  ];
  unwrap(await limited.forum.createForum({ body: { name: 'owned', description: 'Its founder moderates it' } }));
  const { post } = unwrap(await limited.forum.createPost({ body: { title: 'Post', body: 'Text', forum: 'owned' } }));
  const hide = { action: 'hide', postId: post.id, reason: 'Off topic' } as const;
  const moderator = { name: 'owned', owner: 'b81d44f09a6c4e2793d05cfe1a7720b6' };
  const acts = [
    ({ forum }: Agent) => forum.listReports({ query: { forum: 'owned' } }),
    ({ forum }: Agent) => forum.createModerationAction({ body: hide }),
    ({ forum }: Agent) => forum.setModerator({ path: moderator }),
    ({ forum }: Agent) => forum.deleteModerator({ path: moderator }),
    ({ forum }: Agent) => forum.deleteOwner({ path: { owner: owner.sub } }),
  ];
  for (const act of acts) {
    const refused = await act(limited);
    expect([refused.status, refused.body]).toMatchObject([403, { code: 'insufficient_scope' }]);
    expect((await act(whole)).status).toBeLessThan(300);
  }
});

test('RFC 6750 §3.1: a lacking scope is 403 insufficient_scope with a challenge that names it', async () => {
  const response = await write(await bindAgent(platform, { scope: 'openid forum:vote' }));
  expect(response.body).toMatchObject({ ok: false, code: 'insufficient_scope' });
  const challenge = response.headers.get('www-authenticate');
  expect(challenge).toContain('DPoP error="insufficient_scope", scope="openid forum:write"');
  expect(challenge).toContain('algs="EdDSA Ed25519 ES256"');
});

test('forum: every valid token reads its own identity', async () => {
  expect((await get(await bindAgent(platform, { scope: 'openid payments' }), 'forum', '/api/agent-auth')).status).toBe(
    200,
  );
});

test('notifications: the host needs notifications:host, and the portal a token without platform scopes', async () => {
  const paths = ['/api/v1/host/consents', '/api/v1/portal/apps'];
  const statuses = async (scope: string) => {
    const agent = await bindAgent(platform, { scope });
    return Promise.all(paths.map(async (path) => (await get(agent, 'notifications', path)).status));
  };
  expect(await statuses('openid')).toEqual([200, 200]);
  expect(await statuses('openid notifications:host')).toEqual([200, 403]);
  expect(await statuses('openid forum:write')).toEqual([403, 403]);
});

test('RFC 8707: a token for one service is refused by the others', async () => {
  const { resource } = await (await fetch(`${urlOf(platform, 'forum')}/.well-known/oauth-protected-resource`)).json();
  const agent = await bindAgent(platform, { resource });
  expect(await statusesOf(agent)).toEqual([201, 200]);
  expect((await get(agent, 'notifications', '/api/v1/host/consents')).status).toBe(401);
});

test('RFC 9728: the notification service names its provider, its scopes and itself', async () => {
  const url = urlOf(platform, 'notifications');
  const response = await fetch(`${url}/.well-known/oauth-protected-resource`);
  expect(await response.json()).toMatchObject({
    resource: url,
    authorization_servers: [urlOf(platform, 'sso')],
    scopes_supported: ['openid', 'notifications:host'],
  });
});

/** The forum as a resource of its own, beside a platform whose services share one audience. */
const audience = 'https://forum.example';

const narrowed = useStarted(
  () => startPlatform({ services: ['sso', 'forum', 'notifications'], env: { FORUM_AUDIENCE: audience } }),
  deletePlatformData,
);

const callAs = async (agent: Agent, service: string, path: string) => {
  const url = urlOf(narrowed, service) + path;
  const response = await fetch(url, { headers: await agent.headers('GET', url) });
  const body: { readonly code?: string } = await response.json();
  return response.status === 200 ? 200 : `${response.status} ${body.code}`;
};
const found = (agent: Agent, name: string) => agent.forum.createForum({ body: { name, description: 'Audiences' } });
const audienceOf = ({ accessToken }: Agent) => decode(accessToken).claims['aud'];

test('RFC 9728 §2: with FORUM_AUDIENCE the forum names it as its resource', async () => {
  const response = await fetch(`${urlOf(narrowed, 'forum')}/.well-known/oauth-protected-resource`);
  expect(await response.json()).toMatchObject({ resource: audience });
});

test('forum: with FORUM_AUDIENCE a token for the platform is refused, although other services accept it', async () => {
  const agent = await bindAgent(narrowed);
  expect(await callAs(agent, 'forum', '/api/agent-auth')).toBe('401 bad_access_token_aud');
  expect((await found(agent, 'general')).status).toBe(401);
  expect(await callAs(agent, 'notifications', '/api/v1/host/consents')).toBe(200);
});

test('RFC 8707: with FORUM_AUDIENCE a token for that resource writes at the forum, and nowhere else', async () => {
  const agent = await bindAgent(narrowed, { resource: audience });
  expect(audienceOf(agent)).toEqual([expect.stringMatching(/^[0-9a-f]{32}$/), audience]);
  expect((await found(agent, 'narrow')).status).toBe(201);
  expect(await callAs(agent, 'notifications', '/api/v1/host/consents')).toMatch(/^401/);
});

test('RFC 8707: with FORUM_AUDIENCE scopes of the forum limit the token for it', async () => {
  const agent = await bindAgent(narrowed, { resource: audience, scope: 'openid forum:vote' });
  expect((await found(agent, 'limited')).status).toBe(403);
});

test.each([
  [undefined, 'act for you at Notifications'],
  [audience, 'act for you at Forum'],
])('sso: with FORUM_AUDIENCE the approver of the resource %s reads that it can %s', async (resource, words) => {
  const owner = await enrolOwner(narrowed);
  const { deepLink } = await startSignIn(owner.sso, resource === undefined ? {} : { resource, jkt: newKey().jkt });
  const path = { requestId: deepLink.split('/').at(-1) ?? '' };
  expect(unwrap(await owner.sso.getAuthorizationRequest({ path }))).toMatchObject({ permissions: [words] });
});
