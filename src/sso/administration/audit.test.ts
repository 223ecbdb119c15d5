import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { createAuthenticator } from '../../../contract-tests/fixtures/client/authenticator.ts';
import {
  adminKey,
  clientId,
  dpop,
  form,
  issuer,
  otherClientId,
  startSso,
} from '../../../contract-tests/fixtures/sso/sso-fixture.ts';
import {
  approvedCode,
  enrol,
  refresh,
  sendAsDevice,
  signIn,
} from '../../../contract-tests/fixtures/sso/owner-sign-in.ts';
import { expectLastingEvents } from '../../../contract-tests/fixtures/runtime/tables.ts';
import { createTestDatabase } from '../../../contract-tests/fixtures/runtime/test-database.ts';
import { useStarted } from '../../../contract-tests/fixtures/use-started.ts';
import { type SsoDatabase, ssoMigrations } from '../database.ts';
import { createSsoAuditStore } from './audit-store.ts';
import { newKey, type TestKey } from '../../../contract-tests/fixtures/protocol/keys.ts';

const sso = useStarted(startSso);

interface AuditedResponse {
  readonly statusCode: number;
  readonly headers: Record<string, unknown>;
}

/** Returns the audit events of the request with this response. */
const recordOf = async ({ headers }: AuditedResponse) =>
  sso.db
    .selectFrom('sso.audit_events')
    .select(['event', 'owner_sub', 'client_address', 'ip', 'details'])
    .where('request_id', '=', String(headers['x-request-id']))
    .execute();

const post = (path: string, payload: object, headers: Record<string, string> = { origin: issuer }) =>
  sso.app.inject({ method: 'POST', url: `/api/v1/owner/${path}`, payload, headers });
const challengeFor = async (path: string) =>
  (await post(path, path === 'session/options' ? {} : { name: 'Laptop' })).json<{ publicKey: { challenge: string } }>()
    .publicKey.challenge;

async function passkey() {
  const authenticator = createAuthenticator();
  const credential = authenticator.create(await challengeFor('passkeys/registration-options'));
  const response = await post('passkeys', { credential });
  const { sub } = response.json<{ sub: string }>();
  authenticator.belongsTo(sub);
  return { authenticator, sub, response };
}

const userinfoProof = (accessToken: string, key: TestKey, jti?: string) =>
  dpop(sso, key, { path: '/oauth/userinfo', method: 'GET', accessToken, ...(jti !== undefined && { jti }) });
const userinfo = async (accessToken: string, proof: string) =>
  sso.app.inject({ url: '/oauth/userinfo', headers: { authorization: `DPoP ${accessToken}`, dpop: proof } });

test('sso audit: passkey registrations, sign-ins and refusals are recorded', async () => {
  const { authenticator, sub, response } = await passkey();
  const details = { credentialId: authenticator.id };
  expect(await recordOf(response)).toMatchObject([{ event: 'passkey_registered', owner_sub: sub, details }]);
  const signedIn = await post('session', { credential: authenticator.get(await challengeFor('session/options')) });
  expect(await recordOf(signedIn)).toMatchObject([{ event: 'browser_signed_in', owner_sub: sub, ip: '127.0.0.1' }]);

  const unknown = createAuthenticator();
  const refusals: [AuditedResponse, string | null, string][] = [
    [await post('session', { credential: authenticator.get('spent') }), null, authenticator.id],
    [await post('session', { credential: unknown.get(await challengeFor('session/options')) }), null, unknown.id],
    [
      await post('session', {
        credential: authenticator.get(await challengeFor('session/options'), { verified: false }),
      }),
      sub,
      authenticator.id,
    ],
    [
      await post('passkeys', {
        credential: unknown.create(await challengeFor('passkeys/registration-options'), {
          origin: 'https://evil.test',
        }),
      }),
      null,
      unknown.id,
    ],
  ];
  for (const [refusal, ownerSub, credentialId] of refusals) {
    expect(refusal.statusCode).toBe(400);
    expect(await recordOf(refusal)).toMatchObject([
      { event: 'passkey_refused', owner_sub: ownerSub, details: { credentialId } },
    ]);
  }
});

test('sso audit: malformed, mistyped and replayed device proofs are recorded', async () => {
  const { device } = await enrol(sso);
  const request = (authorization: string) => sso.app.inject({ url: '/api/v1/owner', headers: { authorization } });
  for (const [proof, reason] of [
    ['x', 'malformed_proof'],
    [await dpop(sso, device, { path: '/api/v1/owner', method: 'GET' }), 'bad_proof_typ'],
  ] as const)
    expect(await recordOf(await request(`Device ${proof}`))).toMatchObject([
      { event: 'device_refused', details: { reason } },
    ]);

  const once = await sendAsDevice(sso, device, 'GET', '/api/v1/owner');
  const replayed = await request(String(once.raw.req.headers['authorization']));
  expect(await recordOf(replayed)).toMatchObject([
    { event: 'device_refused', details: { reason: 'replayed_proof_jti', jkt: device.jkt } },
  ]);
});

test('sso audit: rejected DPoP proofs are recorded with owner and client', async () => {
  const key = newKey();
  const { grant, sub } = await approvedCode(sso, { dpop_jkt: key.jkt });
  const malformed = await form(sso, '/oauth/token', grant, { dpop: 'x.y.z' });
  expect(await recordOf(malformed)).toMatchObject([{ event: 'proof_refused', owner_sub: null, ip: '127.0.0.1' }]);
  const named = { event: 'proof_refused', owner_sub: sub, client_address: clientId };
  for (const [headers, reason] of [
    [{}, 'missing_dpop'],
    [{ dpop: await dpop(sso, newKey()) }, 'jkt_mismatch'],
  ] as const) {
    const response = await form(sso, '/oauth/token', grant, headers);
    expect(await recordOf(response)).toMatchObject([{ ...named, details: { reason } }]);
  }

  const proof = await dpop(sso, key);
  const response = await form(sso, '/oauth/token', grant, { dpop: proof });
  const { refresh_token, access_token } = response.json<{ refresh_token: string; access_token: string }>();
  expect(await recordOf(response)).toMatchObject([{ event: 'tokens_issued', owner_sub: sub }]);
  const replayed = await form(
    sso,
    '/oauth/token',
    { grant_type: 'refresh_token', refresh_token, client_id: clientId },
    { dpop: proof },
  );
  expect(await recordOf(replayed)).toMatchObject([{ ...named, details: { reason: 'replayed_proof_jti' } }]);

  const presented = await userinfoProof(access_token, key);
  expect(await recordOf(await userinfo(access_token, presented))).toEqual([]);
  expect(await recordOf(await userinfo(access_token, presented))).toMatchObject([
    { event: 'proof_refused', details: { reason: 'replayed_proof_jti' } },
  ]);
  const stolen = await userinfo(access_token, await userinfoProof(access_token, newKey()));
  expect(await recordOf(stolen)).toMatchObject([{ event: 'proof_refused', details: { reason: 'jkt_mismatch' } }]);
});

test('sso: a proof sent with a token of a revoked session is not consumed', async () => {
  const key = newKey();
  const ended = await signIn(sso, key);
  await form(sso, '/oauth/revoke', { token: ended.refresh_token, client_id: clientId });
  const jti = randomUUID();
  const refused = await userinfo(ended.access_token, await userinfoProof(ended.access_token, key, jti));
  expect(refused.statusCode).toBe(401);
  const live = await signIn(sso, key);
  expect((await userinfo(live.access_token, await userinfoProof(live.access_token, key, jti))).statusCode).toBe(200);
});

test('sso audit: reuse, revocation, decisions and owner deletion are recorded with owner and client', async () => {
  const { device, sub, access_token, refresh_token } = await signIn(sso);
  const about = { owner_sub: sub, client_address: clientId };
  const revokedToken = await form(sso, '/oauth/revoke', { token: access_token, client_id: clientId });
  expect(await recordOf(revokedToken)).toMatchObject([{ ...about, event: 'access_token_revoked' }]);
  const rotated = (await refresh(sso, refresh_token)).json<{ refresh_token: string }>();
  await refresh(sso, rotated.refresh_token);
  expect(await recordOf(await refresh(sso, refresh_token))).toMatchObject([
    { ...about, event: 'refresh_token_reused' },
  ]);

  const second = await approvedCode(sso);
  await form(sso, '/oauth/token', second.grant);
  expect(await recordOf(await form(sso, '/oauth/token', second.grant))).toMatchObject([
    { event: 'code_reused', owner_sub: second.sub, client_address: clientId },
  ]);
  const third = await signIn(sso);
  const disconnected = await sendAsDevice(sso, third.device, 'DELETE', `/api/v1/owner/clients/${clientId}`);
  expect(await recordOf(disconnected)).toMatchObject([
    { event: 'session_revoked', owner_sub: third.sub, client_address: clientId, details: { sessions: 1 } },
  ]);
  expect(await recordOf(await sendAsDevice(sso, device, 'DELETE', '/api/v1/owner'))).toMatchObject([
    { event: 'owner_deleted', owner_sub: expect.stringMatching(/^erased:[0-9a-f]{32}$/), ip: null },
  ]);
});

test('sso audit: administration and rejected administrator keys are recorded with the request id', async () => {
  const request = (path: string, key = adminKey, payload?: object) =>
    sso.app.inject({
      method: 'POST',
      url: `/api/v1/${path}`,
      headers: { authorization: `Bearer ${key}` },
      ...(payload && { payload }),
    });
  expect(await recordOf(await request('providers', 'wrong'))).toMatchObject([
    { event: 'admin_refused', ip: '127.0.0.1' },
  ]);
  const rotated = await request('signing-keys');
  expect(await recordOf(rotated)).toMatchObject([
    { event: 'signing_key_created', ip: '127.0.0.1', details: { kid: rotated.json<{ kid: string }>().kid } },
  ]);
  expect(await recordOf(await request('providers', adminKey, { name: 'Field Notes' }))).toMatchObject([
    { event: 'provider_created', details: { name: 'Field Notes' } },
  ]);
  await approvedCode(sso, { client_id: otherClientId }).then(({ grant }) => form(sso, '/oauth/token', grant));
  expect(await recordOf(await request(`providers/${otherClientId}/disable`))).toMatchObject([
    { event: 'provider_disabled', client_address: otherClientId },
  ]);
  const ended = await sso.db
    .selectFrom('sso.sessions')
    .select('revoked_reason')
    .where('client_address', '=', otherClientId)
    .execute();
  expect(ended).toEqual([{ revoked_reason: 'provider_disabled' }]);
});

test('sso audit: use of a browser session from another origin is recorded', async () => {
  const { response } = await passkey();
  const cookie = String(response.headers['set-cookie']).split(';')[0] ?? '';
  const refused = await sso.app.inject({
    method: 'DELETE',
    url: '/api/v1/owner/session',
    headers: { cookie, origin: 'https://evil.test' },
  });
  expect(await recordOf(refused)).toMatchObject([
    { event: 'origin_refused', details: { origin: 'https://evil.test' } },
  ]);
  const out = await sso.app.inject({
    method: 'DELETE',
    url: '/api/v1/owner/session',
    headers: { cookie, origin: issuer },
  });
  expect(await recordOf(out)).toMatchObject([{ event: 'browser_signed_out' }]);
});

test('sso audit: the table rejects DELETE and TRUNCATE', async () => {
  await enrol(sso);
  for (const statement of ['delete from', 'truncate'])
    await expect(sql.raw(`${statement} sso.audit_events`).execute(sso.db)).rejects.toThrow('never changed');
});

test('sso audit: events are deleted after 400 days, and a wrong clock alone deletes none', async () => {
  const database = await createTestDatabase({ area: 'sso', migrations: ssoMigrations });
  const db = database.as<SsoDatabase>();
  const audit = createSsoAuditStore(db);
  await expectLastingEvents({
    record: (kid, at) => audit.record({ event: 'signing_key_created', at, requestId: 'system', details: { kid } }),
    names: async () =>
      (await audit.list({ filter: {}, order: 'asc', limit: 10 })).map(({ details }) => String(details['kid'])),
    deleteExpired: (now) => audit.deleteExpired(now, 10),
    deleteAnyway: (kid) => sql`delete from sso.audit_events where details ->> 'kid' = ${kid}`.execute(db),
  });
  await database.close();
});

const admin = (method: 'GET' | 'POST' | 'DELETE', path: string, payload?: object, key = adminKey) =>
  sso.app.inject({
    method,
    url: `/api/v1/${path}`,
    headers: { authorization: `Bearer ${key}` },
    ...(payload && { payload }),
  });

interface Listed {
  readonly id: number;
  readonly event: string;
  readonly sub: string | null;
  readonly administrator: string | null;
}

const list = async (query: string) =>
  (await admin('GET', `audit?${query}`)).json<{ events: Listed[]; nextCursor: string | null }>();

const exported = async (query = ''): Promise<Listed[]> =>
  (await admin('GET', `audit/export${query}`)).body
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line));

test('sso listAuditEvents: the list filters by owner, event, administrator and time', async () => {
  const { sub } = await signIn(sso);
  sso.advance(10);
  const suspendedAt = sso.clock.now;
  const { id, key } = (
    await admin('POST', 'administrators', { name: 'Support desk', scopes: ['owners', 'audit'] })
  ).json<{ id: string; key: string }>();
  await admin('POST', `owners/${sub}/suspend`, undefined, key);
  const names = async (query: string) => (await list(query)).events.map(({ event }) => event);
  expect(await names(`sub=${sub}`)).toEqual([
    'owner_suspended',
    'tokens_issued',
    'sign_in_approved',
    'device_enrolled',
  ]);
  expect(await names(`sub=${sub}&event=tokens_issued`)).toEqual(['tokens_issued']);
  expect(await names('administrator=Support%20desk')).toEqual(['owner_suspended']);
  expect(await names(`administrator=${id}`)).toEqual(['owner_suspended']);
  expect(await names(`sub=${sub}&from=${suspendedAt.toISOString()}`)).toEqual(['owner_suspended']);
  expect(await names(`sub=${sub}&to=${suspendedAt.toISOString()}`)).not.toContain('owner_suspended');
  expect((await list(`sub=${sub}&event=tokens_issued`)).events).toMatchObject([
    { sub, clientId, ip: '127.0.0.1', administrator: null, administratorId: null },
  ]);
});

test('sso listAuditEvents: events have the names of owner and application of today', async () => {
  const { sub, device } = await signIn(sso);
  await sendAsDevice(sso, device, 'PATCH', '/api/v1/owner/profile', { displayName: 'Grace Hopper' });
  const { events } = await list(`sub=${sub}&event=tokens_issued`);
  const { name } = (await admin('GET', `providers/${clientId}`)).json<{ name: string }>();
  expect(events).toMatchObject([{ ownerName: 'Grace Hopper', applicationName: name }]);
});

test('sso audit: the list pages by cursor without gap or repetition, also at equal times', async () => {
  for (let index = 0; index < 5; index += 1) await enrol(sso);
  const all = (await list('event=device_enrolled&limit=100')).events.map(({ id }) => id);
  const seen: number[] = [];
  let cursor = '';
  for (;;) {
    const page = await list(`event=device_enrolled&limit=2${cursor && `&cursor=${cursor}`}`);
    seen.push(...page.events.map(({ id }) => id));
    if (page.nextCursor === null) break;
    cursor = page.nextCursor;
  }
  expect(seen).toEqual(all);
  expect(seen).toEqual(seen.toSorted((one, other) => other - one));
});

test('sso getAuditExport: the export has all events as JSON lines, the oldest first, and is recorded', async () => {
  sso.advance(1);
  const response = await admin('GET', 'audit/export');
  expect([response.statusCode, response.headers['content-type']]).toEqual([200, 'application/x-ndjson; charset=utf-8']);
  const ids = (await exported()).map(({ id }) => id);
  expect(ids).toEqual(ids.toSorted((one, other) => one - other));
  const rows = await sso.db.selectFrom('sso.audit_events').select('id').where('at', '<', sso.now()).execute();
  expect(ids).toHaveLength(rows.length);
  expect((await list('event=audit_exported')).events[0]).toMatchObject({ administrator: 'bootstrap' });
  expect((await exported('?event=owner_suspended')).every(({ event }) => event === 'owner_suspended')).toBe(true);
});

test('sso audit: events of an erased owner are found by pseudonym and by the former session address', async () => {
  const { sub } = await enrol(sso);
  await admin('DELETE', `owners/${sub}`);
  const bySub = (await list(`sub=${sub}`)).events;
  expect(bySub.map(({ event }) => event)).toEqual(['owner_deleted', 'device_enrolled']);
  const pseudonym = String(bySub[0]?.sub);
  expect(pseudonym).toMatch(/^erased:/);
  expect((await list(`sub=${pseudonym}`)).events).toEqual(bySub);
});

test('sso audit: reading needs the scope audit', async () => {
  const { key } = (await admin('POST', 'administrators', { name: 'No auditor', scopes: ['owners'] })).json<{
    key: string;
  }>();
  for (const path of ['audit', 'audit/export'])
    expect((await admin('GET', path, undefined, key)).json()).toMatchObject({ error: 'insufficient_scope' });
});

test.each([
  'from=yesterday',
  'from=2026-13-01T00:00:00Z',
  'to=2026-06-30T23:59:60Z',
  'sub=erased:short',
  'event=Owner',
  'cursor=bm90LW9uZQ',
])('sso audit: the query %s is rejected as invalid_request', async (query) => {
  const response = await admin('GET', `audit?${query}`);
  expect([response.statusCode, response.json()]).toMatchObject([400, { error: 'invalid_request' }]);
});

test.each(['from=0000-01-01T00:00:00Z', 'to=9999-12-31T23:59:59Z', 'from=1900-01-01T00:00:00Z'])(
  'sso audit: the query %s is accepted',
  async (query) => {
    expect((await admin('GET', `audit?${query}`)).statusCode).toBe(200);
  },
);
