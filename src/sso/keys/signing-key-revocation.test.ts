import { createPrivateKey } from 'node:crypto';
import { SignJWT } from 'jose';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createMasterKey } from '../../runtime/master-key.ts';
import { adminKey, decode, type Sso, startSso } from '../../../contract-tests/fixtures/sso/sso-fixture.ts';
import { requestUserinfo, signIn } from '../../../contract-tests/fixtures/sso/owner-sign-in.ts';

let sso: Sso;
beforeEach(async () => {
  sso = await startSso();
});
afterEach(() => sso.close());

const kids = async () => {
  const { keys } = (await sso.app.inject('/oauth/jwks')).json<{ keys: { kid: string }[] }>();
  return keys.map(({ kid }) => kid);
};
const revoke = (kid: string) =>
  sso.app.inject({
    method: 'POST',
    url: `/api/v1/signing-keys/${kid}/revoke`,
    headers: { authorization: `Bearer ${adminKey}` },
  });
const currentAfterRevoking = async (kid: string) => (await revoke(kid)).json<{ currentKid: string }>().currentKid;
const kidOf = (token: string) => String(decode(token).header['kid']);
const signingKid = async () => kidOf((await signIn(sso)).access_token);
const eventsOf = (event: string) =>
  sso.db.selectFrom('sso.audit_events').select(['details', 'ip']).where('event', '=', event).orderBy('id').execute();

/** Forges a token as an attacker with a copy of the signing key: the same claims with changes. */
async function forge(token: string, changes: Record<string, unknown> = {}): Promise<string> {
  const kid = kidOf(token);
  const row = await sso.db
    .selectFrom('sso.signing_keys')
    .select('sealed_private_key')
    .where('kid', '=', kid)
    .executeTakeFirstOrThrow();
  const masterKey = createMasterKey(new Uint8Array(32).fill(7));
  const key = Buffer.from(masterKey.open(String(row.sealed_private_key), `sso.signing_keys ${kid}`));
  return new SignJWT({ ...decode(token).claims, ...changes })
    .setProtectedHeader({ typ: 'at+jwt', alg: 'RS256', kid })
    .sign(createPrivateKey({ key, format: 'der', type: 'pkcs8' }));
}

test('sso: a revoked key leaves the key set at once, its tokens are rejected, another key signs', async () => {
  const { access_token } = await signIn(sso);
  const forged = await forge(access_token, { sub: 'f'.repeat(32) });
  expect((await requestUserinfo(sso, forged)).statusCode).toBe(200);

  const kid = kidOf(access_token);
  const response = await revoke(kid);
  const { currentKid } = response.json<{ currentKid: string }>();
  expect([response.statusCode, response.json()]).toEqual([200, { kid, currentKid }]);
  expect(await kids()).toEqual([currentKid]);
  for (const token of [forged, access_token]) expect((await requestUserinfo(sso, token)).statusCode).toBe(401);
  const fresh = await signIn(sso);
  expect(kidOf(fresh.access_token)).toBe(currentKid);
  expect((await requestUserinfo(sso, fresh.access_token)).statusCode).toBe(200);

  expect((await revoke(kid)).json()).toEqual({ kid, currentKid });
  expect(await eventsOf('signing_key_revoked')).toEqual([{ details: { kid, currentKid }, ip: '127.0.0.1' }]);
  expect((await eventsOf('signing_key_created')).map(({ details }) => details['kid'])).toEqual([kid, currentKid]);
});

test('sso: when the current key is revoked, the waiting key signs at once', async () => {
  const first = await signingKid();
  const next = await sso.rotateSigningKey();
  expect(await currentAfterRevoking(first)).toBe(next);
  expect([await kids(), await signingKid()]).toEqual([[next], next]);
  expect(await sso.rotateSigningKey()).not.toBe(next);
});

test('sso: when the waiting key is revoked, the current key continues and can be rotated again', async () => {
  const first = await signingKid();
  expect(await currentAfterRevoking(await sso.rotateSigningKey())).toBe(first);
  sso.advance(700);
  expect([await kids(), await signingKid()]).toEqual([[first], first]);
  const next = await sso.rotateSigningKey();
  sso.advance(600);
  expect(await signingKid()).toBe(next);
});

test('sso: revoking a retired key leaves the other keys unchanged', async () => {
  const first = await signingKid();
  const second = await sso.rotateSigningKey();
  sso.advance(600);
  const third = await sso.rotateSigningKey();
  expect(await currentAfterRevoking(first)).toBe(second);
  expect([new Set(await kids()), await signingKid()]).toEqual([new Set([second, third]), second]);
  sso.advance(600);
  expect(await signingKid()).toBe(third);
});

test('sso: all keys can be revoked in any order', async () => {
  const first = await signingKid();
  const second = await sso.rotateSigningKey();
  for (const kid of [second, first]) await revoke(kid);
  const [last = '', ...others] = await kids();
  expect(others).toEqual([]);
  expect([first, second]).not.toContain(last);
  expect(await signingKid()).toBe(last);
});

test('sso: revoking an unknown signing key is 404', async () => {
  const unknown = 'A'.repeat(43);
  expect([(await revoke(unknown)).statusCode, (await revoke('short')).statusCode]).toEqual([404, 400]);
});

test('sso: a retired key verifies no token after its last access token has expired, although it is published', async () => {
  const { access_token } = await signIn(sso);
  await sso.rotateSigningKey();
  const forged = await forge(access_token, { exp: sso.clock.now.getTime() / 1000 + 86_400 });
  sso.advance(600 + 900);
  expect((await requestUserinfo(sso, forged)).statusCode).toBe(200);
  sso.advance(60);
  expect((await requestUserinfo(sso, forged)).statusCode).toBe(401);
  expect(await kids()).toContain(kidOf(access_token));
});
