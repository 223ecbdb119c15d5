import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { dpop, form, startSso } from '../../../contract-tests/fixtures/sso/sso-fixture.ts';
import { approvedCode, type Tokens } from '../../../contract-tests/fixtures/sso/owner-sign-in.ts';
import { useStarted } from '../../../contract-tests/fixtures/use-started.ts';
import { createDpopNonces } from './dpop-nonces.ts';
import { newKey } from '../../../contract-tests/fixtures/protocol/keys.ts';

const sso = useStarted(() => startSso({ dpopNonce: true }));

test('RFC 9449 §8: a nonce challenge consumes neither code nor jti, and the response carries the next nonce', async () => {
  const key = newKey();
  const { grant } = await approvedCode(sso, { dpop_jkt: key.jkt });
  const challenged = await form(sso, '/oauth/token', grant, { dpop: await dpop(sso, key, { jti: 'one' }) });
  const nonce = String(challenged.headers['dpop-nonce']);
  expect([challenged.statusCode, challenged.json()]).toMatchObject([400, { error: 'use_dpop_nonce' }]);
  expect(nonce).toMatch(/^[\x21\x23-\x5b\x5d-\x7e]+$/);
  const wrong = await form(sso, '/oauth/token', grant, { dpop: await dpop(sso, key, { nonce: 'guessed' }) });
  expect(wrong.json()).toMatchObject({ error: 'use_dpop_nonce' });
  const response = await form(sso, '/oauth/token', grant, { dpop: await dpop(sso, key, { nonce, jti: 'one' }) });
  expect([response.statusCode, response.headers['dpop-nonce']]).toEqual([200, nonce]);

  const { access_token } = response.json<Tokens>();
  const request = async (nonceOfProof?: string) =>
    sso.app.inject({
      url: '/oauth/userinfo',
      headers: {
        authorization: `DPoP ${access_token}`,
        dpop: await dpop(sso, key, {
          path: '/oauth/userinfo',
          method: 'GET',
          accessToken: access_token,
          ...(nonceOfProof !== undefined && { nonce: nonceOfProof }),
        }),
      },
    });
  const refused = await request();
  expect([refused.statusCode, refused.headers['www-authenticate'], refused.headers['dpop-nonce']]).toEqual([
    401,
    ['DPoP error="use_dpop_nonce", algs="EdDSA Ed25519 ES256", scope="openid"'],
    nonce,
  ]);
  expect((await request(nonce)).statusCode).toBe(200);
  sso.advance(300);
  const renewed = await request(nonce);
  expect([renewed.statusCode, renewed.headers['dpop-nonce'] === nonce]).toEqual([200, false]);
  sso.advance(300);
  expect((await request(nonce)).json()).toMatchObject({ error: 'use_dpop_nonce' });
});

test('RFC 9449 §8: a token request without a proof needs no nonce', async () => {
  const { grant } = await approvedCode(sso);
  expect((await form(sso, '/oauth/token', grant)).statusCode).toBe(200);
});

const at = (seconds: number) => new Date(Date.UTC(2026, 2, 1) + seconds * 1000);

test('RFC 9449 §8: a nonce is accepted in its period and the next, by every process with the same key', () => {
  let now = at(0);
  const key = randomBytes(32);
  const here = createDpopNonces(key, () => now);
  const there = createDpopNonces(key, () => now);
  const nonce = here.current();
  now = at(299);
  expect(there.current()).toBe(nonce);
  now = at(599);
  expect([there.current() === nonce, there.accepted().includes(nonce)]).toEqual([false, true]);
  now = at(600);
  expect(there.accepted()).not.toContain(nonce);
  expect(createDpopNonces(randomBytes(32), () => now).accepted()).not.toContain(here.current());
});
