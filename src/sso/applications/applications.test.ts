import { afterAll, beforeAll, expect, test } from 'vitest';
import { PNG } from 'pngjs';
import {
  type Developer,
  outcomeOf,
  startDeveloper,
  addMember,
  startDocumentHost,
} from '../../../contract-tests/fixtures/sso/clients.ts';
import {
  adminKey,
  authorize,
  flow,
  form,
  otherClientId,
  type Sso,
  startSso,
  issuer,
} from '../../../contract-tests/fixtures/sso/sso-fixture.ts';
import { createSelfRegisteredClientStore } from '../clients/self-registered-client-store.ts';
import { approvedCode, signIn, type Tokens } from '../../../contract-tests/fixtures/sso/owner-sign-in.ts';
import { useStarted } from '../../../contract-tests/fixtures/use-started.ts';

let sso: Sso;
let ada: Developer;
const host = useStarted(startDocumentHost);
let origin: string;
let iconClient: string;
beforeAll(async () => {
  origin = host.url('');
  sso = await startSso({
    settings: { reservedNames: ['Developer portal'], portalUrl: 'http://localhost:4000/portal' },
  });
  ada = await startDeveloper(sso);
  iconClient = await ada.create();
});

afterAll(() => sso.close());

const tokensFor = async (changes: Record<string, string>): Promise<Tokens> =>
  (await form(sso, '/oauth/token', (await approvedCode(sso, changes)).grant)).json<Tokens>();

interface Application {
  readonly clientId: string;
  readonly name: string;
  readonly role: string;
  readonly secrets: readonly { readonly secretId: string }[];
  readonly clientSecret?: string;
}

test('createApplication: an owner registers an application with the reach sign-in, and getApplication reads it back', async () => {
  const response = await ada.send('POST', '/applications', {
    name: 'Team Calendar',
    redirectUris: ['https://calendar.test/callback'],
    tokenEndpointAuthMethod: 'client_secret_basic',
    policyUri: 'https://calendar.test/privacy',
  });
  expect(response.statusCode).toBe(201);
  const { clientSecret, ...created } = response.json<Application>();
  expect(clientSecret).toMatch(/^[A-Za-z0-9_-]{43}$/);
  expect(created).toMatchObject({
    role: 'owner',
    kind: 'application',
    reach: 'sign-in',
    iconUrl: null,
    policyUri: 'https://calendar.test/privacy',
    tosUri: null,
  });
  expect((await ada.send('GET', `/applications/${created.clientId}`)).json()).toEqual(created);
});

test('createApplication: scripts on the pages of the redirect URIs call the provider, for an application without a secret', async () => {
  const redirectUris = ['http://localhost:3000/callback', 'https://a.test/x', 'https://a.test/y', 'com.a.app:/x'];
  const originsOf = async (changes: object) =>
    (await ada.send('POST', '/applications', { name: 'Field notes', redirectUris, ...changes })).json<{
      readonly allowedOrigins: readonly string[];
    }>().allowedOrigins;
  expect(await originsOf({})).toEqual(['http://localhost:3000', 'https://a.test']);
  expect(await originsOf({ allowedOrigins: ['https://b.test'] })).toEqual(['https://b.test']);
  expect(await originsOf({ tokenEndpointAuthMethod: 'client_secret_basic' })).toEqual([]);
});

test('sso: an application that an owner registered signs people in as any other', async () => {
  const clientId = await ada.create('Field Diary', { redirectUris: ['https://diary.test/callback'] });
  const started = await authorize(sso, flow({ client_id: clientId }).query);
  expect(started.statusCode).toBe(200);
});

test('listApplications: a person lists the applications on which they work, page by page', async () => {
  const grace = await startDeveloper(sso);
  for (const name of ['One', 'Two', 'Three']) {
    await grace.create(name);
    sso.advance(1);
  }
  const first = (await grace.send('GET', '/applications?limit=2')).json<{
    applications: readonly Application[];
    nextCursor: string;
  }>();
  expect(first.applications.map(({ name }) => name)).toEqual(['Three', 'Two']);
  const second = await grace.send('GET', `/applications?limit=2&cursor=${first.nextCursor}`);
  expect(second.json()).toMatchObject({ applications: [{ name: 'One' }], hasMore: false, nextCursor: null });
  expect(outcomeOf(await grace.send('GET', '/applications?cursor=bm8'))).toEqual([400, 'invalid_request']);
});

test('updateApplication: an owner changes an application by the rules that hold for administrators', async () => {
  const clientId = await ada.create();
  const change = (body: object) => ada.send('PATCH', `/applications/${clientId}`, body);
  const changed = await change({
    redirectUris: ['https://calendar.test/other'],
    tosUri: 'https://calendar.test/terms',
  });
  expect(changed.json()).toMatchObject({
    redirectUris: ['https://calendar.test/other'],
    tosUri: 'https://calendar.test/terms',
  });
  expect(outcomeOf(await change({ requirePkce: false }))).toEqual([400, 'invalid_request']);
  expect(outcomeOf(await change({ backchannelLogoutUri: 'https://10.0.0.1/logout' }))).toEqual([
    400,
    'invalid_request',
  ]);
  expect(outcomeOf(await change({ reach: 'platform' }))).toEqual([400, 'invalid_request']);
  expect(outcomeOf(await change({ policyUri: 'http://calendar.test/privacy' }))).toEqual([400, 'invalid_request']);
});

test('createApplicationSecret: an application has two secrets in a rotation; revokeApplicationSecret ends each by its id', async () => {
  const clientId = await ada.create('Team Wiki', { tokenEndpointAuthMethod: 'client_secret_basic' });
  const path = `/applications/${clientId}/secrets`;
  expect((await ada.send('POST', path)).statusCode).toBe(201);
  expect(outcomeOf(await ada.send('POST', path))).toEqual([409, 'secret_limit']);
  const [first] = (await ada.send('GET', `/applications/${clientId}`)).json<Application>().secrets;
  expect((await ada.send('DELETE', `${path}/${first?.secretId}`)).statusCode).toBe(204);
  expect(outcomeOf(await ada.send('DELETE', `${path}/${first?.secretId}`))).toEqual([404, 'secret_not_found']);
});

test('deleteApplication: a deleted application is unknown to its owner, and its sign-ins are refused', async () => {
  const clientId = await ada.create('Short Lived', { redirectUris: ['https://short.test/callback'] });
  expect((await ada.send('DELETE', `/applications/${clientId}`)).statusCode).toBe(204);
  expect(outcomeOf(await ada.send('GET', `/applications/${clientId}`))).toEqual([404, 'application_not_found']);
  expect((await authorize(sso, flow({ client_id: clientId }).query)).statusCode).toBe(400);
});

test('sso: an application whose only owner deletes their identity ends with it', async () => {
  const grace = await startDeveloper(sso);
  const clientId = await grace.create('Orphan');
  expect((await grace.send('DELETE', '')).statusCode).toBe(204);
  const client = await sso.db
    .selectFrom('sso.clients')
    .select('disabled_at')
    .where('address', '=', clientId)
    .executeTakeFirst();
  expect(client?.disabled_at).toEqual(sso.clock.now);
});

test('sso: a deleted application that nobody used is forgotten after 30 days', async () => {
  const clientId = await ada.create('Forgotten');
  await ada.send('DELETE', `/applications/${clientId}`);
  sso.advance(31 * 86_400);
  await createSelfRegisteredClientStore(sso.db).deleteUnused(new Date(sso.clock.now.getTime() - 30 * 86_400_000), 100);
  const rows = await sso.db.selectFrom('sso.clients').select('name').where('registration', '=', 'owner').execute();
  expect(rows.map(({ name }) => name)).not.toContain('Forgotten');
  expect(rows.map(({ name }) => name)).toContain('Team Calendar');
});

test('sso: a token of the developer portal manages the applications of its person, one of another application does not', async () => {
  const list = (accessToken: string) =>
    sso.app.inject({ url: '/api/v1/owner/applications', headers: { authorization: `Bearer ${accessToken}` } });
  const portal = await tokensFor({});
  expect((await list(portal.access_token)).json()).toEqual({ applications: [], hasMore: false, nextCursor: null });
  const other = await tokensFor({ client_id: otherClientId });
  expect(outcomeOf(await list(other.access_token))).toEqual([403, 'application_refused']);
  const limited = await tokensFor({ scope: 'openid forum:write' });
  expect(outcomeOf(await list(limited.access_token))).toEqual([403, 'application_refused']);
});

test('RFC 9470: a token whose person confirmed over ten minutes ago creates no application', async () => {
  const { access_token: accessToken } = await signIn(sso);
  sso.advance(601);
  const response = await sso.app.inject({
    method: 'POST',
    url: '/api/v1/owner/applications',
    headers: { authorization: `Bearer ${accessToken}` },
    payload: { name: 'Late' },
  });
  expect(outcomeOf(response)).toEqual([401, 'insufficient_user_authentication']);
});

test('sso: administrators see who registered an application', async () => {
  const clientId = await ada.create('Seen by all');
  const response = await sso.app.inject({
    url: `/api/v1/providers/${clientId}`,
    headers: { authorization: `Bearer ${adminKey}` },
  });
  expect(response.json()).toMatchObject({ registration: 'owner', reach: 'sign-in' });
});

const pixels = (colour: number): string => {
  const png = new PNG({ width: 4, height: 4 });
  png.data.fill(colour);
  return PNG.sync.write(png).toString('base64url');
};

const set = (icon: string | null, developer = ada) =>
  developer.send('PUT', `/applications/${iconClient}/icon`, { icon });

const urlOf = async (icon: string | null): Promise<string> => {
  const { pathname, search } = new URL((await set(icon)).json<{ iconUrl: string }>().iconUrl);
  return pathname + search;
};

test('setApplicationIcon: the icon is served by the provider, and its URL changes with it', async () => {
  const first = await urlOf(pixels(90));
  const served = await sso.app.inject({ url: first });
  expect(served.headers).toMatchObject({
    'content-type': 'image/png',
    'content-security-policy': "default-src 'none'; sandbox",
    'x-content-type-options': 'nosniff',
    'cache-control': 'public, max-age=31536000, immutable',
  });
  expect(PNG.sync.read(served.rawPayload)).toMatchObject({ width: 4, height: 4 });
  expect(await urlOf(pixels(200))).not.toBe(first);
});

test('setApplicationIcon: null removes the icon, and so does the deletion of the application', async () => {
  const url = await urlOf(pixels(30));
  expect((await set(null)).json()).toMatchObject({ iconUrl: null });
  expect((await sso.app.inject({ url })).statusCode).toBe(404);
  const other = await ada.create('Short-lived');
  const icon = await ada.send('PUT', `/applications/${other}/icon`, { icon: pixels(30) });
  expect((await ada.send('DELETE', `/applications/${other}`)).statusCode).toBe(204);
  expect((await sso.app.inject({ url: new URL(icon.json<{ iconUrl: string }>().iconUrl).pathname })).statusCode).toBe(
    404,
  );
});

test.each([
  ['markup', Buffer.from('<svg onload="alert(1)"/>'), 'neither a PNG nor a JPEG'],
  ['the beginning of a PNG', Buffer.from(pixels(1), 'base64url').subarray(0, 50), 'no complete PNG'],
])('setApplicationIcon: %s is refused', async (_what, bytes, reason) => {
  const refused = await set(bytes.toString('base64url'));
  expect([refused.statusCode, refused.body]).toEqual([400, expect.stringContaining(reason)]);
});

test('setApplicationIcon: members set it, strangers do not find the application, and a verified icon stays', async () => {
  const member = await addMember(sso, ada, iconClient);
  expect((await set(pixels(60), member)).statusCode).toBe(200);
  expect(outcomeOf(await set(pixels(61), await startDeveloper(sso)))).toEqual([404, 'application_not_found']);
  const raised = await sso.app.inject({
    method: 'PATCH',
    url: `/api/v1/providers/${iconClient}`,
    headers: { authorization: `Bearer ${adminKey}` },
    payload: { reach: 'platform' },
  });
  expect(raised.statusCode, raised.body).toBe(200);
  expect(outcomeOf(await set(pixels(62)))).toEqual([409, 'icon_verified']);
});

test.each(['%00', '..', 'a'.repeat(32)])(
  'the icon of %s, which is no application with an icon, is 404',
  async (address) => {
    expect((await sso.app.inject({ url: `/applications/${address}/icon` })).statusCode).toBe(404);
  },
);

const metadataPath = '/.well-known/oauth-protected-resource';

const publish = (clientId: string, further: object = {}) =>
  host.serve(metadataPath, {
    body: JSON.stringify({
      resource: origin,
      authorization_servers: [issuer],
      platform_client_id: clientId,
      ...further,
    }),
  });

const add = (clientId: string, developer = ada) =>
  developer.send('POST', `/applications/${clientId}/resources`, { origin });

test('createResource, RFC 8707: an application gets tokens for an origin whose metadata names issuer and application', async () => {
  const clientId = await ada.create('Calendar API');
  publish(clientId);
  const added = await add(clientId);
  expect([added.statusCode, added.json()]).toMatchObject([201, { origin, status: 'proven', failure: null }]);
  const { grant } = await approvedCode(sso, { resource: origin });
  const { access_token: token } = (await form(sso, '/oauth/token', grant)).json<{ access_token: string }>();
  const claims: unknown = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString());
  expect(claims).toMatchObject({ aud: ['00000006010000000000000000000001', origin] });
});

test.each([
  ['another resource', { resource: 'https://elsewhere.test' }, 'has another resource'],
  ['another issuer', { authorization_servers: ['https://evil.test'] }, 'does not list'],
  ['another application', { platform_client_id: '0'.repeat(32) }, 'does not name this application'],
])('RFC 9728: metadata with %s proves nothing', async (_, further, text) => {
  const clientId = await ada.create('Unproven');
  publish(clientId, further);
  const refused = await add(clientId);
  expect(outcomeOf(refused)).toEqual([400, 'resource_not_proven']);
  expect(refused.body).toContain(text);
});

test('sso: an origin of the platform is nobody’s resource', async () => {
  const clientId = await ada.create('Impostor');
  for (const own of [issuer, 'http://localhost:4002'])
    expect(outcomeOf(await ada.send('POST', `/applications/${clientId}/resources`, { origin: own }))).toEqual([
      409,
      'resource_reserved',
    ]);
});

test('RFC 9449: an origin that demands bound tokens gets no Bearer token', async () => {
  const clientId = await ada.create('Bound API');
  publish(clientId, { dpop_bound_access_tokens_required: true });
  expect((await add(clientId)).json()).toMatchObject({ dpopBoundAccessTokensRequired: true });
  const started = await authorize(sso, flow({ resource: origin }).query);
  expect(started.statusCode).toBe(400);
});

test('deleteResource: a removed resource is unknown to getResources and testResource', async () => {
  const clientId = await ada.create('Removed API');
  publish(clientId);
  const { resourceId } = (await add(clientId)).json<{ resourceId: string }>();
  const path = `/applications/${clientId}/resources`;
  expect((await ada.send('DELETE', `${path}/${resourceId}`)).statusCode).toBe(204);
  expect((await ada.send('GET', path)).json()).toEqual({ resources: [] });
  expect((await ada.send('POST', `${path}/${resourceId}/check`)).statusCode).toBe(404);
  const started = await authorize(sso, flow({ resource: origin }).query);
  expect(outcomeOf(started)).toEqual([400, 'invalid_target']);
});
