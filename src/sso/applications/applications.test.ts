import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Developer, outcomeOf, startDeveloper } from '../../../contract-tests/fixtures/sso/developer.ts';
import {
  adminKey,
  authorize,
  flow,
  form,
  otherClientId,
  type Sso,
  startSso,
} from '../../../contract-tests/fixtures/sso/sso-fixture.ts';
import { createSelfRegisteredClientStore } from '../clients/client-store.ts';
import { approvedCode, signIn, type Tokens } from '../../../contract-tests/fixtures/sso/owner-sign-in.ts';

let sso: Sso;
let ada: Developer;
beforeAll(async () => {
  sso = await startSso({
    settings: { reservedNames: ['Developer portal'], portalUrl: 'http://localhost:4000/portal' },
  });
  ada = await startDeveloper(sso);
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
