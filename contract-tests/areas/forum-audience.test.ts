import { expect, test } from 'vitest';
import { unwrap } from '../../src/typed-contract/client.ts';
import { type Agent, bindAgent, enrolOwner, newKey, startSignIn, urlOf } from '../fixtures/identity.ts';
import { deletePlatformData, startPlatform } from '../fixtures/platform.ts';
import { decode } from '../fixtures/sso.ts';
import { useStarted } from '../fixtures/use-started.ts';

const audience = 'https://forum.example';

const platform = useStarted(
  () => startPlatform({ services: ['sso', 'forum', 'notifications'], env: { FORUM_AUDIENCE: audience } }),
  deletePlatformData,
);

const callAs = async (agent: Agent, service: string, path: string) => {
  const url = urlOf(platform, service) + path;
  const response = await fetch(url, { headers: await agent.headers('GET', url) });
  const body: { readonly code?: string } = await response.json();
  return response.status === 200 ? 200 : `${response.status} ${body.code}`;
};
const found = (agent: Agent, name: string) => agent.forum.createForum({ body: { name, description: 'Audiences' } });
const audienceOf = ({ accessToken }: Agent) => decode(accessToken).claims['aud'];

test('RFC 9728 §2: with FORUM_AUDIENCE the forum names it as its resource', async () => {
  const response = await fetch(`${urlOf(platform, 'forum')}/.well-known/oauth-protected-resource`);
  expect(await response.json()).toMatchObject({ resource: audience });
});

test('forum: with FORUM_AUDIENCE a token for the platform is refused, although other services accept it', async () => {
  const agent = await bindAgent(platform);
  expect(await callAs(agent, 'forum', '/api/agent-auth')).toBe('401 bad_access_token_aud');
  expect((await found(agent, 'general')).status).toBe(401);
  expect(await callAs(agent, 'notifications', '/api/v1/host/consents')).toBe(200);
});

test('RFC 8707: with FORUM_AUDIENCE a token for that resource writes at the forum, and nowhere else', async () => {
  const agent = await bindAgent(platform, { resource: audience });
  expect(audienceOf(agent)).toEqual([expect.stringMatching(/^[0-9a-f]{32}$/), audience]);
  expect((await found(agent, 'narrow')).status).toBe(201);
  expect(await callAs(agent, 'notifications', '/api/v1/host/consents')).toMatch(/^401/);
});

test('RFC 8707: with FORUM_AUDIENCE scopes of the forum limit the token for it', async () => {
  const agent = await bindAgent(platform, { resource: audience, scope: 'openid forum:vote' });
  expect((await found(agent, 'limited')).status).toBe(403);
});

test.each([
  [undefined, 'act for you at Notifications'],
  [audience, 'act for you at Forum'],
])('sso: with FORUM_AUDIENCE the approver of the resource %s reads that it can %s', async (resource, words) => {
  const owner = await enrolOwner(platform);
  const { deepLink } = await startSignIn(owner.sso, resource === undefined ? {} : { resource, jkt: newKey().jkt });
  const path = { requestId: deepLink.split('/').at(-1) ?? '' };
  expect(unwrap(await owner.sso.getAuthorizationRequest({ path }))).toMatchObject({ permissions: [words] });
});
