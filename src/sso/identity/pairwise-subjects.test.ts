import { expect, test } from 'vitest';
import { delegation, exchangeFor } from '../../../contract-tests/fixtures/sso/agents.ts';
import { startDocumentHost, registeredClients } from '../../../contract-tests/fixtures/sso/clients.ts';
import {
  approvedCode,
  decide,
  enrol,
  refresh,
  requestUserinfo,
  sendAsDevice,
  type Tokens,
} from '../../../contract-tests/fixtures/sso/owner-sign-in.ts';
import {
  authorize,
  clientId,
  dpop,
  exampleResource,
  flow,
  form,
  poll,
  startSso,
} from '../../../contract-tests/fixtures/sso/sso-fixture.ts';
import { useStarted } from '../../../contract-tests/fixtures/use-started.ts';
import { decode, type TestKey, newKey } from '../../../contract-tests/fixtures/protocol/keys.ts';

const sso = useStarted(() => startSso({ settings: { clientRegistration: 'open' } }));
const host = useStarted(startDocumentHost);

const { admin, create } = registeredClients(() => sso);
const pairwise = (site: string, further: object = {}) =>
  create('none', { subjectType: 'pairwise', redirectUris: [`https://${site}/callback`], ...further });
const errorOf = (response: { readonly json: () => unknown }) =>
  response.json() as { readonly error: string; readonly error_description: string };

/** Signs an enrolled owner in. */
async function signInAt(client: string, device: TestKey, changes: Record<string, string> = {}): Promise<Tokens> {
  const attempt = flow({ client_id: client, ...changes });
  const started = (await authorize(sso, attempt.query)).json<{ deep_link: string; polling_code: string }>();
  await decide(sso, device, started.deep_link, 'approve', changes['dpop_jkt'] ?? null, client);
  const code = (await poll(sso, started.polling_code)).json<{ authorization_code: string }>().authorization_code;
  const grant = { grant_type: 'authorization_code', code, client_id: client, code_verifier: attempt.verifier };
  return (await form(sso, '/oauth/token', grant)).json<Tokens>();
}
const subOf = ({ id_token }: Tokens) => decode(id_token).claims['sub'];

test('OpenID Connect Core §8.1: one person has one sub per sector, which is stable and not the session address', async () => {
  const [shop, sibling, other] = [
    await pairwise('shop.example'),
    await pairwise('shop.example'),
    await pairwise('b.example'),
  ];
  const [{ device, sub }, stranger] = [await enrol(sso), await enrol(sso)];
  const first = subOf(await signInAt(shop.id, device));
  expect(first).toMatch(/^[0-9a-f]{32}$/);
  expect(subOf(await signInAt(shop.id, device))).toBe(first);
  expect(subOf(await signInAt(sibling.id, device))).toBe(first);
  const subs = [first, subOf(await signInAt(other.id, device)), subOf(await signInAt(shop.id, stranger.device)), sub];
  expect(new Set(subs).size).toBe(4);
  expect(subOf(await signInAt(clientId, device))).toBe(sub);
});

test('OpenID Connect Core §8: nothing that the application receives names the session address', async () => {
  const { id, secret } = await create('client_secret_basic', {
    subjectType: 'pairwise',
    redirectUris: ['https://secret.example/callback'],
  });
  const headers = { authorization: `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}` };
  const { grant, sub } = await approvedCode(sso, { client_id: id, scope: 'openid profile' });
  const tokens = (await form(sso, '/oauth/token', grant, headers)).json<Tokens>();
  const subject = subOf(tokens);
  const renewal = { grant_type: 'refresh_token', refresh_token: tokens.refresh_token, client_id: id };
  const renewed = (await form(sso, '/oauth/token', renewal, headers)).json<Tokens>();
  const introspected = async (token: string) => (await form(sso, '/oauth/introspect', { token }, headers)).json();
  const seen = [
    decode(tokens.id_token).claims,
    decode(tokens.access_token).claims,
    decode(renewed.id_token).claims,
    (await requestUserinfo(sso, tokens.access_token)).json<object>(),
    await introspected(renewed.refresh_token),
    await introspected(renewed.access_token),
  ];
  for (const claims of seen) expect(claims).toMatchObject({ sub: subject });
  expect(seen[3]).toMatchObject({ preferred_username: subject });
  expect(JSON.stringify(seen)).not.toContain(sub);
});

test('sso: the audit and the activity of a revoked token of an application with pairwise subjects name the owner', async () => {
  const { id } = await pairwise('audit.example');
  const { device } = await enrol(sso);
  const { access_token: token } = await signInAt(id, device);
  expect((await form(sso, '/oauth/revoke', { token, client_id: id })).statusCode).toBe(200);
  const { events } = (await sendAsDevice(sso, device, 'GET', '/api/v1/owner/activity')).json<{ events: object[] }>();
  expect(events[0]).toMatchObject({ event: 'access_token_revoked', application: { clientId: id } });
});

test('sso getAgentCard: the key of an agent of an application with pairwise subjects does not lead to its owner', async () => {
  const key = newKey();
  const { id } = await pairwise('agents.example');
  const { grant } = await approvedCode(sso, { client_id: id, dpop_jkt: key.jkt });
  expect((await form(sso, '/oauth/token', grant, { dpop: await dpop(sso, key) })).statusCode).toBe(200);
  const card = async (jkt: string) => (await sso.app.inject({ url: `/agents/${jkt}` })).statusCode;
  expect(await card(key.jkt)).toBe(404);
  const known = newKey();
  const { grant: public_ } = await approvedCode(sso, { dpop_jkt: known.jkt });
  await form(sso, '/oauth/token', public_, { dpop: await dpop(sso, known) });
  expect(await card(known.jkt)).toBe(200);
});

test('sso exchangeToken: an agent of an application with pairwise subjects has no helpers', async () => {
  const [agent, helper] = [newKey(), newKey()];
  const { id } = await pairwise('helpers.example');
  const { grant, sub } = await approvedCode(sso, { client_id: id, dpop_jkt: agent.jkt });
  expect((await form(sso, '/oauth/token', grant, { dpop: await dpop(sso, agent) })).statusCode).toBe(200);
  // With the session address, which the owner may have told the agent.
  const token = delegation({ sso, agent, helper, sub, claims: { client_id: id } });
  const refused = await exchangeFor(sso, helper, token, { client_id: id });
  expect([refused.statusCode, errorOf(refused).error_description]).toEqual([
    400,
    expect.stringContaining('has pairwise subjects'),
  ]);
});

test('OpenID Connect Core §3.1.2.1: an id_token_hint names the person by the pairwise sub of this application alone', async () => {
  const [shop, other] = [await pairwise('hint-a.example'), await pairwise('hint-b.example')];
  const [{ device }, stranger] = [await enrol(sso), await enrol(sso)];
  const hint = (await signInAt(shop.id, device)).id_token;
  const hinted = { id_token_hint: hint };
  expect(subOf(await signInAt(shop.id, device, hinted))).toBe(decode(hint).claims['sub']);
  await expect(signInAt(shop.id, stranger.device, hinted)).rejects.toThrow('409');
  const foreign = await authorize(sso, flow({ client_id: other.id, ...hinted }).query);
  expect([foreign.statusCode, errorOf(foreign).error]).toEqual([400, 'invalid_request']);
});

test('sso: an application with pairwise subjects gets no scope of the platform, at authorize or for a device', async () => {
  const { id } = await pairwise('scopes.example');
  const scope = 'openid forum:write';
  const attempts = [
    await authorize(sso, flow({ client_id: id, scope }).query),
    await form(sso, '/oauth/device_authorization', { client_id: id, scope }),
  ];
  for (const attempt of attempts) {
    expect([attempt.statusCode, errorOf(attempt).error]).toEqual([400, 'invalid_scope']);
    expect(errorOf(attempt).error_description).toContain('leave forum:write out');
  }
  const { device } = await enrol(sso);
  const elsewhere = await signInAt(id, device, { resource: exampleResource });
  expect(decode(elsewhere.access_token).claims['sub']).toBe(subOf(elsewhere));
});

test('sso: an application with pairwise subjects reaches no service of the platform', async () => {
  const body = { name: 'Shop', subjectType: 'pairwise', reach: 'platform' };
  const created = await admin('POST', '', body);
  expect([created.statusCode, errorOf(created).error]).toEqual([400, 'invalid_request']);
  const { id } = await pairwise('reach.example');
  const raised = await admin('PATCH', `/${id}`, { reach: 'platform' });
  expect([raised.statusCode, errorOf(raised).error_description]).toEqual([
    400,
    expect.stringContaining('reach sign-in'),
  ]);
  expect((await admin('GET', `/${id}`)).json()).toMatchObject({ reach: 'sign-in', subjectType: 'pairwise' });
});

test('sso updateProvider: redirect URIs of an application with pairwise subjects stay in its sector', async () => {
  const { id } = await pairwise('moving.example');
  const { device } = await enrol(sso);
  const before = subOf(await signInAt(id, device));
  const change = (redirectUris: string[]) => admin('PATCH', `/${id}`, { redirectUris });
  for (const uris of [
    ['https://elsewhere.example/cb'],
    ['https://moving.example/cb', 'https://elsewhere.example/cb'],
    [],
  ])
    expect((await change(uris)).statusCode).toBe(400);
  expect((await change(['https://moving.example/other'])).statusCode).toBe(200);
  expect(subOf(await signInAt(id, device))).toBe(before);
  expect((await admin('PATCH', `/${id}`, { subjectType: 'public' })).statusCode).toBe(400);
});

const hosts = ['https://one.example/cb', 'https://two.example/cb'];

test('OpenID Connect Core §8.1: redirect URIs on several hosts need a sector identifier, whose host is the sector', async () => {
  const body = { name: 'Shop', subjectType: 'pairwise', redirectUris: hosts };
  const without = await admin('POST', '', body);
  expect([without.statusCode, errorOf(without).error_description]).toEqual([
    400,
    expect.stringContaining('need a sector identifier'),
  ]);
  host.serve('/sector', { body: JSON.stringify([...hosts, 'https://three.example/cb']) });
  const sectorIdentifierUri = host.url('/sector');
  const created = await admin('POST', '', { ...body, sectorIdentifierUri });
  expect(created.json()).toMatchObject({ subjectType: 'pairwise', sectorIdentifierUri });
  const { providerAddress } = created.json<{ providerAddress: string }>();
  const third = await pairwise('three.example', { redirectUris: ['https://three.example/cb'], sectorIdentifierUri });
  const { device } = await enrol(sso);
  expect(subOf(await signInAt(third.id, device))).toBe(subOf(await signInAt(providerAddress, device)));
  const moved = await admin('PATCH', `/${providerAddress}`, { redirectUris: ['https://four.example/cb'] });
  expect(errorOf(moved).error_description).toContain('does not list the redirect URI https://four.example/cb');
});

test.each<[string, string, object]>([
  ['lacks an address', 'does not list', { body: JSON.stringify(hosts.slice(1)) }],
  ['lists a prefix', 'does not list', { body: JSON.stringify(['https://one.example/', ...hosts.slice(1)]) }],
  ['is too long', 'is longer than 65536 bytes', { body: JSON.stringify([...hosts, 'x'.repeat(65_536)]) }],
  ['redirects', 'responded with the status 302', { status: 302, headers: { location: '/elsewhere' }, body: '' }],
  ['is missing', 'responded with the status 404', { status: 404, body: '' }],
  ['is a page', 'is not served as application/json', { headers: { 'content-type': 'text/html' }, body: '[]' }],
  ['is an object', 'is not a JSON list', { body: '{}' }],
  ['lists numbers', 'is not a JSON list', { body: '[1]' }],
  ['is no JSON', 'is not a JSON list', { body: '[' }],
])(
  'OpenID Connect Registration §5: a sector identifier whose document %s is rejected',
  async (_what, text, document) => {
    host.serve('/elsewhere', { body: JSON.stringify(hosts) });
    host.serve('/bad', { body: '', ...document });
    const body = { name: 'Shop', subjectType: 'pairwise', redirectUris: hosts, sectorIdentifierUri: host.url('/bad') };
    const refused = await admin('POST', '', body);
    expect([refused.statusCode, errorOf(refused).error_description]).toEqual([400, expect.stringContaining(text)]);
  },
);

test('OpenID Connect Registration §5: a sector identifier in a private network is not fetched', async () => {
  const sectorIdentifierUri = 'https://10.0.0.1/sector';
  const refused = await admin('POST', '', {
    name: 'Shop',
    subjectType: 'pairwise',
    redirectUris: hosts,
    sectorIdentifierUri,
  });
  expect([refused.statusCode, errorOf(refused).error]).toEqual([400, 'invalid_request']);
});

test('OpenID Connect Registration §2: an application registers itself with pairwise subjects', async () => {
  const register = (metadata: object) => sso.app.inject({ method: 'POST', url: '/oauth/register', payload: metadata });
  host.serve('/registered', { body: JSON.stringify(hosts) });
  const metadata = { subject_type: 'pairwise', redirect_uris: hosts, token_endpoint_auth_method: 'none' };
  const sector = { sector_identifier_uri: host.url('/registered') };
  const registered = await register({ ...metadata, ...sector });
  expect([registered.statusCode, registered.json()]).toMatchObject([201, { subject_type: 'pairwise', ...sector }]);
  const { client_id } = registered.json<{ client_id: string }>();
  const { device, sub } = await enrol(sso);
  const tokens = await signInAt(client_id, device);
  expect(subOf(tokens)).not.toBe(sub);
  expect(subOf((await refresh(sso, tokens.refresh_token, undefined, client_id)).json<Tokens>())).toBe(subOf(tokens));

  for (const violation of [
    {},
    { subject_type: 'anonymous' },
    { sector_identifier_uri: 7 },
    { ...sector, redirect_uris: ['https://three.example/cb'] },
  ]) {
    const refused = await register({ ...metadata, ...violation });
    expect([refused.statusCode, errorOf(refused).error]).toEqual([400, 'invalid_client_metadata']);
  }
});
