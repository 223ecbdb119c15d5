import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { compactVerify, createLocalJWKSet, type JSONWebKeySet } from 'jose';
import { adminKey, clientId, dpop, form, issuer, startSso } from '../../../contract-tests/fixtures/sso/sso-fixture.ts';
import { refresh, sendAsDevice, signIn } from '../../../contract-tests/fixtures/sso/owner-sign-in.ts';
import { useStarted } from '../../../contract-tests/fixtures/use-started.ts';
import { decode, newKey, type TestKey } from '../../../contract-tests/fixtures/protocol/keys.ts';

const sso = useStarted(startSso);

const requestStatus = (jkt: string, headers: Record<string, string> = {}) =>
  sso.app.inject({ url: `/oauth/keys/${jkt}`, headers });
const statusOf = async ({ jkt }: TestKey) => (await requestStatus(jkt)).json<Record<string, unknown>>();

test('sso getKeyStatus: a key that no session had is unknown, with 200', async () => {
  const { jkt } = newKey();
  const response = await requestStatus(jkt);
  expect([response.statusCode, response.json()]).toEqual([200, { jkt, status: 'unknown' }]);
  expect(response.headers['cache-control']).toBe('public, max-age=60');
});

test('sso: the key of a live session is active since its first session, and any origin may ask', async () => {
  const key = newKey();
  const since = sso.now().toISOString();
  await signIn(sso, key);
  sso.advance(60);
  await signIn(sso, key);
  const response = await requestStatus(key.jkt, { origin: 'https://anywhere.test' });
  expect(response.json()).toEqual({ jkt: key.jkt, status: 'active', since });
  expect(response.headers['access-control-allow-origin']).toBe('*');
});

test('sso: a key is revoked when no live session has it and one was revoked', async () => {
  const key = newKey();
  const { device } = await signIn(sso, key);
  await signIn(sso, key);
  const listed = await sendAsDevice(sso, device, 'GET', '/api/v1/owner/sessions');
  const [one, other] = listed.json<{ sessions: { sessionId: string }[] }>().sessions;
  await sendAsDevice(sso, device, 'DELETE', `/api/v1/owner/sessions/${one?.sessionId}`);
  expect(await statusOf(key)).toMatchObject({ status: 'active' });
  sso.advance(5);
  await sendAsDevice(sso, device, 'DELETE', `/api/v1/owner/sessions/${other?.sessionId}`);
  const revokedAt = sso.now().toISOString();
  expect(await statusOf(key)).toMatchObject({ status: 'revoked', revokedAt, reason: 'owner' });
});

test('sso: the key of a deleted owner stays revoked', async () => {
  const key = newKey();
  const { device } = await signIn(sso, key);
  await sendAsDevice(sso, device, 'DELETE', '/api/v1/owner');
  expect(await statusOf(key)).toMatchObject({ status: 'revoked', reason: 'owner_deleted' });
});

test('sso: a key whose sessions only expired is unknown', async () => {
  const key = newKey();
  await signIn(sso, key);
  sso.advance(31 * 86_400);
  expect(await statusOf(key)).toMatchObject({ status: 'unknown' });
});

test('sso: a revocation with the reason rotated is accepted only with a proof by the key', async () => {
  const [stolen, rotated, foreign] = [newKey(), newKey(), newKey()];
  const revoke = async (key: TestKey, by?: TestKey) => {
    const { refresh_token: token } = await signIn(sso, key);
    const headers = by && { dpop: await dpop(sso, by, { path: '/oauth/revoke' }) };
    return form(sso, '/oauth/revoke', { token, client_id: clientId, reason: 'rotated' }, headers);
  };
  for (const response of [await revoke(stolen), await revoke(foreign, newKey()), await revoke(rotated, rotated)])
    expect(response.statusCode).toBe(200);
  const reasons = await Promise.all([stolen, foreign, rotated].map(statusOf));
  expect(reasons.map(({ reason }) => reason)).toEqual(['client', 'client', 'rotated']);
});

test('sso: a key status that names the owner is that of the pair, and unknown for another owner', async () => {
  const key = newKey();
  const { sub, device } = await signIn(sso, key);
  const ask = async (owner: string) => (await requestStatus(`${key.jkt}?sub=${owner}`)).json<object>();
  expect(await ask(sub)).toMatchObject({ status: 'active' });
  expect(await ask('f'.repeat(32))).toEqual({ jkt: key.jkt, status: 'unknown' });
  await sendAsDevice(sso, device, 'DELETE', '/api/v1/owner');
  expect(await ask(sub)).toMatchObject({ status: 'revoked', reason: 'owner_deleted' });
  expect(JSON.stringify(await statusOf(key))).not.toContain(sub);
});

test('sso reportCompromisedKey: sessions of the key and of its helpers end, for good, with the reason compromised', async () => {
  const key = newKey();
  const since = sso.now().toISOString();
  const { device, sub } = await signIn(sso, key);
  sso.advance(60);
  const path = `/api/v1/owner/keys/${key.jkt}/compromise`;
  const response = await sendAsDevice(sso, device, 'POST', path);
  expect([response.statusCode, response.json()]).toEqual([200, { jkt: key.jkt, compromisedSince: since, revoked: 1 }]);
  const revokedAt = sso.now().toISOString();
  const expected = { status: 'revoked', since, revokedAt, reason: 'compromised', compromisedSince: since };
  expect(await statusOf(key)).toEqual({ jkt: key.jkt, ...expected });
  const events = await sso.db.selectFrom('sso.audit_events').selectAll().where('owner_sub', '=', sub).execute();
  expect(events.map(({ event }) => event)).toContain('key_compromised');
  // A second report does not move the time, and the status keeps the time of the first.
  sso.advance(60);
  await sendAsDevice(sso, device, 'POST', path, { since: revokedAt });
  expect(await statusOf(key)).toEqual({ jkt: key.jkt, ...expected });
});

test('sso reportCompromisedKey: the time may be given, moves only to an earlier one, and is not in the future', async () => {
  const key = newKey();
  const { device } = await signIn(sso, key);
  await sendAsDevice(sso, device, 'DELETE', `/api/v1/owner/clients/${clientId}`);
  const report = async (seconds: number) => {
    const since = new Date(sso.now().getTime() + seconds * 1000).toISOString();
    const response = await sendAsDevice(sso, device, 'POST', `/api/v1/owner/keys/${key.jkt}/compromise`, { since });
    return { since, response };
  };
  expect((await report(1)).response.statusCode).toBe(400);
  const late = await report(-5);
  expect(late.response.json()).toMatchObject({ compromisedSince: late.since, revoked: 0 });
  const early = await report(-500);
  expect(early.response.json()).toMatchObject({ compromisedSince: early.since });
  await report(-20);
  expect(await statusOf(key)).toMatchObject({ reason: 'compromised', compromisedSince: early.since });
});

test('sso: the same owner binds a key again after a disconnect, and not after a report', async () => {
  const key = newKey();
  const { device } = await signIn(sso, key);
  await sendAsDevice(sso, device, 'DELETE', `/api/v1/owner/clients/${clientId}`);
  await signIn(sso, key);
  expect(await statusOf(key)).toMatchObject({ status: 'active' });
  await sendAsDevice(sso, device, 'POST', `/api/v1/owner/keys/${key.jkt}/compromise`);
  await expect(signIn(sso, key)).rejects.toThrow('key_compromised');
});

test('sso: a refresh of a live session leaves its key active', async () => {
  const key = newKey();
  const { refresh_token } = await signIn(sso, key);
  expect((await refresh(sso, refresh_token, key)).statusCode).toBe(200);
  expect(await statusOf(key)).toMatchObject({ status: 'active' });
});

test.each(['short', 'x'.repeat(44), '%00', 'a/b'])('sso: the key status of %s is a client error', async (jkt) => {
  const { statusCode } = await requestStatus(jkt);
  expect(statusCode).toBeGreaterThanOrEqual(400);
  expect(statusCode).toBeLessThan(500);
});

const digest = createHash('sha256').update('commit').digest('base64url');
const path = '/oauth/attestations';

async function attest(accessToken: string, key: TestKey, body: object = { digest, purpose: 'commit' }) {
  const headers = { authorization: `DPoP ${accessToken}`, dpop: await dpop(sso, key, { path, accessToken }) };
  return sso.app.inject({ method: 'POST', url: path, headers, payload: body });
}

test('sso createAttestation: an attestation names issuer, owner, key, digest, purpose and time, signed by the provider', async () => {
  const key = newKey();
  const { access_token, sub } = await signIn(sso, key);
  const response = await attest(access_token, key);
  expect(response.statusCode).toBe(201);
  const { attestation } = response.json<{ attestation: string }>();
  const { header, claims } = decode(attestation);
  expect(header).toMatchObject({ typ: 'attestation+jwt', alg: 'RS256' });
  const iat = Math.floor(sso.now().getTime() / 1000);
  expect(claims).toEqual({
    iss: issuer,
    sub,
    cnf: { jkt: key.jkt },
    digest,
    purpose: 'commit',
    iat,
    jti: expect.any(String),
  });
  const keys = (await sso.app.inject({ url: '/oauth/jwks' })).json<JSONWebKeySet>();
  await expect(compactVerify(attestation, createLocalJWKSet(keys))).resolves.toBeDefined();
});

test('sso: a revoked session gets no attestation', async () => {
  const key = newKey();
  const { access_token, device } = await signIn(sso, key);
  await sendAsDevice(sso, device, 'DELETE', `/api/v1/owner/clients/${clientId}`);
  const response = await attest(access_token, key);
  expect([response.statusCode, response.json()]).toMatchObject([401, { error: 'invalid_token' }]);
});

test('sso: a Bearer token gets no attestation', async () => {
  const { access_token } = await signIn(sso);
  const headers = { authorization: `Bearer ${access_token}` };
  const response = await sso.app.inject({ method: 'POST', url: path, headers, payload: { digest, purpose: 'commit' } });
  expect(response.statusCode).toBe(401);
});

test('sso: a proof by another key gets no attestation', async () => {
  const { access_token } = await signIn(sso, newKey());
  expect((await attest(access_token, newKey())).statusCode).toBe(401);
});

test.each([
  [{ digest }],
  [{ purpose: 'commit' }],
  [{ digest: `${digest}=`, purpose: 'commit' }],
  [{ digest: 'x'.repeat(43), purpose: 'commit' }],
  [{ digest, purpose: '' }],
  [{ digest, purpose: 'Commit' }],
  [{ digest, purpose: 'c'.repeat(65) }],
  [{ digest, purpose: 'commit', sub: 'another' }],
])('sso: the attestation request %j is 400', async (body) => {
  const key = newKey();
  const { access_token } = await signIn(sso, key);
  expect((await attest(access_token, key, body)).statusCode).toBe(400);
});

test('sso getJwksHistory: the history lists every signing key with its time, and marks revoked ones', async () => {
  const admin = { authorization: `Bearer ${adminKey}` };
  const history = async () => (await sso.app.inject({ url: '/oauth/jwks/history' })).json<JSONWebKeySet>().keys;
  const [first] = await history();
  expect(first).toEqual({ ...first, kty: 'RSA', use: 'sig', alg: 'RS256', from: expect.any(Number) });
  expect(first).not.toHaveProperty('until');
  const revokedAt = Math.floor(sso.now().getTime() / 1000) + 60;
  sso.advance(60);
  await sso.app.inject({ method: 'POST', url: `/api/v1/signing-keys/${first?.kid}/revoke`, headers: admin });
  // A year later its private half is erased; the public one stays.
  sso.advance(400 * 86_400);
  expect(await history()).toMatchObject([
    { kid: first?.kid, until: revokedAt, revoked: { revoked_at: revokedAt } },
    { from: revokedAt },
  ]);
});

test('sso: a rotated key is listed with its end in the key set before it ends', async () => {
  const admin = { authorization: `Bearer ${adminKey}` };
  await sso.app.inject({ method: 'POST', url: '/api/v1/signing-keys', headers: admin });
  const { keys } = (await sso.app.inject({ url: '/oauth/jwks' })).json<{ keys: { until?: number }[] }>();
  const activation = Math.floor(sso.now().getTime() / 1000) + 600;
  expect(keys.map(({ until }) => until)).toEqual([undefined, activation]);
});
