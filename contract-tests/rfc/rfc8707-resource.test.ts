import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ClientCredentials, confidentialClient } from '../fixtures/confidential-client.ts';
import { newKey, urlOf } from '../fixtures/identity.ts';
import { decode, type RunningProvider, type ParsedResponse, startProvider } from '../fixtures/sso.ts';

let provider: RunningProvider;
let forum: string;
let notifications: string;
/** An application of the reach `sign-in`. */
let shop: ClientCredentials;
beforeAll(async () => {
  provider = await startProvider({ services: ['sso', 'forum', 'notifications'] });
  shop = await confidentialClient(provider, { reach: 'sign-in' });
  [forum = '', notifications = ''] = await Promise.all(
    ['forum', 'notifications'].map(async (service) => {
      const url = `${urlOf(provider.platform, service)}/.well-known/oauth-protected-resource`;
      const { resource } = (await (await fetch(url)).json()) as { readonly resource: string };
      return resource;
    }),
  );
});
afterAll(() => provider.stop());

const post = (form: Readonly<Record<string, string>> | URLSearchParams) =>
  provider.send('POST', '/oauth/token', { form });
const audienceOf = ({ body }: ParsedResponse) => decode(String(body['access_token'])).claims['aud'];
/** The forum accepts only tokens that are bound to a key. */
const key = newKey();
const withKey = { dpop_jkt: key.jkt };
const outcome = ({ status, body }: ParsedResponse) => [status, body['error']];
const target = [400, 'invalid_target'];
const authorize = (changes: Record<string, string>, further: readonly [string, string][] = []) => {
  const query = new URLSearchParams([...Object.entries(provider.flow(changes).query), ...further]);
  return provider.send('GET', `/oauth/authorize?${query.toString()}`);
};

test('RFC 8707 §2: without resource the audience is the platform, with one that service alone', async () => {
  const wide = await post((await provider.approve()).grant);
  expect(audienceOf(wide)).toEqual([provider.clientId, provider.url]);
  const narrow = await provider.exchange((await provider.approve({ resource: forum, ...withKey })).grant, key);
  expect(audienceOf(narrow)).toEqual([provider.clientId, forum]);
});

test.each(['https://unknown.test', 'forum', 'https://forum.test/#fragment', '/api', ' ', 'x'.repeat(3_000)])(
  'RFC 8707 §2: the resource %s is invalid_target at authorize',
  async (resource) => {
    expect(outcome(await authorize({ resource }))).toEqual(target);
  },
);

test('RFC 8707 §2: the resource is compared character by character', async () => {
  for (const resource of [`${forum}/`, forum.toUpperCase(), `${forum}/api/posts`])
    expect(outcome(await authorize({ resource }))).toEqual(target);
});

test('RFC 8707 §2: two resources in one request are invalid_target, as a token is for one service', async () => {
  expect(outcome(await authorize({ resource: forum }, [['resource', notifications]]))).toEqual(target);
  const { grant } = await provider.approve();
  const form = new URLSearchParams([...Object.entries(grant), ['resource', forum], ['resource', notifications]]);
  expect(outcome(await post(form))).toEqual(target);
  expect((await post(grant)).status).toBe(200);
});

test('RFC 8707 §2: an unacceptable resource is redirected to the application with its state', async () => {
  const response = await authorize({
    response_mode: 'query',
    redirect_uri: 'http://127.0.0.1:4711/callback',
    resource: 'https://unknown.test',
    state: 's',
  });
  const { searchParams } = new URL(response.headers.get('location') ?? '');
  expect([searchParams.get('error'), searchParams.get('state')]).toEqual(['invalid_target', 's']);
});

test('RFC 8707 §2.2: the token request selects a service among those that were approved, and no other', async () => {
  const selected = await post({ ...(await provider.approve()).grant, resource: notifications });
  expect(audienceOf(selected)).toEqual([provider.clientId, notifications]);
  const { grant } = await provider.approve({ resource: forum, ...withKey });
  expect(outcome(await provider.exchange({ ...grant, resource: notifications }, key))).toEqual(target);
  expect(audienceOf(await provider.exchange({ ...grant, resource: forum }, key))).toEqual([provider.clientId, forum]);
});

test('RFC 8707 §2.2: each refresh selects anew, and a refused one spends no refresh token', async () => {
  const { refreshToken } = await provider.signIn(key);
  const form = { grant_type: 'refresh_token', refresh_token: refreshToken, client_id: provider.clientId };
  const refresh = (resource: string) => provider.exchange({ ...form, resource }, key);
  expect(outcome(await refresh('https://unknown.test'))).toEqual(target);
  expect(audienceOf(await refresh(forum))).toEqual([provider.clientId, forum]);
});

test('RFC 8707 §3: a stolen token for one service is refused by the other', async () => {
  const { grant } = await provider.approve({ resource: notifications });
  const { body } = await post(grant);
  const headers = { authorization: `Bearer ${String(body['access_token'])}` };
  const response = await fetch(`${urlOf(provider.platform, 'forum')}/api/agent-auth`, { headers });
  expect(response.status).toBe(401);
});

test('RFC 8707 §2: an application that only signs people in needs a scope of the service', async () => {
  const { client_id } = shop;
  expect(outcome(await authorize({ client_id, resource: forum }))).toEqual(target);
  expect(outcome(await authorize({ client_id, resource: forum, scope: 'openid notifications:host' }))).toEqual(target);
  const { grant } = await provider.approve({ client_id, resource: forum, scope: 'openid forum:write', ...withKey });
  expect(audienceOf(await provider.exchange({ ...grant, ...shop }, key))).toEqual([client_id, forum]);
});

test('RFC 8707 §2: PAR and device authorization check the resource as authorize does', async () => {
  const { query } = provider.flow({ response_mode: 'query', redirect_uri: 'http://127.0.0.1/callback' });
  const requests = { '/oauth/par': query, '/oauth/device_authorization': { client_id: provider.clientId } };
  for (const [path, form] of Object.entries(requests)) {
    const ask = (resource: string) => provider.send('POST', path, { form: { ...form, ...withKey, resource } });
    expect(outcome(await ask('https://unknown.test'))).toEqual(target);
    expect([200, 201]).toContain((await ask(forum)).status);
  }
});
