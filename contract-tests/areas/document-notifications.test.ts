import { createPublicKey, verify } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { unwrap } from '../../src/typed-contract/client.ts';
import { type NotificationsApp, type RunningNotifications, startNotifications } from '../fixtures/notifications.ts';
import { type ReceivedRequest, type Receiver, startReceiver } from '../fixtures/client/receiver.ts';

// Titled by rows and sentences of the interface document, area E. What takes hours (windows, backoff, grace) is proven
// with a clock to move in src/notifications.

let service: RunningNotifications;
let backend: Receiver;
let app: NotificationsApp;
/** As the portal showed it when the webhook was registered. */
let publicKey: string;
beforeAll(async () => {
  service = await startNotifications();
  backend = await startReceiver();
  app = await service.app();
  const webhook = unwrap(await app.portal.setWebhook({ path: { appId: app.appId }, body: { url: backend.url } }));
  publicKey = 'publicKey' in webhook ? webhook.publicKey : '';
});
afterAll(async () => {
  await service.stop();
  await backend.close();
});

interface Sent {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Readonly<Record<string, unknown>>;
}

/** One request as it is. */
async function send(body: unknown, headers: Readonly<Record<string, string>> = {}): Promise<Sent> {
  const answer = await fetch(`${service.url}/api/v1/notifications/send`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-platform-notifications-key': app.key, ...headers },
    body: JSON.stringify(body),
  });
  return { status: answer.status, headers: answer.headers, body: await answer.json() };
}
async function consentOf(sessionAddress: string, headers: Readonly<Record<string, string>> = {}): Promise<Sent> {
  const answer = await fetch(`${service.url}/api/v1/notifications/consent?sessionAddress=${sessionAddress}`, {
    headers: { 'x-platform-notifications-key': app.key, ...headers },
  });
  return { status: answer.status, headers: answer.headers, body: await answer.json() };
}
let count = 0;
const fresh = (): string => `Text ${++count}`;
const allowed = async (): Promise<string> => (await service.recipient(app.appId)).sub;

const events = (notificationId: unknown): readonly ReceivedRequest[] =>
  backend.received.filter(({ body }) => JSON.parse(body.toString()).notificationId === notificationId);
const statuses = (notificationId: unknown): readonly string[] =>
  events(notificationId).map(({ body }) => JSON.parse(body.toString()).status);
const outcome = (notificationId: unknown) => expect.poll(() => statuses(notificationId), { interval: 50 });

function signedBy(key: string, { headers, body }: ReceivedRequest): boolean {
  const x = Buffer.from(key, 'hex').toString('base64url');
  const input = `${String(headers['x-platform-timestamp'])}.${body.toString('utf8')}`;
  return verify(
    null,
    Buffer.from(input),
    createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' }),
    Buffer.from(String(headers['x-platform-signature']), 'hex'),
  );
}

describe('send request fields', () => {
  test('sessionAddress | string | yes | recipient, at most 64 characters', async () => {
    const body = fresh();
    for (const sessionAddress of [undefined, 7, '', 'a'.repeat(65)])
      expect(await send({ sessionAddress, body })).toMatchObject({ status: 400, body: { code: 1001 } });
    expect((await send({ sessionAddress: 'a'.repeat(64), body })).status).toBe(404);
  });
  test('body | string | yes | 1 to 178 characters', async () => {
    const sessionAddress = await allowed();
    for (const body of [undefined, null, '']) expect((await send({ sessionAddress, body })).body['code']).toBe(1001);
    expect(await send({ sessionAddress, body: '𝕏'.repeat(179) })).toMatchObject({ status: 413, body: { code: 413 } });
    expect((await send({ sessionAddress, body: '𝕏'.repeat(178) })).status).toBe(202);
  });
  test('startParam | string | no | deep-link payload, at most 256 UTF-8 bytes', async () => {
    const sessionAddress = await allowed();
    const one = { sessionAddress, body: fresh() };
    expect(await send({ ...one, startParam: `${'é'.repeat(128)}a` })).toMatchObject({
      status: 413,
      body: { code: 413 },
    });
    expect((await send({ ...one, startParam: 'é'.repeat(128) })).status).toBe(202);
  });
  test('test | string | no | test scenario, see Events', async () => {
    expect((await send({ sessionAddress: 'anybody', body: fresh(), test: 7 })).body['code']).toBe(1001);
    expect((await send({ sessionAddress: 'anybody', body: fresh(), test: 'delivered' })).status).toBe(202);
  });
  test('notificationId (string, ntf_<id> for real sends, ntf_test_<id> for test sends), status (always the string queued).', async () => {
    const real = await send({ sessionAddress: await allowed(), body: fresh() });
    expect(real.body).toEqual({ notificationId: expect.stringMatching(/^ntf_(?!test_)\w+$/), status: 'queued' });
    const rehearsed = await send({ sessionAddress: 'anybody', body: fresh(), test: 'delivered' });
    expect(rehearsed.body).toEqual({ notificationId: expect.stringMatching(/^ntf_test_\w+$/), status: 'queued' });
  });
});

describe('send rules', () => {
  test('A request carrying any Authorization header is rejected with 401; the API key is the only accepted credential.', async () => {
    const body = { sessionAddress: await allowed(), body: fresh() };
    for (const authorization of [`Bearer ${app.key}`, 'Basic eDp5', `DPoP ${await service.issuer.token()}`])
      expect(await send(body, { authorization })).toMatchObject({ status: 401, body: { code: 401 } });
    expect((await send(body)).status).toBe(202);
  });
  test('A send needs consent granted for the pair (sessionAddress, app).', async () => {
    const other = await service.app();
    const { sub } = await service.recipient(other.appId);
    expect((await send({ sessionAddress: sub, body: fresh() })).status).toBe(404);
  });
  test('No record: 404 code 1005.', async () => {
    expect(await send({ sessionAddress: 'nobody', body: fresh() })).toMatchObject({
      status: 404,
      body: { code: 1005 },
    });
  });
  test('Recorded but denied: 403 code 1004.', async () => {
    const { sub, host } = await service.recipient(app.appId);
    unwrap(await host.setConsent({ path: { appId: app.appId }, body: { status: 'denied' } }));
    expect(await send({ sessionAddress: sub, body: fresh() })).toMatchObject({ status: 403, body: { code: 1004 } });
  });
  test('An identical body to the same user within 24 hours: 400 code 1002.', async () => {
    const one = { sessionAddress: await allowed(), body: fresh() };
    expect((await send(one)).status).toBe(202);
    expect(await send(one)).toMatchObject({ status: 400, body: { code: 1002 } });
  });
  test('Idempotency-Key is scoped to (app, key) for 24 hours: same key and same payload gives 202 replaying the original notificationId with no second push', async () => {
    const one = { sessionAddress: await allowed(), body: fresh() };
    const first = await send(one, { 'idempotency-key': 'replayed' });
    expect(await send(one, { 'idempotency-key': 'replayed' })).toMatchObject({ status: 202, body: first.body });
    await outcome(first.body['notificationId']).toEqual(['dropped_device_unreachable']);
  });
  test('same key and different payload gives 409 code 1003.', async () => {
    const one = { sessionAddress: await allowed(), body: fresh() };
    await send(one, { 'idempotency-key': 'conflict' });
    expect(await send({ ...one, body: fresh() }, { 'idempotency-key': 'conflict' })).toMatchObject({
      status: 409,
      body: { code: 1003 },
    });
  });
  test('Failed sends do not consume send quota.', async () => {
    const sessionAddress = await allowed();
    for (let attempt = 0; attempt < 5; attempt += 1)
      expect((await send({ sessionAddress, body: 'x'.repeat(179) })).status).toBe(413);
    expect((await send({ sessionAddress, body: fresh() })).status).toBe(202);
  });
  test('The consent check returns prompt for an unknown user, never 404.', async () => {
    expect(await consentOf('nobody')).toMatchObject({
      status: 200,
      body: { sessionAddress: 'nobody', status: 'prompt' },
    });
  });
  test('sessionAddress (string), status (prompt, granted, denied).', async () => {
    const { sub, host } = await service.recipient(app.appId);
    expect((await consentOf(sub)).body).toEqual({ sessionAddress: sub, status: 'granted' });
    unwrap(await host.setConsent({ path: { appId: app.appId }, body: { status: 'denied' } }));
    expect((await consentOf(sub)).body).toEqual({ sessionAddress: sub, status: 'denied' });
  });
  test('X-Platform-Notifications-Key: <API_KEY>; no Authorization header allowed', async () => {
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
  test('400 | 1001 | invalid request payload', async () => expectError(await send({ surprise: true }), 400, 1001));
  test('401 | 401 | missing or invalid key, or an Authorization header sent', async () => {
    expectError(await send({}, { 'x-platform-notifications-key': 'wrong' }), 401, 401);
    expectError(await send({}, { authorization: 'Bearer x' }), 401, 401);
  });
  test('413 | 413 | body over 178 characters or startParam over 256 bytes', async () => {
    const sessionAddress = await allowed();
    expectError(await send({ sessionAddress, body: 'x'.repeat(179) }), 413, 413);
    expectError(await send({ sessionAddress, body: 'x', startParam: 'x'.repeat(257) }), 413, 413);
  });
  test('429 | 429 | send rate limit exceeded; details.retryAfterSeconds present', async () => {
    const sessionAddress = await allowed();
    await send({ sessionAddress, body: fresh() });
    const refused = await send({ sessionAddress, body: fresh() });
    expectError(refused, 429, 429);
    const { retryAfterSeconds } = refused.body['details'] as { readonly retryAfterSeconds: number };
    expect(retryAfterSeconds).toBeGreaterThan(3500);
    expect(retryAfterSeconds).toBeLessThanOrEqual(3600);
    expect(refused.headers.get('retry-after')).toBe(String(retryAfterSeconds));
  });
  test('details.retryAfterSeconds only on 429', async () => {
    for (const refused of [await send({}), await send({ sessionAddress: 'nobody', body: fresh() })])
      expect(JSON.stringify(refused.body)).not.toContain('retryAfterSeconds');
  });
  test('no path of the service answers in another form', async () => {
    const answer = await fetch(`${service.url}/api/v1/nowhere`);
    expectError({ status: answer.status, headers: answer.headers, body: await answer.json() }, 404, 404);
  });
});

describe('test mode', () => {
  const rehearse = (scenario: string) => send({ sessionAddress: 'anybody', body: 'Rehearsal', test: scenario });

  test.each([
    ['delivered | webhook delivered', 'delivered', ['delivered']],
    ['clicked | webhooks delivered, then clicked', 'clicked', ['delivered', 'clicked']],
    ['suppressed_user_in_app | that webhook', 'suppressed_user_in_app', ['suppressed_user_in_app']],
    ['dropped_permission_revoked | that webhook', 'dropped_permission_revoked', ['dropped_permission_revoked']],
    ['dropped_device_unreachable | that webhook', 'dropped_device_unreachable', ['dropped_device_unreachable']],
  ])('%s', async (_row, scenario, heard) => {
    const { status, body } = await rehearse(scenario);
    expect(status).toBe(202);
    await outcome(body['notificationId']).toEqual(heard);
  });
  test.each([
    ['error:permission_denied | 403 code 1004, no push, no webhook', 'error:permission_denied', 403, 1004],
    ['error:duplicate_body | 400 code 1002', 'error:duplicate_body', 400, 1002],
    ['error:rate_limited | 429 with retryAfterSeconds', 'error:rate_limited', 429, 429],
    ['error:session_address_not_found | 404 code 1005', 'error:session_address_not_found', 404, 1005],
    ['error:unknown | 500', 'error:unknown', 500, 500],
  ])('%s', async (_row, scenario, http, code) => {
    const before = backend.received.length;
    const { status, body } = await rehearse(scenario);
    expect([status, body['code']]).toEqual([http, code]);
    if (http === 429) expect(body['details']).toMatchObject({ retryAfterSeconds: expect.any(Number) });
    expect(backend.received.length).toBe(before);
  });
  test('test sends skip the consent, rate-limit and duplicate-body checks, return an ntf_test_ id, and emit real signed webhooks with test true.', async () => {
    const sends = [await rehearse('delivered'), await rehearse('delivered'), await rehearse('delivered')];
    expect(sends.map(({ status }) => status)).toEqual([202, 202, 202]);
    for (const { body } of sends) {
      await outcome(body['notificationId']).toEqual(['delivered']);
      const [event] = events(body['notificationId']);
      expect(JSON.parse(String(event?.body))).toMatchObject({ test: true });
      expect(event && signedBy(publicKey, event)).toBe(true);
    }
  });
  test('Any other test value is treated as a normal real send; it is not rejected.', async () => {
    const { status, body } = await send({ sessionAddress: await allowed(), body: fresh(), test: 'error:novel' });
    expect([status, body['notificationId']]).toEqual([202, expect.stringMatching(/^ntf_(?!test_)/)]);
  });
});

describe('status webhook', () => {
  const oneEvent = async () => {
    const { body } = await send({ sessionAddress: await allowed(), body: fresh() });
    await outcome(body['notificationId']).toHaveLength(1);
    const [event] = events(body['notificationId']);
    if (event === undefined) throw new Error('No event came.');
    return { event, payload: JSON.parse(event.body.toString()) as Record<string, unknown>, sent: body };
  };

  test('Request: POST, JSON body.', async () => {
    const { event } = await oneEvent();
    expect(event.headers['content-type']).toContain('application/json');
  });
  test('notificationId, status, sessionAddress, test, timestamp: exactly the fields of the payload', async () => {
    const { payload, sent } = await oneEvent();
    expect(Object.keys(payload).sort()).toEqual(['notificationId', 'sessionAddress', 'status', 'test', 'timestamp']);
    expect(payload).toMatchObject({ notificationId: sent['notificationId'], test: false });
    expect(Number.isNaN(Date.parse(String(payload['timestamp'])))).toBe(false);
  });
  test('X-Platform-Signature (lowercase hex Ed25519 signature), X-Platform-Timestamp (Unix seconds, decimal string).', async () => {
    const { headers } = (await oneEvent()).event;
    expect(headers['x-platform-signature']).toMatch(/^[0-9a-f]{128}$/);
    expect(headers['x-platform-timestamp']).toMatch(/^\d{10}$/);
  });
  test('signing input is the X-Platform-Timestamp value, a dot, and the raw body', async () => {
    const { event } = await oneEvent();
    expect(signedBy(publicKey, event)).toBe(true);
    expect(signedBy(publicKey, { ...event, body: Buffer.concat([event.body, Buffer.from(' ')]) })).toBe(false);
  });
  test('The send operation emits exactly one outcome webhook per real notification after the 202.', async () => {
    const { payload } = await oneEvent();
    expect(payload['status']).toBe('dropped_device_unreachable');
    expect(statuses(payload['notificationId'])).toHaveLength(1);
  });
  test('Rotating the webhook key makes a new keypair sign at once.', async () => {
    const path = { appId: app.appId };
    const rotated = unwrap(await app.portal.rotateWebhookKey({ path }));
    expect(rotated).toMatchObject({ previousPublicKey: publicKey, publicKey: expect.stringMatching(/^[0-9a-f]{64}$/) });
    const { event } = await oneEvent();
    expect([signedBy(rotated.publicKey, event), signedBy(publicKey, event)]).toEqual([true, false]);
    ({ publicKey } = rotated);
  });
  test('The public key (Ed25519, hex) is displayed only at creation and after a key rotation.', async () => {
    const shown = unwrap(await app.portal.getWebhook({ path: { appId: app.appId } }));
    expect(JSON.stringify(shown)).not.toContain(publicKey);
  });
  test('public HTTPS, at most 2048 characters; private, loopback and link-local addresses are refused.', async () => {
    const path = { appId: app.appId };
    const long = `https://hooks.example.com/${'a'.repeat(2048)}`;
    for (const url of ['http://93.184.216.34/', 'https://10.0.0.1/', 'https://[::1]/', 'https://169.254.1.1/', long])
      expect((await app.portal.setWebhook({ path, body: { url } })).status, url).toBe(400);
  });
});

describe('API key', () => {
  test('The notification API key format is the prefix ank_ followed by 26 characters.', () => {
    expect(app.key).toMatch(/^ank_[0-9A-Za-z]{26}$/);
  });
  test('It is shown once, kept server-side only, and is rotated in the developer portal: the new key works at once and the old one keeps working 7 days.', async () => {
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

test('paths carry the prefix /api/v1/.', async () => {
  const answer = await fetch(`${service.url}/api/notifications/consent?sessionAddress=nobody`);
  expect(answer.status).toBe(404);
});
