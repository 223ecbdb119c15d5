import { expect, test } from 'vitest';
import { sql } from 'kysely';
import {
  adminKey,
  clientId,
  form,
  issuer,
  otherClientId,
  startSso,
} from '../../../contract-tests/fixtures/sso/sso-fixture.ts';
import {
  approvedCode,
  refresh,
  sendAsDevice,
  signIn,
  type Tokens,
} from '../../../contract-tests/fixtures/sso/owner-sign-in.ts';
import { useStarted } from '../../../contract-tests/fixtures/use-started.ts';
import { createTokenVerification } from '../../runtime/caller/resource-server.ts';
import { decodeStatusList, statusAt, statusReferenceOf } from '../../protocol/status-list.ts';
import { defaultLifetimes } from '../settings.ts';
import { createSessionRevocationStore } from './status-list-store.ts';
import { createSignedStatusLists } from './status-lists.ts';
import { decode, newKey } from '../../../contract-tests/fixtures/protocol/keys.ts';

const sso = useStarted(startSso);

/** Registers a confidential client. @returns its credentials as form members */
async function confidential(reach: 'sign-in' | 'platform', tokenEndpointAuthMethod = 'client_secret_post') {
  const created = await sso.app.inject({
    method: 'POST',
    url: '/api/v1/providers',
    headers: { authorization: `Bearer ${adminKey}` },
    payload: { name: 'Resource server', reach, tokenEndpointAuthMethod },
  });
  const { providerAddress, clientSecret } = created.json<{ providerAddress: string; clientSecret: string }>();
  return { client_id: providerAddress, client_secret: clientSecret };
}

const introspect = (fields: Record<string, string>, headers: Record<string, string> = {}) =>
  form(sso, '/oauth/introspect', fields, headers);

test('RFC 7662 §2.2: introspectToken returns the claims of a live access token to a resource server of the platform', async () => {
  const key = newKey();
  const { access_token, sub } = await signIn(sso, key);
  const response = await introspect({ ...(await confidential('platform')), token: access_token });
  expect(response.statusCode).toBe(200);
  expect(response.headers['cache-control']).toBe('no-store');
  expect(response.json()).toMatchObject({
    active: true,
    iss: issuer,
    sub,
    aud: [clientId, issuer],
    client_id: clientId,
    scope: 'openid',
    token_type: 'DPoP',
    cnf: { jkt: key.jkt },
  });
  const unbound = await signIn(sso);
  const { iss, aud, client_id, scope, jti, iat, exp } = decode(unbound.access_token).claims;
  const { client_id: name, client_secret: secret } = await confidential('platform', 'client_secret_basic');
  const authorization = `Basic ${Buffer.from(`${name}:${secret}`).toString('base64')}`;
  for (const token_type_hint of ['access_token', 'refresh_token', 'saml2_token'])
    expect((await introspect({ token: unbound.access_token, token_type_hint }, { authorization })).json()).toEqual({
      active: true,
      token_type: 'Bearer',
      sub: unbound.sub,
      iss,
      aud,
      client_id,
      scope,
      jti,
      iat,
      exp,
    });
});

test('RFC 7662 §2.2: what is no access token of this provider is not active, and says no more', async () => {
  const server = await confidential('platform');
  const { access_token, id_token } = await signIn(sso);
  const { grant } = await approvedCode(sso);
  const [header = '', payload = '', signature = ''] = access_token.split('.');
  const forged = Buffer.from(JSON.stringify({ ...decode(access_token).claims, scope: 'openid payments' }));
  for (const token of [
    id_token,
    grant['code'] ?? '',
    `${header}.${forged.toString('base64url')}.${signature}`,
    `${header}.${payload}.`,
    `${Buffer.from('{"alg":"none"}').toString('base64url')}.${payload}.`,
  ]) {
    const response = await introspect({ ...server, token });
    expect([response.statusCode, response.json()]).toEqual([200, { active: false }]);
  }
});

test('RFC 8414 §2: the metadata lists the introspection endpoint and its authentication methods', async () => {
  const metadata = (await sso.app.inject('/.well-known/oauth-authorization-server')).json<Record<string, unknown>>();
  expect(metadata['introspection_endpoint']).toBe(`${issuer}/oauth/introspect`);
  const methods = metadata['introspection_endpoint_auth_methods_supported'];
  expect(methods).toEqual(expect.arrayContaining(['client_secret_basic', 'client_secret_post', 'private_key_jwt']));
  expect(methods).not.toContain('none');
});

test('RFC 7662 §2.2: a token for another resource server is not active', async () => {
  const { access_token, refresh_token } = await signIn(sso);
  const server = await confidential('sign-in');
  for (const token of [access_token, refresh_token, 'no-token'])
    expect((await introspect({ ...server, token })).json()).toEqual({ active: false });
});

test('RFC 7662 §2.2: a client reads its own access and refresh tokens', async () => {
  const client = await confidential('sign-in');
  const { grant } = await approvedCode(sso, { client_id: client.client_id });
  const tokens = (await form(sso, '/oauth/token', { ...grant, ...client })).json<Tokens>();
  const introspected = { active: true, client_id: client.client_id, scope: 'openid' };
  expect((await introspect({ ...client, token: tokens.access_token })).json()).toMatchObject(introspected);
  const refresh = (await introspect({ ...client, token: tokens.refresh_token })).json();
  expect(refresh).toMatchObject(introspected);
  expect(refresh).not.toHaveProperty('token_type');
  const next = await form(sso, '/oauth/token', {
    grant_type: 'refresh_token',
    refresh_token: tokens.refresh_token,
    ...client,
  });
  expect(next.statusCode).toBe(200);
  expect((await introspect({ ...client, token: tokens.refresh_token })).json()).toEqual({ active: false });
});

test('RFC 7662 §2.2: a revoked session and an expired token are not active, at once', async () => {
  const server = await confidential('platform');
  const [revoked, expired] = [await signIn(sso), await signIn(sso)];
  await sendAsDevice(sso, revoked.device, 'DELETE', `/api/v1/owner/clients/${clientId}`);
  expect((await introspect({ ...server, token: revoked.access_token })).json()).toEqual({ active: false });
  sso.advance(901);
  expect((await introspect({ ...server, token: expired.access_token })).json()).toEqual({ active: false });
});

test('RFC 7662 §2.1: introspection without valid client credentials is 401 invalid_client', async () => {
  const { access_token: token } = await signIn(sso);
  const server = await confidential('platform');
  const refused = [
    await introspect({ token }),
    await introspect({ token, client_id: clientId }),
    await introspect({ token, client_id: server.client_id }),
    await introspect({ token, ...server, client_secret: 'wrong' }),
    await introspect({ token }, { authorization: `Bearer ${token}` }),
  ];
  for (const response of refused) {
    expect([response.statusCode, response.json()]).toMatchObject([401, { error: 'invalid_client' }]);
    expect(response.headers['www-authenticate']).toBeDefined();
  }
});

test('RFC 7662 §2.1: a missing or repeated token is 400', async () => {
  const server = await confidential('platform');
  expect((await introspect(server)).statusCode).toBe(400);
  expect((await introspect({ ...server, token: '' })).statusCode).toBe(400);
  const twice = await sso.app.inject({
    method: 'POST',
    url: '/oauth/introspect',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: `${new URLSearchParams(server).toString()}&token=a&token=b`,
  });
  expect(twice.statusCode).toBe(400);
});

const read = (headers: Record<string, string> = {}, listId: string | number = 0) =>
  sso.app.inject({ url: `/oauth/status-lists/${listId}`, headers });

/** Returns the status of the session of a token: 0 is valid. */
async function statusOf({ access_token }: Pick<Tokens, 'access_token'>): Promise<number | undefined> {
  sso.advance(1);
  const { idx, uri } = statusReferenceOf(decode(access_token).claims) ?? { idx: -1, uri: '' };
  const { body } = await sso.app.inject({ url: uri.slice(issuer.length) });
  return statusAt(await decodeStatusList(decode(body).claims['status_list']), idx);
}

test('draft-ietf-oauth-status-list-17 §6.2: an access token names one index per session, which a refresh keeps', async () => {
  const [one, other] = [await signIn(sso), await signIn(sso)];
  const again = (await refresh(sso, one.refresh_token)).json<Tokens>();
  const status = ({ access_token }: Pick<Tokens, 'access_token'>) => decode(access_token).claims['status'];
  expect(status(one)).toEqual({ status_list: { idx: expect.any(Number), uri: `${issuer}/oauth/status-lists/0` } });
  expect(status(again)).toEqual(status(one));
  expect(status(other)).not.toEqual(status(one));
  expect(decode(one.id_token).claims).not.toHaveProperty('status');
});

test('draft-ietf-oauth-status-list-17 §5.1: getStatusList responds with a statuslist+jwt that has its own address as sub', async () => {
  const response = await read();
  expect(response.statusCode).toBe(200);
  expect(response.headers).toMatchObject({
    'content-type': 'application/statuslist+jwt',
    'cache-control': 'public, max-age=2',
    etag: expect.any(String),
  });
  const { header, claims } = decode(response.body);
  expect(header).toMatchObject({ typ: 'statuslist+jwt', alg: 'RS256' });
  const iat = Number(claims['iat']);
  expect(claims).toMatchObject({ iss: issuer, sub: `${issuer}/oauth/status-lists/0`, ttl: 2, exp: iat + 120 });
  expect(response.body.length).toBeLessThan(1_200);
});

test('RFC 9110 §13.1.2: a copy of the list that is current is confirmed by its entity tag', async () => {
  const etag = String((await read()).headers.etag);
  const again = await read({ 'if-none-match': etag });
  expect([again.statusCode, again.body]).toEqual([304, '']);
  expect((await read({ 'if-none-match': '"another"' })).statusCode).toBe(200);
});

test('sso: any origin may read a status list', async () => {
  expect((await read({ origin: 'https://anywhere.test' })).headers['access-control-allow-origin']).toBe('*');
});

test.each([
  [1, 404],
  ['0.5', 400],
  ['-1', 400],
  ['x', 400],
  [4_294_967_295, 404],
  [4_294_967_296, 400],
  ['99999999999999999999', 400],
])('sso: status list %s is %i', async (listId, status) => {
  expect((await read({}, listId)).statusCode).toBe(status);
});

const admin = { authorization: `Bearer ${adminKey}` };

test.each<[string, () => Promise<{ ended: Tokens; by: () => Promise<{ statusCode: number }> }>]>([
  [
    'disconnecting a session',
    async () => {
      const ended = await signIn(sso);
      const listed = await sendAsDevice(sso, ended.device, 'GET', '/api/v1/owner/sessions');
      const [session] = listed.json<{ sessions: { sessionId: string }[] }>().sessions;
      return {
        ended,
        by: () => sendAsDevice(sso, ended.device, 'DELETE', `/api/v1/owner/sessions/${session?.sessionId}`),
      };
    },
  ],
  [
    'disconnecting an application',
    async () => {
      const ended = await signIn(sso);
      return { ended, by: () => sendAsDevice(sso, ended.device, 'DELETE', `/api/v1/owner/clients/${clientId}`) };
    },
  ],
  [
    'deleting the owner',
    async () => {
      const ended = await signIn(sso);
      return { ended, by: () => sendAsDevice(sso, ended.device, 'DELETE', '/api/v1/owner') };
    },
  ],
  [
    'reusing a refresh token',
    async () => {
      const ended = await signIn(sso);
      const next = (await refresh(sso, ended.refresh_token)).json<Tokens>();
      await refresh(sso, next.refresh_token);
      return { ended, by: () => refresh(sso, ended.refresh_token) };
    },
  ],
  [
    'reusing a code',
    async () => {
      const { grant } = await approvedCode(sso);
      const ended = (await form(sso, '/oauth/token', grant)).json<Tokens>();
      return { ended, by: () => form(sso, '/oauth/token', grant) };
    },
  ],
  [
    'revoking the refresh token',
    async () => {
      const ended = await signIn(sso);
      return { ended, by: () => form(sso, '/oauth/revoke', { token: ended.refresh_token, client_id: clientId }) };
    },
  ],
  [
    'disabling the application',
    async () => {
      const { grant } = await approvedCode(sso, { client_id: otherClientId });
      const ended = (await form(sso, '/oauth/token', grant)).json<Tokens>();
      const url = `/api/v1/providers/${otherClientId}/disable`;
      return { ended, by: () => sso.app.inject({ method: 'POST', url, headers: admin }) };
    },
  ],
])('sso: %s marks the session in the status list, and no other', async (_title, prepare) => {
  const kept = await signIn(sso);
  const { ended, by } = await prepare();
  expect(await statusOf(ended)).toBe(0);
  await by();
  expect(await statusOf(ended)).toBe(1);
  expect(await statusOf(kept)).toBe(0);
});

test('sso: a session is marked for the lifetime of an access token and five minutes, a deleted owner too', async () => {
  const [one, gone] = [await signIn(sso), await signIn(sso)];
  await form(sso, '/oauth/revoke', { token: one.refresh_token, client_id: clientId });
  await sendAsDevice(sso, gone.device, 'DELETE', '/api/v1/owner');
  sso.advance(900 + 300 - 10);
  expect([await statusOf(one), await statusOf(gone)]).toEqual([1, 1]);
  sso.advance(20);
  expect([await statusOf(one), await statusOf(gone)]).toEqual([0, 0]);
});

test('sso: the database holds the marks, so that every process and a restarted one serves them', async () => {
  const revoked = await signIn(sso);
  await form(sso, '/oauth/revoke', { token: revoked.refresh_token, client_id: clientId });
  const { indexes } = await createSessionRevocationStore(sso.db).list({
    from: 0,
    length: 1_000,
    after: new Date(sso.now().getTime() - 1_200_000),
  });
  expect(indexes).toContain(statusReferenceOf(decode(revoked.access_token).claims)?.idx);
});

test('sso: a list of a million sessions with a thousand revoked is below 8 kB', async () => {
  const lists = createSignedStatusLists({
    revocations: {
      list: async () => ({
        indexes: Array.from({ length: 1_000 }, (_, position) => position * 1_048),
        epoch: 1,
        seq: 2 ** 32,
      }),
      lastIndex: async () => 1_048_000,
    },
    signingKeys: { current: async () => ({ kid: 'k', sign: async () => new Uint8Array(256) }) },
    settings: { issuer, lifetimes: defaultLifetimes },
    now: sso.now,
  });
  expect((await lists.get(0))?.token.length).toBeLessThan(8_000);
});

test('sso: the seq of a list never falls, and its epoch grows with every server of the database', async () => {
  const seqOf = async () => {
    sso.advance(1);
    return Number(decode((await sso.app.inject({ url: '/oauth/status-lists/0' })).body).claims['seq']);
  };
  const epochOf = (seq: number) => Math.floor(seq / 2 ** 32);
  const before = await seqOf();
  const { refresh_token } = await signIn(sso);
  await form(sso, '/oauth/revoke', { token: refresh_token, client_id: clientId });
  const after = await seqOf();
  // Equal while a transaction on the server is open that began before both.
  expect([Number.isSafeInteger(after), after >= before, epochOf(after)]).toEqual([true, true, epochOf(before)]);

  // Restored: the tables name another server.
  await sso.db.updateTable('sso.status_list_epochs').set({ server: 'another' }).execute();
  const restored = await seqOf();
  expect([epochOf(restored), restored > after]).toEqual([epochOf(after) + 1, true]);
  expect(epochOf(await seqOf())).toBe(epochOf(restored));
});

test('sso: sessions after the first 1,048,576 have an index in the next list', async () => {
  const full = await startSso();
  await sql`select setval('sso.status_indexes', 1048576)`.execute(full.db);
  const { access_token } = await signIn(full);
  const uri = `${issuer}/oauth/status-lists/1`;
  expect(statusReferenceOf(decode(access_token).claims)).toEqual({ idx: 1, uri });
  const list = await full.app.inject({ url: '/oauth/status-lists/1' });
  expect(decode(list.body).claims['sub']).toBe(uri);
  await full.close();
});

test('sso: the verifier of the services refuses a revoked token, and a deleted owner too', async () => {
  const tokens = createTokenVerification({
    issuer,
    jwksUrl: `${issuer}/oauth/jwks`,
    now: sso.now,
    fetch: async (input) => {
      const { statusCode, body, headers } = await sso.app.inject({ url: new URL(new Request(input).url).pathname });
      return new Response(body, { status: statusCode, headers: { etag: String(headers.etag) } });
    },
  });
  const [kept, gone] = [await signIn(sso), await signIn(sso)];
  await sendAsDevice(sso, gone.device, 'DELETE', '/api/v1/owner');
  sso.advance(1);
  const revoked = ({ access_token }: Tokens) => {
    const reference = statusReferenceOf(decode(access_token).claims);
    return reference && tokens.statusLists.isRevoked(reference);
  };
  expect([await revoked(kept), await revoked(gone)]).toEqual([false, true]);
});
