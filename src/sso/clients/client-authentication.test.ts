import { expect, test } from 'vitest';
import {
  clientKey,
  basic,
  outcome,
  refused,
  registeredClients,
  succeeded,
} from '../../../contract-tests/fixtures/sso/clients.ts';
import {
  clientId,
  dpop,
  flow,
  form,
  issuer,
  otherClientId,
  startSso,
} from '../../../contract-tests/fixtures/sso/sso-fixture.ts';
import { approvedCode } from '../../../contract-tests/fixtures/sso/owner-sign-in.ts';
import { useStarted } from '../../../contract-tests/fixtures/use-started.ts';
import { jwtBearerAssertion } from './client-credentials.ts';
import { newKey } from '../../../contract-tests/fixtures/protocol/keys.ts';

const sso = useStarted(startSso);

const { admin, create, redeem } = registeredClients(() => sso);

test('RFC 6749 §2.3.1: client_secret_basic authenticates, and needs no client_id in the body', async () => {
  const { id, secret } = await create('client_secret_basic');
  expect(outcome((await redeem(id, {}, basic(id, secret))).response)).toEqual(succeeded);
  expect(outcome((await redeem(id, {}, basic(id, secret), ['client_id'])).response)).toEqual(succeeded);
});

test('RFC 6749 §2.3.1: client_secret_post authenticates', async () => {
  const { id, secret } = await create('client_secret_post');
  expect(outcome((await redeem(id, { client_secret: secret })).response)).toEqual(succeeded);
});

test.each(['client_secret_basic', 'client_secret_post'])(
  'sso: a client of %s sends either of its two secrets in the header or in the form, and has no third one',
  async (method) => {
    const { id, secret } = await create(method);
    const second = await admin('POST', `/${id}/secrets`);
    const { clientSecret } = second.json<{ clientSecret: string }>();
    for (const known of [secret, clientSecret]) {
      expect(outcome((await redeem(id, {}, basic(id, known))).response)).toEqual(succeeded);
      expect(outcome((await redeem(id, { client_secret: known })).response)).toEqual(succeeded);
      const both = await redeem(id, { client_secret: known }, basic(id, known));
      expect(outcome(both.response).slice(0, 2)).toEqual([400, 'invalid_request']);
    }
    const third = await admin('POST', `/${id}/secrets`);
    expect([third.statusCode, third.json()]).toMatchObject([409, { error: 'secret_limit' }]);
  },
);

test('sso: a client of private_key_jwt authenticates with no secret, wherever it is sent', async () => {
  const { id } = await create('private_key_jwt', { jwks: { keys: [(await clientKey()).jwk] } });
  expect(outcome((await redeem(id, { client_secret: 'a' })).response)).toEqual(refused);
  expect(outcome((await redeem(id, {}, basic(id, 'a'))).response)).toEqual(refused);
});

test('RFC 6749 §2.3.1: both parts of Basic credentials are form-decoded', async () => {
  const { id, secret } = await create('client_secret_basic');
  const escaped = id.replace(/./g, (character) => `%${character.charCodeAt(0).toString(16)}`);
  const authorization = `basic ${Buffer.from(`${escaped}:${secret}`).toString('base64')}`;
  expect(outcome((await redeem(id, {}, { authorization }, ['client_id'])).response)).toEqual(succeeded);
});

test('sso: Basic credentials with an empty secret identify a public client', async () => {
  expect(outcome((await redeem(clientId, {}, basic(clientId, ''), ['client_id'])).response)).toEqual(succeeded);
});

test('RFC 6749 §5.2: wrong or missing client credentials are invalid_client with 401 and a challenge, and do not consume the code', async () => {
  const client = await create('client_secret_basic');
  const other = await create('client_secret_basic');
  const { id, secret } = client;
  const { grant } = await approvedCode(sso, { client_id: id });
  const tries: [Record<string, string>, Record<string, string>][] = [
    [{}, {}],
    [{}, basic(id, '')],
    [{}, basic(id, 'wrong')],
    [{}, basic(id, other.secret)],
    [{}, basic(id, `${secret}x`)],
    [{}, { authorization: 'Basic' }],
    [{}, { authorization: 'Basic !!!' }],
    [{}, { authorization: `Basic ${Buffer.from('no colon').toString('base64')}` }],
    [{}, { authorization: `Basic ${Buffer.from('%zz:%zz').toString('base64')}` }],
    [{}, { authorization: `Basic ${Buffer.from([0xff, 0x3a, 0x00]).toString('base64')}` }],
    [{}, { authorization: `Bearer ${secret}` }],
    [{ client_secret: 'wrong' }, {}],
  ];
  for (const [fields, headers] of tries)
    expect([headers, outcome(await form(sso, '/oauth/token', { ...grant, ...fields }, headers))]).toEqual([
      headers,
      refused,
    ]);
  const foreign = Object.fromEntries(Object.entries(grant).filter(([name]) => name !== 'client_id'));
  expect(outcome(await form(sso, '/oauth/token', foreign, basic(other.id, other.secret)))[1]).toBe('invalid_grant');
  expect(outcome(await form(sso, '/oauth/token', grant, basic(id, secret)))).toEqual(succeeded);
});

test('RFC 6749 §2.3: a request with two client authentication methods, or two clients, is invalid_request', async () => {
  const { id, secret } = await create('client_secret_basic');
  for (const [fields, headers] of [
    [{ client_secret: secret }, basic(id, secret)],
    [{ client_id: clientId }, basic(id, secret)],
    [{ client_secret: secret, client_assertion: 'a.b.c', client_assertion_type: jwtBearerAssertion }, {}],
    [{ client_assertion_type: jwtBearerAssertion }, {}],
    [{ client_assertion: 'a.b.c' }, {}],
    [{ client_secret: 'x'.repeat(513) }, {}],
  ] satisfies [Record<string, string>, Record<string, string>][])
    expect(outcome((await redeem(id, fields, headers)).response).slice(0, 2)).toEqual([400, 'invalid_request']);
});

test('sso: a request with two client_secret parameters is rejected', async () => {
  const { id, secret } = await create('client_secret_post');
  const payload = `grant_type=refresh_token&refresh_token=x&client_id=${id}&client_secret=${secret}&client_secret=${secret}`;
  const headers = { 'content-type': 'application/x-www-form-urlencoded' };
  const response = await sso.app.inject({ method: 'POST', url: '/oauth/token', headers, payload });
  expect(outcome(response).slice(0, 2)).toEqual([400, 'invalid_request']);
});

test.each(['RS256', 'PS256', 'ES256', 'EdDSA'] as const)(
  'RFC 7523 §3: an assertion signed with %s authenticates, with and without client_id',
  async (alg) => {
    const key = await clientKey(alg);
    const { id } = await create('private_key_jwt', { jwks: { keys: [key.jwk] } });
    for (const [aud, drop] of [
      [issuer, []],
      [issuer, ['client_id']],
    ] satisfies [unknown, string[]][]) {
      const client_assertion = await key.assertion(sso, id, { claims: { aud } });
      const fields = { client_assertion, client_assertion_type: jwtBearerAssertion };
      expect(outcome((await redeem(id, fields, {}, drop)).response)).toEqual(succeeded);
    }
  },
);

test('RFC 7517 §4.5: an assertion is verified with any registered key that fits, by kid or by trial', async () => {
  const [first, second] = [await clientKey(), await clientKey()];
  const { id } = await create('private_key_jwt', { jwks: { keys: [first.jwk, second.jwk] } });
  const fields = { client_assertion: await second.assertion(sso, id), client_assertion_type: jwtBearerAssertion };
  expect(outcome((await redeem(id, fields)).response)).toEqual(succeeded);
});

test('private_key_jwt: the error says which claim is wrong, and what it must be', async () => {
  const key = await clientKey();
  const { id } = await create('private_key_jwt', { jwks: { keys: [key.jwk] } });
  const now = Math.floor(sso.clock.now.getTime() / 1000);
  const { grant } = await approvedCode(sso, { client_id: id });
  const problems = [
    [{ aud: `${issuer}/oauth/token` }, `aud of client_assertion is not ${issuer}.`],
    [{ iss: clientId }, `iss of client_assertion is not the client_id, ${id}.`],
    [{ exp: now - 31 }, 'client_assertion has expired or is not valid yet (exp): check the clock.'],
    [{ nbf: now + 60 }, 'client_assertion has expired or is not valid yet (nbf): check the clock.'],
    [{ exp: undefined }, 'client_assertion has no valid exp.'],
    [{ exp: 'soon' }, 'client_assertion has no valid exp.'],
  ] as const;
  for (const [claims, problem] of problems) {
    const client_assertion = await key.assertion(sso, id, { claims });
    const fields = { ...grant, client_assertion, client_assertion_type: jwtBearerAssertion };
    expect((await form(sso, '/oauth/token', fields)).json()).toMatchObject({ error_description: problem });
  }
});

test('RFC 7523 §3: an assertion with a wrong claim, key or header is invalid_client', async () => {
  const key = await clientKey();
  const stranger = await clientKey();
  const { id } = await create('private_key_jwt', { jwks: { keys: [key.jwk] } });
  const now = Math.floor(sso.clock.now.getTime() / 1000);
  const wrong = [
    key.assertion(sso, id, { claims: { aud: 'https://elsewhere.test' } }),
    key.assertion(sso, id, { claims: { aud: undefined } }),
    key.assertion(sso, id, { claims: { aud: [issuer] } }),
    key.assertion(sso, id, { claims: { aud: `${issuer}/oauth/token` } }),
    key.assertion(sso, id, { claims: { iss: clientId } }),
    key.assertion(sso, id, { claims: { iss: undefined } }),
    key.assertion(sso, id, { claims: { exp: now - 31 } }),
    key.assertion(sso, id, { claims: { iat: now + 31 } }),
    key.assertion(sso, id, { claims: { exp: undefined } }),
    key.assertion(sso, id, { claims: { exp: now + 3_700 } }),
    key.assertion(sso, id, { claims: { exp: 'soon' } }),
    key.assertion(sso, id, { claims: { nbf: now + 60 } }),
    key.assertion(sso, id, { claims: { jti: undefined } }),
    key.assertion(sso, id, { claims: { jti: 7 } }),
    key.assertion(sso, id, { claims: { jti: 'x'.repeat(257) } }),
    key.assertion(sso, id, { header: { typ: 'dpop+jwt' } }),
    key.assertion(sso, id, { header: { kid: 'unknown' } }),
    stranger.assertion(sso, id),
    Promise.resolve(
      `${Buffer.from('{"alg":"none"}').toString('base64url')}.${Buffer.from(JSON.stringify({ sub: id })).toString('base64url')}.`,
    ),
    Promise.resolve('not a jwt'),
  ];
  const { grant } = await approvedCode(sso, { client_id: id });
  for (const assertion of wrong) {
    const fields = { ...grant, client_assertion: await assertion, client_assertion_type: jwtBearerAssertion };
    expect([fields.client_assertion, outcome(await form(sso, '/oauth/token', fields))]).toEqual([
      fields.client_assertion,
      refused,
    ]);
  }
  const otherType = { ...grant, client_assertion: await key.assertion(sso, id), client_assertion_type: 'urn:other' };
  expect(outcome(await form(sso, '/oauth/token', otherType))).toEqual(refused);
});

test('RFC 7523 §3: an assertion is accepted once, and a request with an invalid DPoP proof does not consume it', async () => {
  const key = await clientKey();
  const { id } = await create('private_key_jwt', { jwks: { keys: [key.jwk] } });
  const client_assertion = await key.assertion(sso, id, { claims: { jti: 'once\u0000' } });
  const fields = { client_assertion, client_assertion_type: jwtBearerAssertion };
  expect((await redeem(id, fields, { dpop: 'not a proof' })).response.json()).toMatchObject({
    error: 'invalid_dpop_proof',
  });
  expect(outcome((await redeem(id, fields)).response)).toEqual(succeeded);
  expect(outcome((await redeem(id, fields)).response)).toEqual(refused);
});

test('sso: of concurrent requests with one assertion exactly one succeeds', async () => {
  const key = await clientKey();
  const { id } = await create('private_key_jwt', { jwks: { keys: [key.jwk] } });
  const fields = { client_assertion: await key.assertion(sso, id), client_assertion_type: jwtBearerAssertion };
  const revocation = { token: 'unknown', ...fields };
  const all = await Promise.all(Array.from({ length: 8 }, () => form(sso, '/oauth/revoke', revocation)));
  expect(all.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1);
});

test('RFC 7009 §2.1: revocation authenticates confidential clients', async () => {
  const { id, secret } = await create('client_secret_basic');
  const { response } = await redeem(id, {}, basic(id, secret));
  const { refresh_token, access_token } = response.json<{ refresh_token: string; access_token: string }>();
  const token = { token: refresh_token };
  expect(outcome(await form(sso, '/oauth/revoke', { ...token, client_id: id }))).toEqual(refused);
  expect((await form(sso, '/oauth/revoke', { token: access_token }, basic(id, 'wrong'))).statusCode).toBe(401);
  const grant = { grant_type: 'refresh_token', refresh_token };
  const refreshed = await form(sso, '/oauth/token', grant, basic(id, secret));
  expect(refreshed.statusCode).toBe(200);
  const next = refreshed.json<{ refresh_token: string }>().refresh_token;
  expect((await form(sso, '/oauth/revoke', { token: next }, basic(id, secret))).statusCode).toBe(200);
  const after = await form(sso, '/oauth/token', { ...grant, refresh_token: next }, basic(id, secret));
  expect(outcome(after)[1]).toBe('invalid_grant');
});

test('sso: a refresh token of a confidential client works with its credentials only', async () => {
  const { id, secret } = await create('client_secret_post');
  const key = newKey();
  const { grant } = await approvedCode(sso, { client_id: id });
  const proof = { dpop: await dpop(sso, key) };
  const { refresh_token } = (await form(sso, '/oauth/token', { ...grant, client_secret: secret }, proof)).json<{
    refresh_token: string;
  }>();
  const refresh = { grant_type: 'refresh_token', refresh_token, client_id: id };
  expect(outcome(await form(sso, '/oauth/token', refresh, { dpop: await dpop(sso, key) }))).toEqual(refused);
  const again = await form(sso, '/oauth/token', { ...refresh, client_secret: secret }, { dpop: await dpop(sso, key) });
  expect(again.statusCode).toBe(200);
});

test('sso: a disabled confidential client is refused', async () => {
  const { id, secret } = await create('client_secret_basic');
  await admin('POST', `/${id}/disable`);
  const fields = { grant_type: 'refresh_token', refresh_token: 'unknown' };
  expect(outcome(await form(sso, '/oauth/token', fields, basic(id, secret)))).toEqual(refused);
});

test.each(['token', 'revoke', 'introspect', 'par', 'device_authorization'])(
  'RFC 6749 §5.2: /oauth/%s refuses a client_id that is too long with 400 invalid_request',
  async (endpoint) => {
    const payload = new URLSearchParams({
      client_id: '0'.repeat(2049),
      token: 'x'.repeat(43),
      grant_type: 'refresh_token',
      refresh_token: 'x'.repeat(43),
      scope: 'openid',
      code_challenge: 'x'.repeat(43),
      code_challenge_method: 'S256',
      response_type: 'code',
    });
    const response = await sso.app.inject({
      method: 'POST',
      url: `/oauth/${endpoint}`,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: payload.toString(),
    });
    expect([response.statusCode, response.json().error]).toEqual([400, 'invalid_request']);
  },
);

/** Requests that start a sign-in, and the status of their success. */
const starts: readonly (readonly [path: string, status: number, fields: () => Record<string, string>])[] = [
  ['/oauth/authorize', 200, () => flow().query],
  ['/oauth/par', 201, () => flow().query],
  ['/oauth/device_authorization', 200, () => ({ client_id: clientId, scope: 'openid' })],
];

test.each(starts)(
  'sso %s: pages of other origins than the application registered are 403',
  async (path, status, of) => {
    for (const origin of ['https://app.test', 'http://localhost:5173'])
      expect((await form(sso, path, of(), { origin })).statusCode, origin).toBe(status);
    for (const origin of ['https://other.test', 'https://app.test:8443', 'null']) {
      const refused = await form(sso, path, of(), { origin });
      expect(refused.statusCode, origin).toBe(403);
      expect(refused.json()).toMatchObject({
        error: 'access_denied',
        error_description: `Origin not allowed: ${origin}`,
      });
      expect(refused.headers['access-control-allow-origin'], origin).not.toBe('*');
    }
  },
);

test.each(starts)('sso %s: a disabled application is invalid_client', async (path, status, of) => {
  const sentBy = (client_id: string) => form(sso, path, { ...of(), client_id });
  const setDisabledAt = (disabled_at: Date | null) =>
    sso.db.updateTable('sso.clients').set({ disabled_at }).where('address', '=', otherClientId).execute();
  expect((await sentBy(otherClientId)).statusCode).toBe(status);
  await setDisabledAt(sso.now());
  const refused = await sentBy(otherClientId);
  expect(refused.json()).toMatchObject({ error: 'invalid_client' });
  await setDisabledAt(null);
  expect((await sentBy(otherClientId)).statusCode).toBe(status);
});
