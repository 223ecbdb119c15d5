import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Developer, outcomeOf, startDeveloper } from '../../../contract-tests/fixtures/sso/developer.ts';
import { type DocumentHost, startDocumentHost } from '../../../contract-tests/fixtures/sso/document-host.ts';
import { authorize, flow, form, issuer, type Sso, startSso } from '../../../contract-tests/fixtures/sso/sso-fixture.ts';
import { approvedCode } from '../../../contract-tests/fixtures/sso/owner-sign-in.ts';

let sso: Sso;
let ada: Developer;
let host: DocumentHost;
let origin: string;
beforeAll(async () => {
  host = await startDocumentHost();
  origin = host.url('');
  sso = await startSso();
  ada = await startDeveloper(sso);
});
afterAll(async () => {
  await sso.close();
  await host.close();
});

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
