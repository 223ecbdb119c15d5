import { afterAll, beforeAll, expect, test } from 'vitest';
import { unwrap } from '../../src/typed-contract/client.ts';
import { type Agent, bindAgent, testProvider, urlOf } from '../fixtures/identity.ts';
import { deletePlatformData, type RunningPlatform, startPlatform } from '../fixtures/platform.ts';

let provider: RunningPlatform;
let services: RunningPlatform;
let agent: Agent;
beforeAll(async () => {
  provider = await startPlatform({ services: ['sso'], database: 'disk' });
  services = await startPlatform({
    services: ['forum', 'backend'],
    database: 'disk',
    env: { SSO_BASE_URL: urlOf(provider, 'sso'), PLATFORM_AUDIENCE: urlOf(provider, 'sso') },
  });
  const both = { ...provider, urls: { ...provider.urls, ...services.urls } };
  agent = await bindAgent(both, { clientId: await testProvider(provider) });
});
afterAll(async () => {
  for (const platform of [services, provider]) {
    await platform.stop();
    await deletePlatformData(platform);
  }
});

const post = (title: string) => agent.forum.createPost({ body: { title, body: 'Written.', forum: 'kept' } });
const statusOf = async (service: string, path: string) => (await fetch(`${urlOf(services, service)}${path}`)).status;
const me = async () => {
  const url = `${urlOf(services, 'backend')}/api/me`;
  return fetch(url, { headers: await agent.headers('GET', url) });
};

test('provider unreachable: cached keys verify existing tokens', async () => {
  unwrap(await agent.forum.createForum({ body: { name: 'kept', description: 'Acknowledged writes persist' } }));
  expect((await me()).status).toBe(200);
  await provider.stop();
  expect((await post('With cached keys')).status).toBe(201);
  expect((await me()).status).toBe(200);
});

test('provider unreachable: a token with an unknown key is rejected as invalid, without a server error', async () => {
  const [header = '', ...rest] = agent.accessToken.split('.');
  const named: object = JSON.parse(Buffer.from(header, 'base64url').toString());
  const unknown = Buffer.from(JSON.stringify({ ...named, kid: 'unknown-key' })).toString('base64url');
  const url = `${urlOf(services, 'forum')}/api/agent-auth`;
  const { dpop } = await agent.headers('GET', url);
  const response = await fetch(url, { headers: { authorization: `DPoP ${[unknown, ...rest].join('.')}`, dpop } });
  expect([response.status, await response.json()]).toMatchObject([401, { ok: false }]);
});

test('provider unreachable: services that start are ready, serve reads, and respond 503 to writes', async () => {
  await services.stop();
  services = await startPlatform({ services: ['forum', 'backend'], after: services });
  expect(await statusOf('forum', '/readyz')).toBe(200);
  expect(await statusOf('forum', '/api/posts')).toBe(200);
  const responses = [await post('Too early'), await me()];
  expect(responses.map(({ status }) => status)).toEqual([503, 503]);
  for (const { headers } of responses) expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
});

test('provider unreachable: the same token is accepted when the provider is back, without a restart', async () => {
  provider = await startPlatform({ services: ['sso'], after: provider });
  expect((await post('Back again')).status).toBe(201);
  expect((await me()).status).toBe(200);
  const { posts } = unwrap(await agent.forum.listPosts({ query: { forum: 'kept', sort: 'new' } }));
  expect(posts.map(({ title }) => title).sort()).toEqual(['Back again', 'With cached keys']);
});
