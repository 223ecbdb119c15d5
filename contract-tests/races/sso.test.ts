import { type Kysely, sql } from 'kysely';
import { expect, vi } from 'vitest';
import { parseCompactJwt } from '../../src/protocol/compact-jws.ts';
import { decodeStatusList, statusAt, type StatusReference, statusReferenceOf } from '../../src/protocol/status-list.ts';
import { enrolOwner, type Owner } from '../fixtures/identity.ts';
import { holdingLock, openProviderDatabase, race, startSecondProvider } from '../fixtures/race.ts';
import { proof, type ParsedResponse, startProvider, tokenProof } from '../fixtures/sso.ts';
import { useStarted } from '../fixtures/use-started.ts';
import { newKey } from '../fixtures/protocol/keys.ts';

// Two processes on one PostgreSQL. The tests lock a row, which makes the order of concurrent requests deterministic.
const provider = useStarted(startProvider);
const second = useStarted(() => startSecondProvider(provider.platform));
const database = useStarted(() => openProviderDatabase(provider));

/** Posts a form to the token endpoint of one of the two processes. */
async function post(process: number, form: Readonly<Record<string, string>>, dpop?: string): Promise<ParsedResponse> {
  const url = new URL(`${provider.url}/oauth/token`);
  if (process % 2 === 1) url.port = second.port;
  const headers = dpop === undefined ? {} : { dpop };
  const response = await fetch(url, { method: 'POST', headers, body: new URLSearchParams(form) });
  return {
    status: response.status,
    headers: response.headers,
    body: (await response.json()) as Record<string, unknown>,
  };
}

const refreshForm = (refreshToken: unknown) => ({
  grant_type: 'refresh_token',
  refresh_token: String(refreshToken),
  client_id: provider.clientId,
});
const count = (responses: readonly ParsedResponse[], status: number) =>
  responses.filter((response) => response.status === status).length;
const userinfo = async (accessToken: unknown) =>
  (await provider.send('GET', '/oauth/userinfo', { headers: { authorization: `Bearer ${String(accessToken)}` } }))
    .status;

/** Holds a lock while requests arrive at both processes. */
const holding = (
  lock: Parameters<typeof holdingLock<unknown, ParsedResponse>>[1],
  start: Parameters<typeof holdingLock<unknown, ParsedResponse>>[2],
): Promise<ParsedResponse[]> => holdingLock(database, lock, start);

const lockRequest = (pollingCode: string) => (db: Kysely<unknown>) =>
  sql`select 1 from sso.authorization_requests
      where polling_code_hash = rtrim(translate(encode(sha256(${pollingCode}::bytea), 'base64'), '+/', '-_'), '=') for update`.execute(
    db,
  );
/** Locks the session that the test has just created. */
const lockNewestSession = (db: Kysely<unknown>) =>
  sql`select 1 from sso.sessions where id = (select id from sso.sessions order by created_at desc, id desc limit 1) for update`.execute(
    db,
  );

race('sso: twenty concurrent exchanges of one code at two processes return tokens once, and revoke them', async () => {
  const { grant } = await provider.approve();
  const responses = await Promise.all(Array.from({ length: 20 }, (_, index) => post(index, grant)));
  expect([count(responses, 200), count(responses, 409)]).toEqual([1, 19]);
  const winner = responses.find(({ status }) => status === 200);
  expect(await userinfo(winner?.body['access_token'])).toBe(401);
  expect((await post(0, refreshForm(winner?.body['refresh_token']))).body['error']).toBe('invalid_grant');
});

race(
  'RFC 9700 §4.5.3: of two concurrent redemptions of one code the second revokes the tokens of the first',
  async () => {
    const { grant, pollingCode } = await provider.approve();
    const responses = await holding(lockRequest(pollingCode), async (queued) => {
      const both = [post(0, grant), post(1, grant)];
      await queued(2);
      return both;
    });
    expect(responses.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
    expect(await userinfo(responses.find(({ status }) => status === 200)?.body['access_token'])).toBe(401);
  },
);

race('RFC 9449 §11.1: one proof in fifty concurrent requests to two processes is accepted once', async () => {
  const key = newKey();
  const { grant } = await provider.approve({ dpop_jkt: key.jkt });
  const dpop = await tokenProof(provider.url, key);
  const responses = await Promise.all(Array.from({ length: 50 }, (_, index) => post(index, grant, dpop)));
  expect(count(responses, 200)).toBe(1);
  for (const { status, body } of responses)
    if (status !== 200) expect(['invalid_dpop_proof', 'invalid_grant']).toContain(body['error']);

  const { accessToken } = await provider.signIn(key);
  const presented = await proof({ method: 'GET', url: `${provider.url}/oauth/userinfo`, accessToken }, key);
  const polls = Array.from({ length: 50 }, async (_, index) => {
    const url = new URL(`${provider.url}/oauth/userinfo`);
    if (index % 2 === 1) url.port = second.port;
    return (await fetch(url, { headers: { authorization: `DPoP ${accessToken}`, dpop: presented } })).status;
  });
  const statuses = await Promise.all(polls);
  expect([
    statuses.filter((status) => status === 200).length,
    statuses.filter((status) => status === 401).length,
  ]).toEqual([1, 49]);
});

race('sso: concurrent refreshes of one token all return one successor', async () => {
  const key = newKey();
  const { refreshToken } = await provider.signIn(key);
  const responses = await holding(lockNewestSession, async (queued) => {
    const proofs = await Promise.all(Array.from({ length: 6 }, () => tokenProof(provider.url, key)));
    const all = proofs.map((dpop, index) => post(index, refreshForm(refreshToken), dpop));
    await queued(6);
    return all;
  });
  expect(count(responses, 200)).toBe(6);
  expect(new Set(responses.map(({ body }) => body['refresh_token'])).size).toBe(1);
  const { rows } = await sql<{ unspent: number }>`
    select count(*) as unspent from sso.refresh_tokens where spent_at is null
    group by session_id order by 1 desc limit 1`.execute(database.db);
  expect(rows[0]?.unspent).toBe(1);
});

race.each(['the stolen token', 'the valid token'] as const)(
  'sso: reuse of a refresh token concurrent with a refresh revokes the successor, with %s first',
  async (first) => {
    const { refreshToken: spent } = await provider.signIn();
    const used = (await provider.refresh(spent)).body['refresh_token'];
    const live = (await provider.refresh(String(used))).body['refresh_token'];
    const order = first === 'the stolen token' ? [spent, live] : [live, spent];
    const responses = await holding(lockNewestSession, async (queued) => {
      const one = post(0, refreshForm(order[0]));
      await queued(1);
      const two = post(1, refreshForm(order[1]));
      await queued(2);
      return [one, two];
    });
    const winner = responses.find(({ status }) => status === 200);
    expect(winner === undefined).toBe(first === 'the stolen token');
    for (const token of [live, ...(winner ? [winner.body['refresh_token']] : [])])
      expect((await post(0, refreshForm(token))).body['error']).toBe('invalid_grant');
    if (winner) expect(await userinfo(winner.body['access_token'])).toBe(401);
  },
);

race('sso: a refresh concurrent with the revocation of its token returns no valid token', async () => {
  const { refreshToken } = await provider.signIn();
  const responses = await holding(lockNewestSession, async (queued) => {
    const revoked = provider.send('POST', '/oauth/revoke', {
      form: { token: refreshToken, client_id: provider.clientId },
    });
    await queued(1);
    const refreshed = post(1, refreshForm(refreshToken));
    await queued(2);
    return [revoked, refreshed];
  });
  expect(responses.map(({ status }) => status)).toEqual([200, 400]);
});

race('sso: an application that is disabled while a code is redeemed keeps no session', async () => {
  const { body } = await provider.send('POST', '/api/v1/providers', {
    json: { name: 'Short-lived' },
    headers: { authorization: `Bearer ${provider.platform.adminKey}` },
  });
  const client = String(body['providerAddress']);
  const { grant, pollingCode } = await provider.approve({ client_id: client });
  const [exchanged, disabled] = await holding(lockRequest(pollingCode), async (queued) => {
    const exchange = post(1, grant);
    await queued(1);
    const disable = provider.send('POST', `/api/v1/providers/${client}/disable`, {
      headers: { authorization: `Bearer ${provider.platform.adminKey}` },
    });
    await queued(2);
    return [exchange, disable];
  });
  expect([[200, 400].includes(exchanged?.status ?? 0), disabled?.status]).toEqual([true, 200]);
  if (exchanged?.status === 200) expect(await userinfo(exchanged.body['access_token'])).toBe(401);
});

race.each([
  [
    'suspended',
    200,
    ({ sub }: Owner) =>
      provider.send('POST', `/api/v1/owners/${sub}/suspend`, {
        headers: { authorization: `Bearer ${provider.platform.adminKey}` },
      }),
  ],
  ['deleted', 204, ({ sso }: Owner) => sso.deleteOwner()],
] as const)(
  'sso: an owner who is %s while a code is redeemed keeps no session, without a deadlock',
  async (_what, status, end) => {
    for (let round = 0; round < 5; round += 1) {
      const owner = await enrolOwner(provider.platform);
      const { query, verifier } = provider.flow();
      const { body } = await provider.send('GET', `/oauth/authorize?${new URLSearchParams(query).toString()}`);
      await owner.decide(String(body['deep_link']), 'approve');
      const polled = await provider.send('POST', '/oauth/poll', { json: { polling_code: body['polling_code'] } });
      const grant = {
        grant_type: 'authorization_code',
        code: String(polled.body['authorization_code']),
        client_id: provider.clientId,
        code_verifier: verifier,
      };
      const [exchanged, ended] = await Promise.all([post(round, grant), end(owner)]);
      expect([[200, 400].includes(exchanged.status), ended.status]).toEqual([true, status]);
      if (exchanged.status === 200) expect(await userinfo(exchanged.body['access_token'])).toBe(401);
    }
  },
);

race('sso: of concurrent authorize requests with one code challenge one is accepted', async () => {
  const { query } = provider.flow();
  const responses = await Promise.all(
    Array.from({ length: 10 }, () => provider.send('GET', `/oauth/authorize?${new URLSearchParams(query).toString()}`)),
  );
  expect([count(responses, 200), count(responses, 400)]).toEqual([1, 9]);
});

race('sso: two processes that start concurrently create one signing key', async () => {
  const { rows } = await sql<{ keys: number }>`select count(*) as keys from sso.signing_keys`.execute(database.db);
  expect(rows[0]?.keys).toBe(1);
});

race('sso: after a revocation in one process, introspection and status list of the other say so', async () => {
  const { body: server } = await provider.send('POST', '/api/v1/providers', {
    json: { name: 'Resource server', reach: 'platform', tokenEndpointAuthMethod: 'client_secret_post' },
    headers: { authorization: `Bearer ${provider.platform.adminKey}` },
  });
  const other = new URL(provider.url);
  other.port = second.port;
  const introspect = async (token: string) => {
    const credentials = { client_id: String(server['providerAddress']), client_secret: String(server['clientSecret']) };
    const form = new URLSearchParams({ ...credentials, token });
    const response = await fetch(new URL('/oauth/introspect', other), { method: 'POST', body: form });
    return (await response.json()) as unknown;
  };
  const marked = async ({ idx, uri }: StatusReference) => {
    const list = await (await fetch(new URL(new URL(uri).pathname, other))).text();
    return statusAt(await decodeStatusList(parseCompactJwt(list, 262_144).claims['status_list']), idx);
  };
  for (let round = 0; round < 5; round += 1) {
    const { accessToken, refreshToken } = await provider.signIn();
    const reference = statusReferenceOf(parseCompactJwt(accessToken).claims) ?? { idx: -1, uri: '' };
    expect(await introspect(accessToken)).toMatchObject({ active: true });
    const [revoked, refreshed] = await Promise.all([
      provider.send('POST', '/oauth/revoke', { form: { token: refreshToken, client_id: provider.clientId } }),
      post(1, refreshForm(refreshToken)),
      introspect(accessToken),
    ]);
    expect(revoked.status).toBe(200);
    expect(await introspect(accessToken)).toEqual({ active: false });
    if (refreshed.status === 200)
      expect(await introspect(String(refreshed.body['access_token']))).toEqual({ active: false });
    await vi.waitFor(async () => expect(await marked(reference)).toBe(1), { timeout: 20_000 });
  }
});
