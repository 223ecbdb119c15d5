import { expect, test } from 'vitest';
import {
  payment,
  type Approved,
  createAskingAgents,
  errorOf,
  receiptOf,
} from '../../../contract-tests/fixtures/sso/agents.ts';
import {
  approvedCode,
  enrol,
  refresh,
  sendAsDevice,
  type Tokens,
} from '../../../contract-tests/fixtures/sso/owner-sign-in.ts';
import {
  adminKey,
  authorize,
  clientId,
  flow,
  form,
  startSso,
} from '../../../contract-tests/fixtures/sso/sso-fixture.ts';
import { useStarted } from '../../../contract-tests/fixtures/use-started.ts';
import { decode } from '../../../contract-tests/fixtures/protocol/keys.ts';

const sso = useStarted(startSso);

const asking = { authorization_details: JSON.stringify([payment]) };
const redirected = { response_mode: 'query', redirect_uri: 'https://app.test/callback' };

test('RFC 9396 §7: the token response and the access token carry what the person approved', async () => {
  const { grant } = await approvedCode(sso, asking);
  const response = await form(sso, '/oauth/token', grant);
  const tokens = response.json<Tokens & { readonly authorization_details: unknown }>();
  expect(tokens.authorization_details).toEqual([payment]);
  expect(decode(tokens.access_token).claims).toMatchObject({ authorization_details: [payment], scope: 'openid' });
  expect(decode(tokens.id_token).claims).not.toHaveProperty('authorization_details');
});

test('RFC 9396 §9: introspectToken names what was granted, as the access token does', async () => {
  const created = await sso.app.inject({
    method: 'POST',
    url: '/api/v1/providers',
    headers: { authorization: `Bearer ${adminKey}` },
    payload: { name: 'Shop', tokenEndpointAuthMethod: 'client_secret_post' },
  });
  const { providerAddress, clientSecret } = created.json<{ providerAddress: string; clientSecret: string }>();
  const credentials = { client_id: providerAddress, client_secret: clientSecret };
  const { grant } = await approvedCode(sso, { ...asking, client_id: providerAddress });
  const { access_token, refresh_token } = (
    await form(sso, '/oauth/token', { ...grant, ...credentials })
  ).json<Tokens>();
  expect(decode(access_token).claims['authorization_details']).toEqual([payment]);
  const introspected = async (token: string) =>
    (await form(sso, '/oauth/introspect', { ...credentials, token })).json<object>();
  expect(await introspected(access_token)).toMatchObject({ active: true, authorization_details: [payment] });
  expect(await introspected(refresh_token)).not.toHaveProperty('authorization_details');
});

test('RFC 9396 §6: a refreshed token does not carry them, so that what is used once is not used again', async () => {
  const { grant } = await approvedCode(sso, asking);
  const { refresh_token } = (await form(sso, '/oauth/token', grant)).json<Tokens>();
  const refreshed = (await refresh(sso, refresh_token)).json<Tokens>();
  expect(refreshed).not.toHaveProperty('authorization_details');
  expect(decode(refreshed.access_token).claims).not.toHaveProperty('authorization_details');
});

test('RFC 9396 §3: the approver reads the details of a request', async () => {
  const { device } = await enrol(sso);
  const started = (await authorize(sso, flow(asking).query)).json<{ deep_link: string }>();
  const shown = await sendAsDevice(sso, device, 'GET', `/api/v1/owner/requests/${started.deep_link.split('/').at(-1)}`);
  expect(shown.json()).toMatchObject({ status: 'pending', authorizationDetails: [payment] });
});

test('RFC 9396 §4: pushed details are those of the request', async () => {
  const { query } = flow({ ...redirected, ...asking });
  const pushed = await form(sso, '/oauth/par', query);
  const { request_uri } = pushed.json<{ request_uri: string }>();
  const started = await authorize(sso, { client_id: clientId, request_uri });
  expect(started.statusCode).toBe(303);
  const row = await sso.db
    .selectFrom('sso.authorization_requests')
    .select('details')
    .where('code_challenge', '=', query['code_challenge'] ?? '')
    .executeTakeFirst();
  expect(row?.details).toEqual([payment]);
});

test.each([
  ['text', 'pay'],
  ['an object', '{}'],
  ['an unknown type', JSON.stringify([{ type: 'loan' }])],
  ['an unknown member', JSON.stringify([{ ...payment, memo: 'x' }])],
  ['hidden characters', JSON.stringify([{ ...payment, payee: 'a\u202eb' }])],
])('RFC 9396 §5: authorize and createPushedAuthorization refuse %s', async (_what, details) => {
  const { query } = flow({ ...redirected, authorization_details: details });
  const refused = { error: 'invalid_authorization_details' };
  expect((await form(sso, '/oauth/par', query)).json()).toMatchObject(refused);
  // RFC 6749 §4.1.2.1: the application learns of it.
  const { headers, statusCode } = await authorize(sso, query);
  const location = new URL(String(headers.location));
  expect([statusCode, location.origin, location.searchParams.get('error')]).toEqual([
    303,
    'https://app.test',
    refused.error,
  ]);
  expect((await authorize(sso, flow({ authorization_details: details }).query)).json()).toMatchObject(refused);
});

const { connect, asked, exchange, decide } = createAskingAgents(() => sso);

const deploy = { type: 'action', action: 'deploy', target: 'production', description: 'Release 4' };
const granted = [payment, deploy, payment];
const text = (details: unknown) => ({ authorization_details: JSON.stringify(details) });

interface Granted {
  /** Sends the token request with further parameters. */
  readonly exchange: (further?: Record<string, string>) => ReturnType<typeof form>;
  readonly refresh?: (token: string) => ReturnType<typeof form>;
}

/** What a person granted, by the grants whose token requests can select. */
const grants: readonly (readonly [string, () => Promise<Granted>])[] = [
  [
    'authorization_code',
    async () => {
      const { grant } = await approvedCode(sso, text(granted));
      return {
        exchange: (further) => form(sso, '/oauth/token', { ...grant, ...further }),
        refresh: (token) => refresh(sso, token),
      };
    },
  ],
  [
    'urn:openid:params:grant-type:ciba',
    async () => {
      const agent = await connect();
      const id = await asked(agent, text(granted));
      await decide(agent, { decision: 'approve' });
      return { exchange: (further) => exchange(agent.key, id, clientId, further) };
    },
  ],
];

test.each(grants)(
  'RFC 9396 §6: a token request of %s selects some of the granted details, once',
  async (_name, grant) => {
    const { exchange: send, refresh: renew } = await grant();
    // The order of the members says nothing.
    const response = await send(text([Object.fromEntries(Object.entries(payment).toReversed())]));
    expect(response.statusCode, response.body).toBe(200);
    const tokens = response.json<Approved>();
    expect(tokens.authorization_details).toEqual([payment]);
    expect(decode(tokens.access_token).claims['authorization_details']).toEqual([payment]);
    // The rest is granted to no later token.
    expect((await send(text([deploy]))).statusCode).toBeGreaterThanOrEqual(400);
    if (renew) expect((await renew(tokens.refresh_token)).json()).not.toHaveProperty('authorization_details');
  },
);

test.each(grants)(
  'RFC 9396 §6: without the parameter a token of %s carries all granted details',
  async (_name, grant) => {
    const { exchange: send } = await grant();
    expect((await send()).json<Approved>().authorization_details).toEqual(granted);
  },
);

test('RFC 9396 §6: the receipt covers what the person decided, whatever the token request selects', async () => {
  const agent = await connect();
  const id = await asked(agent, text(granted));
  await decide(agent, { decision: 'approve' });
  const response = await exchange(agent.key, id, clientId, text([deploy]));
  expect(response.json<Approved>().authorization_details).toEqual([deploy]);
  expect(receiptOf(response).claims['authorization_details']).toEqual(granted);
});

const refused: readonly (readonly [string, string])[] = [
  ['a detail that was not granted', text([{ ...payment, payee: 'another' }]).authorization_details],
  ['a smaller amount', text([{ ...payment, amount: '1' }]).authorization_details],
  ['a further member', text([{ ...payment, productId: 'coins' }]).authorization_details],
  ['a type alone', text([{ type: 'payment' }]).authorization_details],
  ['a detail more often than granted', text([deploy, deploy]).authorization_details],
  ['one granted detail beside another', text([deploy, { ...deploy, target: 'staging' }]).authorization_details],
  ['no detail', '[]'],
  ['nine details', text(Array.from({ length: 9 }, () => payment)).authorization_details],
  ['an object', text(payment).authorization_details],
  ['what is no JSON', '[{'],
  ['a lone surrogate', '[{"type":"payment","amount":"\\ud800"}]'],
  ['null', '[null]'],
  ['deep nesting', `${'['.repeat(8_000)}${']'.repeat(8_000)}`],
];

test.each(grants)(
  'RFC 9396 §6: a token request of %s that selects anything else is refused, and uses nothing up',
  async (_name, grant) => {
    const { exchange: send } = await grant();
    for (const [what, authorization_details] of refused)
      expect([what, ...errorOf(await send({ authorization_details }))]).toEqual([
        what,
        400,
        'invalid_authorization_details',
      ]);
    expect(errorOf(await send({ authorization_details: 'x'.repeat(16_385) }))).toEqual([400, 'invalid_request']);
    expect((await send(text([deploy]))).statusCode).toBe(200);
  },
);

test('RFC 9396 §6: a code without details has none to select', async () => {
  const { grant } = await approvedCode(sso);
  expect(errorOf(await form(sso, '/oauth/token', { ...grant, ...text([payment]) }))).toEqual([
    400,
    'invalid_authorization_details',
  ]);
  expect((await form(sso, '/oauth/token', grant)).statusCode).toBe(200);
});
