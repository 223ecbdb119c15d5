import { afterAll, beforeAll, expect, test } from 'vitest';
import { newKey } from '../fixtures/identity.ts';
import { decode, type RunningProvider, type ParsedResponse, startProvider, tokenProof } from '../fixtures/sso.ts';

const grantType = 'urn:ietf:params:oauth:grant-type:device_code';

let provider: RunningProvider;
beforeAll(async () => {
  provider = await startProvider();
});
afterAll(() => provider.stop());

interface Device {
  readonly deviceCode: string;
  readonly userCode: string;
  readonly completeUri: string;
  readonly response: ParsedResponse;
}

const ask = (fields: Record<string, string> = {}) =>
  provider.send('POST', '/oauth/device_authorization', { form: { client_id: provider.clientId, ...fields } });
async function start(fields?: Record<string, string>): Promise<Device> {
  const response = await ask(fields);
  const { device_code, user_code, verification_uri_complete } = response.body;
  return {
    deviceCode: String(device_code),
    userCode: String(user_code),
    completeUri: String(verification_uri_complete),
    response,
  };
}
const exchange = (device_code: string, client_id = provider.clientId, headers: Record<string, string> = {}) =>
  provider.send('POST', '/oauth/token', { form: { grant_type: grantType, device_code, client_id }, headers });
const outcome = ({ status, body }: ParsedResponse) => [status, body['error']];
/** Opens an address of the pages. @returns where it leads */
const open = async (uri: string) => (await fetch(uri, { redirect: 'manual' })).headers.get('location') ?? '';
const decide = async ({ completeUri }: Device, decision: 'approve' | 'reject') =>
  provider.owner.decide(await open(completeUri), decision);

test('RFC 8628 §3.2: the response has both codes, both addresses, lifetime and interval, and is not stored', async () => {
  const { response, userCode } = await start();
  expect([response.status, response.headers.get('cache-control')]).toEqual([200, 'no-store']);
  expect(response.headers.get('content-type')).toContain('application/json');
  expect(response.body).toEqual({
    device_code: expect.stringMatching(/^[\w-]{43}$/),
    user_code: expect.any(String),
    verification_uri: `${provider.url}/device`,
    verification_uri_complete: `${provider.url}/device?user_code=${userCode}`,
    expires_in: 300,
    interval: 5,
  });
});

test('RFC 8628 §6.1: user codes differ, and have 8 letters that are hard to confuse and form no words', async () => {
  const codes = await Promise.all(Array.from({ length: 10 }, async () => (await start()).userCode));
  expect(new Set(codes).size).toBe(10);
  for (const code of codes) expect(code).toMatch(/^[BCDFGHJKLMNPQRSTVWXZ]{4}-[BCDFGHJKLMNPQRSTVWXZ]{4}$/);
});

test('RFC 8628 §3.1: device authorization accepts a form by POST only', async () => {
  const path = '/oauth/device_authorization';
  expect([404, 405]).toContain((await provider.send('GET', `${path}?client_id=${provider.clientId}`)).status);
  expect((await provider.send('POST', path, { json: { client_id: provider.clientId } })).status).toBe(415);
});

test.each<[string, Record<string, string>, string]>([
  ['an unknown client', { client_id: '0'.repeat(32) }, 'invalid_client'],
  ['no client', { client_id: '' }, 'invalid_request'],
  ['a scope without openid', { scope: 'forum:write' }, 'invalid_scope'],
  ['an unknown resource', { resource: 'https://unknown.test' }, 'invalid_target'],
])('RFC 8628 §3.1: %s is rejected with the code of RFC 6749 §5.2', async (_what, fields, error) => {
  const response = await ask(fields);
  expect(outcome(response)).toEqual([400, error]);
  expect(response.body).not.toHaveProperty('device_code');
});

test('RFC 8628 §3.3.1: verification_uri_complete leads to the approval page, and a page of the user code to the same', async () => {
  const device = await start();
  const link = await open(device.completeUri);
  expect(link).toMatch(/^http:\/\/[^/]+\/approve\/[\w-]{43}$/);
  const typed = await provider.send('POST', '/device', {
    form: { user_code: device.userCode.replace('-', '').toLowerCase() },
    headers: { origin: provider.url },
  });
  expect([typed.status, typed.headers.get('location')]).toEqual([303, link]);
});

test('RFC 8628 §3.3: /device asks for the code, and an unknown code starts nothing', async () => {
  const page = await fetch(`${provider.url}/device`);
  expect([page.status, await page.text()]).toEqual([200, expect.stringContaining('name="user_code"')]);
  const unknown = await fetch(`${provider.url}/device?user_code=BBBB-BBBB`, { redirect: 'manual' });
  expect([unknown.status, unknown.headers.get('location')]).toEqual([404, null]);
});

test('RFC 8628 §3.4, §3.5: the device waits, gets tokens after the approval, and the code works once', async () => {
  const device = await start();
  expect(outcome(await exchange(device.deviceCode))).toEqual([400, 'authorization_pending']);
  await decide(device, 'approve');
  const { status, headers, body } = await exchange(device.deviceCode);
  expect([status, headers.get('cache-control')]).toEqual([200, 'no-store']);
  expect(body).toMatchObject({ token_type: 'Bearer', refresh_token: expect.any(String), expires_in: 900 });
  expect(decode(String(body['id_token'])).claims).toMatchObject({ sub: provider.owner.sub, aud: provider.clientId });
  expect(outcome(await exchange(device.deviceCode))).toEqual([400, 'invalid_grant']);
  expect((await provider.refresh(String(body['refresh_token']))).status).toBe(200);
});

test('RFC 8628 §3.5: a second poll within the interval is slow_down, and the approval still counts', async () => {
  const device = await start();
  expect(outcome(await exchange(device.deviceCode))).toEqual([400, 'authorization_pending']);
  expect(outcome(await exchange(device.deviceCode))).toEqual([400, 'slow_down']);
  await decide(device, 'approve');
  expect((await exchange(device.deviceCode)).status).toBe(200);
});

test('RFC 8628 §3.5: after the person declined, the device gets access_denied', async () => {
  const device = await start();
  await decide(device, 'reject');
  expect(outcome(await exchange(device.deviceCode))).toEqual([400, 'access_denied']);
});

test.each([
  ['missing', undefined, 'invalid_request'],
  ['empty', '', 'invalid_request'],
  ['unknown', 'A'.repeat(43), 'invalid_grant'],
])('RFC 8628 §3.4: a device code that is %s is rejected', async (_what, device_code, error) => {
  const form = {
    grant_type: grantType,
    client_id: provider.clientId,
    ...(device_code !== undefined && { device_code }),
  };
  expect(outcome(await provider.send('POST', '/oauth/token', { form }))).toEqual([400, error]);
});

test('RFC 8628 §3.4: a device code of another client, or one that is sent as another secret, spends nothing', async () => {
  const device = await start();
  await decide(device, 'approve');
  expect(outcome(await exchange(device.deviceCode, provider.otherClientId))).toEqual([400, 'invalid_grant']);
  expect(outcome(await exchange(device.userCode))).toEqual([400, 'invalid_grant']);
  const polled = await provider.send('POST', '/oauth/poll', { json: { polling_code: device.deviceCode } });
  expect(polled.status).toBe(404);
  const { verifier } = provider.flow();
  const form = {
    grant_type: 'authorization_code',
    code: device.deviceCode,
    client_id: provider.clientId,
    code_verifier: verifier,
  };
  expect(outcome(await provider.send('POST', '/oauth/token', { form }))).toEqual([400, 'invalid_grant']);
  expect((await exchange(device.deviceCode)).status).toBe(200);
});

test('RFC 8628 §5.4: the approval link and the user code reveal no device code', async () => {
  const device = await start();
  const link = await open(device.completeUri);
  const page = await (await fetch(link)).text();
  expect([page.includes(device.deviceCode), link.includes(device.deviceCode)]).toEqual([false, false]);
});

test('RFC 9449 §5: a proof at the poll binds the tokens of a device, and a malformed proof spends nothing', async () => {
  const device = await start();
  await decide(device, 'approve');
  const refused = await exchange(device.deviceCode, undefined, { dpop: 'malformed' });
  expect(outcome(refused)).toEqual([400, 'invalid_dpop_proof']);
  const key = newKey();
  const dpop = await tokenProof(provider.url, key);
  const { body } = await exchange(device.deviceCode, undefined, { dpop });
  expect(body['token_type']).toBe('DPoP');
  expect(decode(String(body['access_token'])).claims['cnf']).toEqual({ jkt: key.jkt });
});

test('RFC 8628 §3.1: the tokens of a device have the scope that it asked for', async () => {
  const device = await start({ scope: 'openid forum:vote' });
  await decide(device, 'approve');
  const { body } = await exchange(device.deviceCode);
  expect(decode(String(body['access_token'])).claims['scope']).toBe('openid forum:vote');
});

test('RFC 8628 §4: the metadata lists the endpoint and the grant', async () => {
  const { body } = await provider.send('GET', '/.well-known/oauth-authorization-server');
  expect(body['device_authorization_endpoint']).toBe(`${provider.url}/oauth/device_authorization`);
  expect(body['grant_types_supported']).toContain(grantType);
});
