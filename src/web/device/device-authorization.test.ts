import { expect, test } from 'vitest';
import { signInBrowser } from '../../../contract-tests/fixtures/sso/browser.ts';
import {
  adminKey,
  clientId,
  dpop,
  form,
  issuer,
  otherClientId,
  poll,
  startSso,
} from '../../../contract-tests/fixtures/sso/sso-fixture.ts';
import { sendAsDevice, decide, enrol } from '../../../contract-tests/fixtures/sso/owner-sign-in.ts';
import { useStarted } from '../../../contract-tests/fixtures/use-started.ts';
import { createApprovalReadModel } from '../../sso/sign-in/approval-read-model.ts';
import type { SsoDependencies } from '../../sso/context.ts';
import { createDeviceReadModel } from '../../sso/sign-in/device-authorization.ts';
import { registerApprovalPages } from '../approval/register-approval-pages.ts';
import { registerDevicePages } from './device-pages.ts';
import { decode, newKey } from '../../../contract-tests/fixtures/protocol/keys.ts';

const pages: SsoDependencies['pages'] = (app, context) =>
  registerApprovalPages(app, createApprovalReadModel(context), issuer, 'open', [], (instance, send) =>
    registerDevicePages(instance, createDeviceReadModel(context), { baseUrl: issuer, send }),
  );

const sso = useStarted(() => startSso({ pages }));

interface Started {
  readonly device_code: string;
  readonly user_code: string;
  readonly verification_uri: string;
  readonly verification_uri_complete: string;
  readonly expires_in: number;
  readonly interval: number;
}

const request = (fields: Record<string, string> = {}, headers: Record<string, string> = {}) =>
  form(sso, '/oauth/device_authorization', { client_id: clientId, ...fields }, headers);
const start = async (fields?: Record<string, string>) => (await request(fields)).json<Started>();
const grantType = 'urn:ietf:params:oauth:grant-type:device_code';
const exchange = (device_code: string, client = clientId, headers: Record<string, string> = {}) =>
  form(sso, '/oauth/token', { grant_type: grantType, device_code, client_id: client }, headers);
const outcome = (response: Awaited<ReturnType<typeof form>>) => [
  response.statusCode,
  response.json<{ error?: string }>().error,
];
/** Loads `verification_uri_complete`. @returns the deep link */
const complete = async (uri: string) => String((await sso.app.inject(uri.replace(issuer, ''))).headers.location);
const typeCode = (user_code: string, origin = issuer) => form(sso, '/device', { user_code }, { origin });

test('RFC 8628 §3.2: createDeviceAuthorization responds with codes, addresses, lifetime and interval', async () => {
  const response = await request();
  expect(response.statusCode).toBe(200);
  expect(response.headers['cache-control']).toBe('no-store');
  const started = response.json<Started>();
  expect(started).toEqual({
    device_code: expect.stringMatching(/^[A-Za-z0-9_-]{43}$/),
    user_code: expect.stringMatching(/^[BCDFGHJKLMNPQRSTVWXZ]{4}-[BCDFGHJKLMNPQRSTVWXZ]{4}$/),
    verification_uri: `${issuer}/device`,
    verification_uri_complete: `${issuer}/device?user_code=${started.user_code}`,
    expires_in: 300,
    interval: 5,
  });
  const rows = await sso.db.selectFrom('sso.device_codes').selectAll().execute();
  expect(JSON.stringify(rows)).not.toContain(started.device_code);
});

test('RFC 8628 §3.3.1: verification_uri_complete leads to the approval page, and approval gives tokens once', async () => {
  const { device_code, verification_uri_complete } = await start({ scope: 'openid forum:vote' });
  expect(outcome(await exchange(device_code))).toEqual([400, 'authorization_pending']);
  const link = await complete(verification_uri_complete);
  expect(link).not.toContain(device_code);
  expect(link).toMatch(/^http:\/\/localhost:4001\/approve\/[A-Za-z0-9_-]{43}$/);
  const { device, sub } = await enrol(sso);
  await decide(sso, device, link, 'approve');
  const response = await exchange(device_code);
  expect(response.json()).toMatchObject({ token_type: 'Bearer', refresh_token: expect.any(String) });
  const { access_token, id_token } = response.json<{ access_token: string; id_token: string }>();
  expect(decode(access_token).claims).toMatchObject({ scope: 'openid forum:vote' });
  expect(decode(id_token).claims).toMatchObject({ sub, aud: clientId });
  expect(outcome(await exchange(device_code))).toEqual([400, 'invalid_grant']);
});

test('RFC 8628 §3.5: a device that polls too fast gets slow_down, and its interval grows by 5 seconds', async () => {
  const { device_code } = await start();
  expect(outcome(await exchange(device_code))[1]).toBe('authorization_pending');
  sso.advance(4);
  expect(outcome(await exchange(device_code))[1]).toBe('slow_down');
  sso.advance(9);
  expect(outcome(await exchange(device_code))[1]).toBe('slow_down');
  sso.advance(15);
  expect(outcome(await exchange(device_code))[1]).toBe('authorization_pending');
});

test('RFC 8628 §3.5: an expired device code is expired_token, a rejected one access_denied', async () => {
  const expired = await start();
  const rejected = await start();
  const link = await complete(rejected.verification_uri_complete);
  await decide(sso, (await enrol(sso)).device, link, 'reject');
  expect(outcome(await exchange(rejected.device_code))).toEqual([400, 'access_denied']);
  sso.advance(301);
  expect(outcome(await exchange(expired.device_code))).toEqual([400, 'expired_token']);
  expect((await sso.app.inject(expired.verification_uri_complete.replace(issuer, ''))).statusCode).toBe(404);
});

test('RFC 8628 §3.4: a device code works for its own client only, and a request of another client does not consume it', async () => {
  const { device_code, user_code, verification_uri_complete } = await start();
  await decide(sso, (await enrol(sso)).device, await complete(verification_uri_complete), 'approve');
  expect(outcome(await exchange(device_code, otherClientId))).toEqual([400, 'invalid_grant']);
  for (const other of ['unknown', user_code]) expect(outcome(await exchange(other))).toEqual([400, 'invalid_grant']);
  const asCode = { grant_type: 'authorization_code', code: device_code, client_id: clientId, code_verifier: 'v' };
  expect(outcome(await form(sso, '/oauth/token', asCode))).toEqual([400, 'invalid_grant']);
  expect((await poll(sso, device_code)).statusCode).toBe(404);
  expect((await exchange(device_code)).statusCode).toBe(200);
});

test('RFC 9449 §5: a proof binds the tokens of a device, and a malformed proof does not consume the device code', async () => {
  const { device_code, verification_uri_complete } = await start();
  await decide(sso, (await enrol(sso)).device, await complete(verification_uri_complete), 'approve');
  expect(outcome(await exchange(device_code, clientId, { dpop: 'malformed' }))).toEqual([400, 'invalid_dpop_proof']);
  const key = newKey();
  const bound = await exchange(device_code, clientId, { dpop: await dpop(sso, key) });
  expect(bound.json()).toMatchObject({ token_type: 'DPoP' });
  expect(decode(bound.json<{ access_token: string }>().access_token).claims['cnf']).toEqual({ jkt: key.jkt });
});

test('RFC 8628 §3.4: of concurrent exchanges of one device code exactly one succeeds', async () => {
  const { device_code, verification_uri_complete } = await start();
  await decide(sso, (await enrol(sso)).device, await complete(verification_uri_complete), 'approve');
  const all = await Promise.all(Array.from({ length: 6 }, () => exchange(device_code)));
  expect(all.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1);
  expect(all.filter(({ statusCode }) => statusCode === 400)).toHaveLength(5);
});

test('RFC 8628 §3.1: confidential clients authenticate', async () => {
  const created = await sso.app.inject({
    method: 'POST',
    url: '/api/v1/providers',
    headers: { authorization: `Bearer ${adminKey}` },
    payload: { name: 'Television', tokenEndpointAuthMethod: 'client_secret_post' },
  });
  const { providerAddress, clientSecret } = created.json<{ providerAddress: string; clientSecret: string }>();
  const client = { client_id: providerAddress };
  expect(outcome(await request(client))).toEqual([401, 'invalid_client']);
  expect(outcome(await request({ ...client, client_secret: 'wrong' }))).toEqual([401, 'invalid_client']);
  const started = await request({ ...client, client_secret: clientSecret });
  expect(started.statusCode).toBe(200);
  expect(outcome(await exchange(started.json<Started>().device_code, providerAddress))).toEqual([
    401,
    'invalid_client',
  ]);
});

test.each<[string, Record<string, string>, [number, string]]>([
  ['an unknown client', { client_id: '0'.repeat(32) }, [400, 'invalid_client']],
  ['an empty client_id', { client_id: '' }, [400, 'invalid_request']],
  ['a scope without openid', { scope: 'profile' }, [400, 'invalid_scope']],
  ['an unknown resource', { resource: 'https://unknown.test' }, [400, 'invalid_target']],
  ['an oversized scope', { scope: `openid ${'x'.repeat(600)}` }, [400, 'invalid_scope']],
])('RFC 8628 §3.1: %s is rejected', async (_, fields, expected) => {
  expect(outcome(await request(fields))).toEqual(expected);
});

test('RFC 6749 §3.2: a repeated parameter of device authorization is rejected, an unknown one ignored', async () => {
  const headers = { 'content-type': 'application/x-www-form-urlencoded' };
  const payload = `client_id=${clientId}&client_id=${clientId}`;
  const twice = await sso.app.inject({ method: 'POST', url: '/oauth/device_authorization', headers, payload });
  expect(outcome(twice)).toEqual([400, 'invalid_request']);
  expect((await request({ unknown: 'x' })).statusCode).toBe(200);
  expect(outcome(await form(sso, '/oauth/token', { grant_type: grantType, client_id: clientId }))).toEqual([
    400,
    'invalid_request',
  ]);
});

test('sso: an origin that is not registered cannot start a device authorization', async () => {
  expect(outcome(await request({}, { origin: 'https://elsewhere.test' }))).toEqual([403, 'access_denied']);
});

test('RFC 8628 §6.1: a user code is read in any case, with spaces or without a hyphen', async () => {
  const { user_code } = await start();
  for (const typed of [
    user_code,
    user_code.toLowerCase(),
    user_code.replace('-', ' '),
    ` ${user_code.replace('-', '')} `,
  ]) {
    const response = await typeCode(typed);
    expect([typed, response.statusCode]).toEqual([typed, 303]);
  }
  for (const typed of ['', 'WDJB', 'AAAA-AAAA', '<script>', 'x'.repeat(5000)])
    expect((await typeCode(typed)).statusCode).toBe(404);
});

test('sso: a page of another site cannot submit a user code', async () => {
  const { user_code } = await start();
  const response = await typeCode(user_code, 'https://evil.test');
  expect([response.statusCode, response.headers['set-cookie']]).toEqual([403, undefined]);
});

test('RFC 8628 §3.3: after typing the user code the person compares no code, after opening the link with it they do', async () => {
  const browser = await signInBrowser(sso);
  const { user_code, verification_uri_complete } = await start();
  const link = await complete(verification_uri_complete);
  const path = `requests/${link.split('/').at(-1)}`;
  const picked = await browser.send('GET', path);
  expect(picked.json()).toMatchObject({
    comparison: 'required',
    comparisonChoices: expect.arrayContaining([user_code]),
    comparisonCode: null,
  });
  expect(picked.json<{ comparisonChoices: string[] }>().comparisonChoices).toHaveLength(3);

  const typed = await typeCode(user_code);
  expect(typed.headers.location).toBe(link);
  const [cookie = ''] = String(typed.headers['set-cookie']).split(';');
  const free = await browser.send('GET', path, undefined, cookie);
  expect(free.json()).toMatchObject({ comparison: 'none', comparisonChoices: [] });
  const forged = await browser.send('GET', path, undefined, `${cookie.split('=')[0]}=forged`);
  expect(forged.json()).toMatchObject({ comparison: 'required' });
});

test('RFC 8628 §5.4: a wrong picked code rejects the request of the device', async () => {
  const { device_code, verification_uri_complete } = await start();
  const link = await complete(verification_uri_complete);
  const { device } = await enrol(sso);
  const decided = await sendAsDevice(sso, device, 'POST', `/api/v1/owner/requests/${link.split('/').at(-1)}/decision`, {
    decision: 'approve',
    clientId,
    dpopJkt: null,
    comparisonCode: 'BBBB-BBBB',
  });
  expect(outcome(decided)).toEqual([409, 'comparison_failed']);
  expect(outcome(await exchange(device_code))[1]).toBe('access_denied');
});

test('RFC 8628 §5.1: guessing user codes is limited, also for a right guess', async () => {
  const limited = await startSso({ pages, limits: 'on' });
  try {
    const { verification_uri_complete } = (
      await form(limited, '/oauth/device_authorization', { client_id: clientId })
    ).json<Started>();
    const path = verification_uri_complete.replace(issuer, '');
    for (let guess = 0; guess < 10; guess++)
      expect((await limited.app.inject('/device?user_code=BBBBBBBB')).statusCode).toBe(404);
    expect((await limited.app.inject(path)).statusCode).toBe(429);
    limited.advance(61);
    expect((await limited.app.inject(path)).statusCode).toBe(303);
  } finally {
    await limited.close();
  }
});

test('RFC 8628 §4: discovery lists the endpoint and the grant', async () => {
  expect((await sso.app.inject('/.well-known/oauth-authorization-server')).json()).toMatchObject({
    device_authorization_endpoint: `${issuer}/oauth/device_authorization`,
    grant_types_supported: expect.arrayContaining([grantType]),
  });
});

test('sso: /device shows a form without script', async () => {
  const page = await sso.app.inject('/device');
  expect([page.statusCode, page.body]).toEqual([200, expect.stringContaining('name="user_code"')]);
  expect(page.headers['content-security-policy']).toContain("form-action 'self'");
});
