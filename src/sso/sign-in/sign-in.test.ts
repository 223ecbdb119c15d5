import { createLocalJWKSet, jwtVerify } from 'jose';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  authorize,
  clientId,
  decode,
  dpop,
  flow,
  form,
  issuer,
  poll,
  type Sso,
  startSso,
  testKey,
} from '../../../contract-tests/fixtures/sso/sso-fixture.ts';
import {
  approvedCode,
  requestUserinfo,
  decide,
  enrol,
  refresh,
  type Tokens,
} from '../../../contract-tests/fixtures/sso/owner-sign-in.ts';

let sso: Sso;
beforeAll(async () => {
  sso = await startSso();
});
afterAll(() => sso.close());

test('sso: a DPoP-bound sign-in, from authorize to userinfo and refresh', async () => {
  const key = testKey();
  const { grant, pollingCode, sub, nonce } = await approvedCode(sso, { dpop_jkt: key.jkt });
  const again = await poll(sso, pollingCode);
  expect(again.json()).toEqual({
    status: 'authorized',
    authorization_code: grant['code'],
    state: 'state-of-the-call',
    iss: issuer,
  });

  const response = await form(sso, '/oauth/token', grant, { dpop: await dpop(sso, key) });
  expect([response.statusCode, response.headers['cache-control']]).toEqual([200, 'no-store']);
  const tokens = response.json<Tokens>();
  expect({ ...tokens, access_token: '', id_token: '', refresh_token: '' }).toEqual({
    access_token: '',
    id_token: '',
    refresh_token: '',
    token_type: 'DPoP',
    expires_in: 900,
  });

  const keySet = createLocalJWKSet((await sso.app.inject('/oauth/jwks')).json());
  const expected = { issuer, algorithms: ['RS256'], currentDate: sso.now() };
  const access = await jwtVerify(tokens.access_token, keySet, { ...expected, audience: issuer, typ: 'at+jwt' });
  expect(access.payload).toMatchObject({
    sub,
    aud: [clientId, issuer],
    client_id: clientId,
    scope: 'openid',
    cnf: { jkt: key.jkt },
  });
  const id = await jwtVerify(tokens.id_token, keySet, { ...expected, audience: clientId, typ: 'JWT' });
  expect(id.payload).toMatchObject({ sub, aud: clientId, nonce, cnf: { jkt: key.jkt } });
  expect((id.payload.exp ?? 0) - (id.payload.iat ?? 0)).toBe(3600);

  expect((await requestUserinfo(sso, tokens.access_token, key)).json()).toEqual({ sub, aud: clientId });
  expect((await requestUserinfo(sso, tokens.access_token, key, 'POST')).json()).toEqual({ sub, aud: clientId });

  sso.advance(60);
  const refreshed = await refresh(sso, tokens.refresh_token, key);
  expect(refreshed.statusCode).toBe(200);
  const { claims } = decode(refreshed.json<Tokens>().id_token);
  expect(claims).toMatchObject({ sub, cnf: { jkt: key.jkt }, auth_time: id.payload['auth_time'] });
  expect(claims).not.toHaveProperty('nonce');
  expect(refreshed.json<Tokens>().refresh_token).not.toBe(tokens.refresh_token);

  const expired = await poll(sso, pollingCode);
  expect([expired.statusCode, expired.json()]).toEqual([
    409,
    { error: 'invalid_grant', error_description: 'The authorization code was redeemed before.' },
  ]);
});

test('sso: an unbound sign-in issues Bearer tokens', async () => {
  const { grant, sub } = await approvedCode(sso);
  const tokens = (await form(sso, '/oauth/token', grant)).json<Tokens>();
  expect(tokens.token_type).toBe('Bearer');
  expect(decode(tokens.access_token).claims).not.toHaveProperty('cnf');
  expect((await requestUserinfo(sso, tokens.access_token)).json()).toEqual({ sub, aud: clientId });
});

test('sso poll: pending carries Retry-After, rejected and expired carry state and iss', async () => {
  const attempt = flow();
  const { deep_link, polling_code, expired_at } = (await authorize(sso, attempt.query)).json<{
    deep_link: string;
    polling_code: string;
    expired_at: number;
  }>();
  expect(expired_at).toBe(Math.floor(sso.clock.now.getTime() / 1000) + 300);
  const pending = await poll(sso, polling_code);
  expect([pending.json(), pending.headers['retry-after']]).toEqual([{ status: 'pending' }, '5']);
  const early = await poll(sso, polling_code);
  expect([early.json(), early.headers['retry-after']]).toEqual([{ status: 'pending' }, '10']);
  const { device } = await enrol(sso);
  await decide(sso, device, deep_link, 'reject');
  expect((await poll(sso, polling_code)).json()).toEqual({ status: 'rejected', state: attempt.state, iss: issuer });

  const late = (await authorize(sso, flow().query)).json<{ polling_code: string }>();
  sso.advance(300);
  expect((await poll(sso, late.polling_code)).json()).toEqual({ status: 'expired', state: attempt.state, iss: issuer });
});

test('sso: an expired authorization code is rejected, and poll reports expired', async () => {
  const { grant, pollingCode } = await approvedCode(sso);
  sso.advance(300);
  expect((await poll(sso, pollingCode)).json()).toMatchObject({ status: 'expired' });
  const response = await form(sso, '/oauth/token', grant);
  expect([response.statusCode, response.json<{ error: string }>().error]).toEqual([400, 'invalid_grant']);
});
