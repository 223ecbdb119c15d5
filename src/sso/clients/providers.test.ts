import { expect, test } from 'vitest';
import { adminKey, authorize, flow, form, poll, startSso } from '../../../contract-tests/fixtures/sso/sso-fixture.ts';
import {
  approvedCode,
  requestUserinfo,
  refresh,
  type Tokens,
} from '../../../contract-tests/fixtures/sso/owner-sign-in.ts';
import { useStarted } from '../../../contract-tests/fixtures/use-started.ts';

const sso = useStarted(startSso);

interface Provider {
  readonly providerAddress: string;
  readonly name: string;
  readonly disabledAt: string | null;
}

const admin = (
  method: 'GET' | 'POST' | 'PATCH',
  path: string,
  payload?: object,
  authorization = `Bearer ${adminKey}`,
) =>
  sso.app.inject({
    method,
    url: `/api/v1/providers${path}`,
    headers: authorization === '' ? {} : { authorization },
    ...(payload && { payload }),
  });

const create = async (further: object = {}) =>
  (await admin('POST', '', { name: 'Field Notes', ...further })).json<Provider>();

test.each([
  ['none', '', 'unauthorized', 'Bearer'],
  ['another scheme', `Basic ${adminKey}`, 'unauthorized', 'Bearer'],
  ['a wrong key', 'Bearer wrong-key', 'invalid_token', 'Bearer error="invalid_token"'],
  ['a prefix of the key', `Bearer ${adminKey.slice(0, -1)}`, 'invalid_token', 'Bearer error="invalid_token"'],
])('sso: administration with %s is rejected', async (_, authorization, error, challenge) => {
  const response = await admin('GET', '', undefined, authorization);
  expect([response.statusCode, response.json<{ error: string }>().error, response.headers['www-authenticate']]).toEqual(
    [401, error, challenge],
  );
});

test('sso: a rejected administrator key is audited without the key', async () => {
  await admin('GET', '', undefined, 'Bearer key-of-a-stranger');
  const events = await sso.db.selectFrom('sso.audit_events').selectAll().where('event', '=', 'admin_refused').execute();
  expect(events.length).toBeGreaterThan(0);
  expect(JSON.stringify(events)).not.toContain('key-of-a-stranger');
});

test('sso: createProvider registers at a random address that getProvider reads', async () => {
  const response = await admin('POST', '', { name: 'Field Notes', redirectUris: ['https://notes.test/back'] });
  const provider = response.json<Provider>();
  expect([response.statusCode, response.headers.location]).toEqual([
    201,
    `/api/v1/providers/${provider.providerAddress}`,
  ]);
  expect(provider).toEqual({
    providerAddress: expect.stringMatching(/^[0-9a-f]{32}$/),
    name: 'Field Notes',
    iconUrl: null,
    policyUri: null,
    tosUri: null,
    kind: 'application',
    comparison: 'optional',
    reach: 'sign-in',
    tokenEndpointAuthMethod: 'none',
    requirePkce: true,
    requireNonce: true,
    assertionAudience: 'issuer',
    dpopBoundAccessTokens: false,
    subjectType: 'public',
    sectorIdentifierUri: null,
    emailPseudonym: false,
    secrets: [],
    postLogoutRedirectUris: [],
    registration: 'administrator',
    backchannelLogoutUri: null,
    backchannelLogoutSessionRequired: false,
    backchannelTokenDeliveryMode: 'poll',
    backchannelClientNotificationEndpoint: null,
    redirectUris: ['https://notes.test/back'],
    allowedOrigins: [],
    createdAt: sso.clock.now.toISOString(),
    disabledAt: null,
  });
  expect((await admin('GET', `/${provider.providerAddress}`)).json()).toEqual(provider);
  expect((await create()).providerAddress).not.toBe(provider.providerAddress);
});

test.each([
  ['an address with a fragment', { redirectUris: ['https://notes.test/#back'] }],
  ['http on another host than this one', { redirectUris: ['http://notes.test/back'] }],
  ['a wildcard for a host', { redirectUris: ['https://*.notes.test/back'] }],
  ['a scheme that runs code', { redirectUris: ['javascript:alert(1)'] }],
  ['one address twice', { redirectUris: ['https://notes.test/', 'https://notes.test/'] }],
  ['an origin with a path', { allowedOrigins: ['https://notes.test/'] }],
  ['an origin in brackets that is no IPv6 address', { allowedOrigins: ['http://[70]'] }],
  ['a port with a zero in front', { allowedOrigins: ['https://notes.test:0443'] }],
  ['a name of white space', { name: ' ' }],
  ['a member that is not known', { owner: 'me' }],
])('sso: createProvider rejects %s with 400', async (_, further) => {
  const response = await admin('POST', '', { name: 'Field Notes', ...further });
  expect([response.statusCode, response.json<{ error: string }>().error]).toEqual([400, 'invalid_request']);
});

test('sso: an origin that is not in browser form is rejected with the form to register', async () => {
  const { providerAddress } = await create({ allowedOrigins: ['https://notes.test'] });
  const allowedOrigins = ['https://notes.test', 'https://notes.test:443'];
  for (const response of [
    await admin('POST', '', { name: 'Field Notes', allowedOrigins }),
    await admin('PATCH', `/${providerAddress}`, { allowedOrigins }),
  ]) {
    expect([response.statusCode, response.json()]).toEqual([
      400,
      {
        error: 'invalid_request',
        error_description:
          'allowedOrigins.1 must be written as browsers send it: https://notes.test, not https://notes.test:443',
      },
    ]);
  }
  expect((await admin('GET', `/${providerAddress}`)).json()).toMatchObject({ allowedOrigins: ['https://notes.test'] });
});

test('sso: updateProvider keeps omitted members and replaces lists', async () => {
  const { providerAddress } = await create({
    redirectUris: ['https://notes.test/'],
    allowedOrigins: ['https://a.test'],
  });
  const changed = await admin('PATCH', `/${providerAddress}`, { allowedOrigins: ['https://b.test', 'https://c.test'] });
  expect([changed.statusCode, changed.json()]).toMatchObject([
    200,
    {
      name: 'Field Notes',
      redirectUris: ['https://notes.test/'],
      allowedOrigins: ['https://b.test', 'https://c.test'],
    },
  ]);
  expect((await admin('PATCH', `/${providerAddress}`, {})).statusCode).toBe(400);
});

test('sso: listProviders pages newest first, each application once', async () => {
  for (let more = 0; more < 5; more++) {
    // Two clients have each creation time, so the order among equal times matters.
    if (more % 2 === 0) sso.advance(1);
    await create({ name: `Listed ${more}` });
  }
  const seen: string[] = [];
  let cursor: string | null = null;
  do {
    const query: string = cursor === null ? '?limit=2' : `?limit=2&cursor=${cursor}`;
    const page = (await admin('GET', query)).json<{ providers: Provider[]; nextCursor: string | null }>();
    seen.push(...page.providers.map(({ providerAddress }) => providerAddress));
    cursor = page.nextCursor;
  } while (cursor !== null);
  const all = await sso.db
    .selectFrom('sso.clients')
    .select('address')
    .orderBy('created_at', 'desc')
    .orderBy('address', 'desc')
    .execute();
  expect(seen).toEqual(all.map(({ address }) => address));
});

test('sso: an unknown provider address is 404', async () => {
  const nowhere = `/${'0'.repeat(32)}`;
  const responses = [
    await admin('GET', nowhere),
    await admin('PATCH', nowhere, { name: 'Missing' }),
    await admin('POST', `${nowhere}/disable`),
  ];
  expect(responses.map((response) => [response.statusCode, response.json<{ error: string }>().error])).toEqual(
    Array.from({ length: 3 }, () => [404, 'provider_not_found']),
  );
});

test('sso disableProvider: disabling an application ends its sign-ins and sessions and is idempotent', async () => {
  const { providerAddress } = await create();
  const mine = { client_id: providerAddress };
  const signedIn = await approvedCode(sso, mine);
  const tokens = (await form(sso, '/oauth/token', signedIn.grant)).json<Tokens>();
  const approved = await approvedCode(sso, mine);
  const open = (await authorize(sso, flow(mine).query)).json<{ polling_code: string }>();

  const first = await admin('POST', `/${providerAddress}/disable`);
  sso.advance(1);
  const second = await admin('POST', `/${providerAddress}/disable`);
  expect([first.statusCode, second.json()]).toEqual([200, first.json()]);
  expect(first.json<Provider>().disabledAt).not.toBeNull();

  expect((await authorize(sso, flow(mine).query)).json()).toMatchObject({ error: 'invalid_client' });
  expect((await form(sso, '/oauth/token', approved.grant)).json()).toMatchObject({ error: 'invalid_grant' });
  expect((await refresh(sso, tokens.refresh_token, undefined, providerAddress)).json()).toMatchObject({
    error: 'invalid_grant',
  });
  expect((await requestUserinfo(sso, tokens.access_token)).statusCode).toBe(401);
  const polled = await poll(sso, open.polling_code);
  expect(polled.json()).toMatchObject({ status: 'rejected' });
});
