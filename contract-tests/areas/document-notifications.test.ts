import { beforeAll, describe, expect, test } from 'vitest';
import { unwrap } from '../../src/typed-contract/client.ts';
import { type NotificationsApp, startNotifications } from '../fixtures/notifications.ts';
import { startReceiver } from '../fixtures/client/receiver.ts';
import { signedBy, statusWebhooks } from '../fixtures/client/status-webhooks.ts';
import { useStarted } from '../fixtures/use-started.ts';

// Requirements of area E in the interface document, over HTTP. Rules that take hours are tested with an injected clock in
// src/notifications.

const service = useStarted(startNotifications);
const backend = useStarted(startReceiver);
let app: NotificationsApp;
/** Public key that the registration of the webhook returned. */
let publicKey: string;
beforeAll(async () => {
  app = await service.app();
  const webhook = unwrap(await app.portal.setWebhook({ path: { appId: app.appId }, body: { url: backend.url } }));
  publicKey = 'publicKey' in webhook ? webhook.publicKey : '';
});

interface Sent {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Readonly<Record<string, unknown>>;
}

/** Sends a request with the API key unless `headers` contains another. */
async function request(path: string, headers: Readonly<Record<string, string>>, body?: unknown): Promise<Sent> {
  const response = await fetch(`${service.url}/api/v1/notifications/${path}`, {
    headers: { 'content-type': 'application/json', 'x-platform-notifications-key': app.key, ...headers },
    ...(body !== undefined && { method: 'POST', body: JSON.stringify(body) }),
  });
  return { status: response.status, headers: response.headers, body: await response.json() };
}
const send = (body: unknown, headers = {}) => request('send', headers, body);
const consentOf = (sessionAddress: string, headers = {}) =>
  request(`consent?sessionAddress=${sessionAddress}`, headers);
let count = 0;
const fresh = (): string => `Text ${++count}`;
const allowed = async (): Promise<string> => (await service.recipient(app.appId)).sub;

const outcome = (notificationId: unknown) =>
  expect.poll(() => statusWebhooks(backend).statusesOf(notificationId), { interval: 50 });

describe('send request fields', () => {
  test('notifications send: sessionAddress is required, at most 64 characters [E2, E87]', async () => {
    const body = fresh();
    for (const sessionAddress of [undefined, 7, '', 'a'.repeat(65)])
      expect(await send({ sessionAddress, body })).toMatchObject({ status: 400, body: { code: 1001 } });
    expect((await send({ sessionAddress: 'a'.repeat(64), body })).status).toBe(404);
  });
  test('notifications send: body is required, 1 to 178 characters [E3, E88]', async () => {
    const sessionAddress = await allowed();
    for (const body of [undefined, null, '']) expect((await send({ sessionAddress, body })).body['code']).toBe(1001);
    expect(await send({ sessionAddress, body: '𝕏'.repeat(179) })).toMatchObject({ status: 413, body: { code: 413 } });
    expect((await send({ sessionAddress, body: '𝕏'.repeat(178) })).status).toBe(202);
  });
  test('notifications send: startParam is optional, at most 256 UTF-8 bytes [E4, E89]', async () => {
    const sessionAddress = await allowed();
    const one = { sessionAddress, body: fresh() };
    const tooLong = await send({ ...one, startParam: `${'é'.repeat(128)}a` });
    expect(tooLong).toMatchObject({ status: 413, body: { code: 413 } });
    expect((await send({ ...one, startParam: 'é'.repeat(128) })).status).toBe(202);
  });
  test('notifications send: test is an optional string that names a scenario [E5]', async () => {
    expect((await send({ sessionAddress: 'anybody', body: fresh(), test: 7 })).body['code']).toBe(1001);
    expect((await send({ sessionAddress: 'anybody', body: fresh(), test: 'delivered' })).status).toBe(202);
  });
  test('notifications send: the response has notificationId (ntf_<id>, or ntf_test_<id> for test sends) and status queued [E6, E20]', async () => {
    const real = await send({ sessionAddress: await allowed(), body: fresh() });
    expect(real.body).toEqual({ notificationId: expect.stringMatching(/^ntf_(?!test_)\w+$/), status: 'queued' });
    const testSend = await send({ sessionAddress: 'anybody', body: fresh(), test: 'delivered' });
    expect(testSend.body).toEqual({ notificationId: expect.stringMatching(/^ntf_test_\w+$/), status: 'queued' });
  });
});

describe('send rules', () => {
  test('notifications send: any Authorization header gets 401, because the API key is the only credential [E22]', async () => {
    const body = { sessionAddress: await allowed(), body: fresh() };
    for (const authorization of [`Bearer ${app.key}`, 'Basic eDp5', `DPoP ${await service.issuer.token()}`])
      expect(await send(body, { authorization })).toMatchObject({ status: 401, body: { code: 401 } });
    expect((await send(body)).status).toBe(202);
  });
  test('notifications send: consent given to another app does not count [E23]', async () => {
    const other = await service.app();
    const { sub } = await service.recipient(other.appId);
    expect((await send({ sessionAddress: sub, body: fresh() })).status).toBe(404);
  });
  test('notifications send: no recorded consent gets 404 with code 1005 [E24, E82]', async () => {
    const response = await send({ sessionAddress: 'nobody', body: fresh() });
    expect(response).toMatchObject({ status: 404, body: { code: 1005 } });
  });
  test('notifications send: denied consent gets 403 with code 1004 [E25, E81]', async () => {
    const { sub, host } = await service.recipient(app.appId);
    unwrap(await host.setConsent({ path: { appId: app.appId }, body: { status: 'denied' } }));
    expect(await send({ sessionAddress: sub, body: fresh() })).toMatchObject({ status: 403, body: { code: 1004 } });
  });
  test('notifications send: an identical body to the same user within 24 hours gets 400 with code 1002 [E26, E79]', async () => {
    const one = { sessionAddress: await allowed(), body: fresh() };
    expect((await send(one)).status).toBe(202);
    expect(await send(one)).toMatchObject({ status: 400, body: { code: 1002 } });
  });
  test('notifications send: the same Idempotency-Key and payload replay the original notificationId without a second push [E27]', async () => {
    const one = { sessionAddress: await allowed(), body: fresh() };
    const first = await send(one, { 'idempotency-key': 'replayed' });
    expect(await send(one, { 'idempotency-key': 'replayed' })).toMatchObject({ status: 202, body: first.body });
    await outcome(first.body['notificationId']).toEqual(['dropped_device_unreachable']);
  });
  test('notifications send: the same Idempotency-Key with a different payload gets 409 with code 1003 [E28, E83]', async () => {
    const one = { sessionAddress: await allowed(), body: fresh() };
    await send(one, { 'idempotency-key': 'conflict' });
    const conflict = await send({ ...one, body: fresh() }, { 'idempotency-key': 'conflict' });
    expect(conflict).toMatchObject({ status: 409, body: { code: 1003 } });
  });
  test('notifications send: failed sends do not consume the send quota [E29]', async () => {
    const sessionAddress = await allowed();
    for (let attempt = 0; attempt < 5; attempt += 1)
      expect((await send({ sessionAddress, body: 'x'.repeat(179) })).status).toBe(413);
    expect((await send({ sessionAddress, body: fresh() })).status).toBe(202);
  });
  test('notifications consent: the status of an unknown user is prompt, not 404 [E7, E30]', async () => {
    const expected = { status: 200, body: { sessionAddress: 'nobody', status: 'prompt' } };
    expect(await consentOf('nobody')).toMatchObject(expected);
  });
  test('notifications consent: the response has sessionAddress and status granted or denied [E7, E12, E21]', async () => {
    const { sub, host } = await service.recipient(app.appId);
    expect((await consentOf(sub)).body).toEqual({ sessionAddress: sub, status: 'granted' });
    unwrap(await host.setConsent({ path: { appId: app.appId }, body: { status: 'denied' } }));
    expect((await consentOf(sub)).body).toEqual({ sessionAddress: sub, status: 'denied' });
  });
  test('notifications consent: it requires a valid X-Platform-Notifications-Key and no Authorization header [E73]', async () => {
    expect((await consentOf('nobody', { authorization: 'Bearer x' })).status).toBe(401);
    expect((await consentOf('nobody', { 'x-platform-notifications-key': `ank_${'0'.repeat(26)}` })).status).toBe(401);
  });
});

describe('errors: every error body is {code, message, details?}', () => {
  const expectError = ({ status, body }: Sent, http: number, code: number) => {
    expect([status, body['code']]).toEqual([http, code]);
    expect(body['message']).toEqual(expect.any(String));
    expect(Object.keys(body).filter((name) => !['code', 'message', 'details'].includes(name))).toEqual([]);
  };
  test('notifications errors: an invalid payload gets 400 with code 1001 [E78]', async () =>
    expectError(await send({ surprise: true }), 400, 1001));
  test('notifications errors: an invalid key or an Authorization header gets 401 with code 401 [E80]', async () => {
    expectError(await send({}, { 'x-platform-notifications-key': 'wrong' }), 401, 401);
    expectError(await send({}, { authorization: 'Bearer x' }), 401, 401);
  });
  test('notifications errors: a body over 178 characters or a startParam over 256 bytes gets 413 with code 413 [E84]', async () => {
    const sessionAddress = await allowed();
    expectError(await send({ sessionAddress, body: 'x'.repeat(179) }), 413, 413);
    expectError(await send({ sessionAddress, body: 'x', startParam: 'x'.repeat(257) }), 413, 413);
  });
  test('notifications errors: an exceeded send rate gets 429 with details.retryAfterSeconds [E85]', async () => {
    const sessionAddress = await allowed();
    await send({ sessionAddress, body: fresh() });
    const refused = await send({ sessionAddress, body: fresh() });
    expectError(refused, 429, 429);
    const { retryAfterSeconds } = refused.body['details'] as { readonly retryAfterSeconds: number };
    expect(retryAfterSeconds).toBeGreaterThan(3500);
    expect(retryAfterSeconds).toBeLessThanOrEqual(3600);
    expect(refused.headers.get('retry-after')).toBe(String(retryAfterSeconds));
  });
  test('notifications errors: only a 429 has details.retryAfterSeconds [E10]', async () => {
    for (const refused of [await send({}), await send({ sessionAddress: 'nobody', body: fresh() })])
      expect(JSON.stringify(refused.body)).not.toContain('retryAfterSeconds');
  });
  test('notifications errors: an unknown path gets the same error format [E10, E77]', async () => {
    const response = await fetch(`${service.url}/api/v1/nowhere`);
    expectError({ status: response.status, headers: response.headers, body: await response.json() }, 404, 404);
  });
});

describe('test mode', () => {
  const sendTest = (scenario: string) => send({ sessionAddress: 'anybody', body: 'Test notification', test: scenario });

  test.each([
    ['delivered emits the webhook delivered [E62]', 'delivered', ['delivered']],
    ['clicked emits the webhooks delivered, then clicked [E63]', 'clicked', ['delivered', 'clicked']],
    ['suppressed_user_in_app emits that webhook [E64]', 'suppressed_user_in_app', ['suppressed_user_in_app']],
    [
      'dropped_permission_revoked emits that webhook [E65]',
      'dropped_permission_revoked',
      ['dropped_permission_revoked'],
    ],
    [
      'dropped_device_unreachable emits that webhook [E66]',
      'dropped_device_unreachable',
      ['dropped_device_unreachable'],
    ],
  ])('notifications test mode: scenario %s', async (_row, scenario, expected) => {
    const { status, body } = await sendTest(scenario);
    expect(status).toBe(202);
    await outcome(body['notificationId']).toEqual(expected);
  });
  test.each([
    ['error:permission_denied', 'gets 403 with code 1004 and emits no webhook [E67]', 403, 1004],
    ['error:duplicate_body', 'gets 400 with code 1002 [E68]', 400, 1002],
    ['error:rate_limited', 'gets 429 with retryAfterSeconds [E69]', 429, 429],
    ['error:session_address_not_found', 'gets 404 with code 1005 [E70]', 404, 1005],
    ['error:unknown', 'gets 500 [E71, E86]', 500, 500],
  ])('notifications test mode: scenario %s %s', async (scenario, _effect, http, code) => {
    const before = backend.received.length;
    const { status, body } = await sendTest(scenario);
    expect([status, body['code']]).toEqual([http, code]);
    if (http === 429) expect(body['details']).toMatchObject({ retryAfterSeconds: expect.any(Number) });
    expect(backend.received.length).toBe(before);
  });
  test('notifications test mode: test sends skip consent, rate and duplicate checks, and emit signed webhooks with test true [E61]', async () => {
    const sends = [await sendTest('delivered'), await sendTest('delivered'), await sendTest('delivered')];
    expect(sends.map(({ status }) => status)).toEqual([202, 202, 202]);
    for (const { body } of sends) {
      await outcome(body['notificationId']).toEqual(['delivered']);
      const [event] = statusWebhooks(backend).webhooksOf(body['notificationId']);
      expect(JSON.parse(String(event?.body))).toMatchObject({ test: true });
      expect(event && signedBy(publicKey, event)).toBe(true);
    }
  });
  test('notifications test mode: an unknown scenario is a real send and is not rejected [E72]', async () => {
    const { status, body } = await send({ sessionAddress: await allowed(), body: fresh(), test: 'error:novel' });
    expect([status, body['notificationId']]).toEqual([202, expect.stringMatching(/^ntf_(?!test_)/)]);
  });
});

describe('status webhook', () => {
  const oneEvent = async () => {
    const { body } = await send({ sessionAddress: await allowed(), body: fresh() });
    await outcome(body['notificationId']).toHaveLength(1);
    const [event] = statusWebhooks(backend).webhooksOf(body['notificationId']);
    if (event === undefined) throw new Error('No event came.');
    return { event, payload: JSON.parse(event.body.toString()) as Record<string, unknown>, sent: body };
  };

  test('status webhook: it is a POST with a JSON body [E39]', async () => {
    const { event } = await oneEvent();
    expect(event.headers['content-type']).toContain('application/json');
  });
  test('status webhook: the payload has exactly notificationId, status, sessionAddress, test and timestamp [E40, E41, E42, E43, E44]', async () => {
    const { payload, sent } = await oneEvent();
    expect(Object.keys(payload).sort()).toEqual(['notificationId', 'sessionAddress', 'status', 'test', 'timestamp']);
    expect(payload).toMatchObject({ notificationId: sent['notificationId'], test: false });
    expect(Number.isNaN(Date.parse(String(payload['timestamp'])))).toBe(false);
  });
  test('status webhook: X-Platform-Signature is lowercase hex and X-Platform-Timestamp is Unix seconds [E45, E74]', async () => {
    const { headers } = (await oneEvent()).event;
    expect(headers['x-platform-signature']).toMatch(/^[0-9a-f]{128}$/);
    expect(headers['x-platform-timestamp']).toMatch(/^\d{10}$/);
  });
  test('status webhook: the signature covers the X-Platform-Timestamp value, a dot and the raw body [E46]', async () => {
    const { event } = await oneEvent();
    expect(signedBy(publicKey, event)).toBe(true);
    expect(signedBy(publicKey, { ...event, body: Buffer.concat([event.body, Buffer.from(' ')]) })).toBe(false);
  });
  test('status webhook: a real notification has exactly one outcome webhook [E14, E59]', async () => {
    const { payload } = await oneEvent();
    expect(payload['status']).toBe('dropped_device_unreachable');
    expect(statusWebhooks(backend).statusesOf(payload['notificationId'])).toHaveLength(1);
  });
  test('status webhook: after a rotation the new key pair signs at once [E9, E60]', async () => {
    const path = { appId: app.appId };
    const rotated = unwrap(await app.portal.rotateWebhookKey({ path }));
    expect(rotated).toMatchObject({ previousPublicKey: publicKey, publicKey: expect.stringMatching(/^[0-9a-f]{64}$/) });
    const { event } = await oneEvent();
    expect([signedBy(rotated.publicKey, event), signedBy(publicKey, event)]).toEqual([true, false]);
    ({ publicKey } = rotated);
  });
  test('status webhook: the public key is not returned after creation and rotation [E38]', async () => {
    const shown = unwrap(await app.portal.getWebhook({ path: { appId: app.appId } }));
    expect(JSON.stringify(shown)).not.toContain(publicKey);
  });
  test('status webhook: a URL that is not public HTTPS or exceeds 2048 characters is refused [E37, E95]', async () => {
    const path = { appId: app.appId };
    const long = `https://hooks.example.com/${'a'.repeat(2048)}`;
    for (const url of ['http://93.184.216.34/', 'https://10.0.0.1/', 'https://[::1]/', 'https://169.254.1.1/', long])
      expect((await app.portal.setWebhook({ path, body: { url } })).status, url).toBe(400);
  });
});

describe('API key', () => {
  test('notifications API key: it has the prefix ank_ and 26 characters [E8, E75]', () => {
    expect(app.key).toMatch(/^ank_[0-9A-Za-z]{26}$/);
  });
  test('notifications API key: it is returned once, a new key works at once, and the old one keeps working 7 days [E76]', async () => {
    const one = await service.app();
    const path = { appId: one.appId };
    const { key } = unwrap(await one.portal.createApiKey({ path }));
    for (const current of [key, one.key])
      expect((await consentOf('nobody', { 'x-platform-notifications-key': current })).status).toBe(200);
    const listed = unwrap(await one.portal.listApiKeys({ path }));
    expect(JSON.stringify(listed)).not.toContain(one.key);
    const [expiry = ''] = listed.keys.flatMap(({ expiresAt }) => (expiresAt === null ? [] : [expiresAt]));
    expect(Math.abs(Date.parse(expiry) - Date.now() - 7 * 86_400_000)).toBeLessThan(120_000);
  });
});

test('notifications: paths without the prefix /api/v1/ do not exist [E98]', async () => {
  const response = await fetch(`${service.url}/api/notifications/consent?sessionAddress=nobody`);
  expect(response.status).toBe(404);
});
