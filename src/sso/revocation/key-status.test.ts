import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  clientId,
  dpop,
  form,
  type Sso,
  startSso,
  testKey,
  type TestKey,
} from '../../../contract-tests/fixtures/sso/sso-fixture.ts';
import { sendAsDevice, refresh, signIn } from '../../../contract-tests/fixtures/sso/owner-sign-in.ts';

let sso: Sso;
beforeAll(async () => {
  sso = await startSso();
});
afterAll(() => sso.close());

const requestStatus = (jkt: string, headers: Record<string, string> = {}) =>
  sso.app.inject({ url: `/oauth/keys/${jkt}`, headers });
const statusOf = async ({ jkt }: TestKey) => (await requestStatus(jkt)).json<Record<string, unknown>>();

test('sso getKeyStatus: a key that no session had is unknown, with 200', async () => {
  const { jkt } = testKey();
  const response = await requestStatus(jkt);
  expect([response.statusCode, response.json()]).toEqual([200, { jkt, status: 'unknown' }]);
  expect(response.headers['cache-control']).toBe('public, max-age=60');
});

test('sso: the key of a live session is active since its first session, and any origin may ask', async () => {
  const key = testKey();
  const since = sso.now().toISOString();
  await signIn(sso, key);
  sso.advance(60);
  await signIn(sso, key);
  const response = await requestStatus(key.jkt, { origin: 'https://anywhere.test' });
  expect(response.json()).toEqual({ jkt: key.jkt, status: 'active', since });
  expect(response.headers['access-control-allow-origin']).toBe('*');
});

test('sso: a key is revoked when no live session has it and one was revoked', async () => {
  const key = testKey();
  const [one, other] = [await signIn(sso, key), await signIn(sso, key)];
  await sendAsDevice(sso, one.device, 'DELETE', `/api/v1/owner/clients/${clientId}`);
  expect(await statusOf(key)).toMatchObject({ status: 'active' });
  sso.advance(5);
  await sendAsDevice(sso, other.device, 'DELETE', `/api/v1/owner/clients/${clientId}`);
  const revokedAt = sso.now().toISOString();
  expect(await statusOf(key)).toMatchObject({ status: 'revoked', revokedAt, reason: 'owner' });
});

test('sso: the key of a deleted owner stays revoked', async () => {
  const key = testKey();
  const { device } = await signIn(sso, key);
  await sendAsDevice(sso, device, 'DELETE', '/api/v1/owner');
  expect(await statusOf(key)).toMatchObject({ status: 'revoked', reason: 'owner_deleted' });
});

test('sso: a key whose sessions only expired is unknown', async () => {
  const key = testKey();
  await signIn(sso, key);
  sso.advance(31 * 86_400);
  expect(await statusOf(key)).toMatchObject({ status: 'unknown' });
});

test('sso: a revocation with the reason rotated is accepted only with a proof by the key', async () => {
  const [stolen, rotated, foreign] = [testKey(), testKey(), testKey()];
  const revoke = async (key: TestKey, by?: TestKey) => {
    const { refresh_token: token } = await signIn(sso, key);
    const headers = by && { dpop: await dpop(sso, by, { path: '/oauth/revoke' }) };
    return form(sso, '/oauth/revoke', { token, client_id: clientId, reason: 'rotated' }, headers);
  };
  for (const response of [await revoke(stolen), await revoke(foreign, testKey()), await revoke(rotated, rotated)])
    expect(response.statusCode).toBe(200);
  const reasons = await Promise.all([stolen, foreign, rotated].map(statusOf));
  expect(reasons.map(({ reason }) => reason)).toEqual(['client', 'client', 'rotated']);
});

test('sso: a refresh of a live session leaves its key active', async () => {
  const key = testKey();
  const { refresh_token } = await signIn(sso, key);
  expect((await refresh(sso, refresh_token, key)).statusCode).toBe(200);
  expect(await statusOf(key)).toMatchObject({ status: 'active' });
});

test.each(['short', 'x'.repeat(44), '%00', 'a/b'])('sso: the key status of %s is a client error', async (jkt) => {
  const { statusCode } = await requestStatus(jkt);
  expect(statusCode).toBeGreaterThanOrEqual(400);
  expect(statusCode).toBeLessThan(500);
});
