import { generateKeyPairSync, type KeyPairKeyObjectResult, randomBytes, verify } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createNotificationsClient } from '../../../generated/notifications/client.ts';
import {
  type MobileRequest,
  startMobilePushServer,
  type Vendor,
} from '../../../contract-tests/fixtures/notifications/mobile-push-server.ts';
import {
  administratorKeys,
  type PushScene,
  startPushScene,
} from '../../../contract-tests/fixtures/notifications/notifications-service.ts';
import { unwrap } from '../../typed-contract/client.ts';

const minute = 60_000;
interface KeyPair {
  readonly publicKey: string;
  readonly privateKey: string;
}
const inPem = (keys: KeyPairKeyObjectResult): KeyPair => ({
  publicKey: keys.publicKey.export({ type: 'spki', format: 'pem' }).toString(),
  privateKey: keys.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
});
const ecKeys = () => inPem(generateKeyPairSync('ec', { namedCurve: 'P-256' }));
const rsaKeys = inPem(generateKeyPairSync('rsa', { modulusLength: 2048 }));
const firstApnsKeys = ecKeys();
const apns = { transport: 'apns', teamId: 'DEF123GHIJ', topic: 'com.example.host', environment: 'production' } as const;
const fcm = {
  transport: 'fcm',
  projectId: 'example-host',
  clientEmail: 'push@example-host.iam.gserviceaccount.com',
  privateKey: rsaKeys.privateKey,
} as const;

let scene: PushScene;
let vendor: Vendor;
let pushed: (request: MobileRequest) => ReturnType<Vendor>;
let server: Awaited<ReturnType<typeof startMobilePushServer>>;
let tokens = 0;
beforeAll(async () => {
  vendor = (request) =>
    request.path === '/token'
      ? { status: 200, body: { access_token: `ya29.${++tokens}`, expires_in: 3599, token_type: 'Bearer' } }
      : pushed(request);
  server = await startMobilePushServer((request, connection) => vendor(request, connection));
  scene = await startPushScene({ apnsEndpoint: server.url, fcmEndpoint: server.url });
});
beforeEach(() => {
  pushed = () => ({ status: 200, body: { name: 'projects/example-host/messages/1' } });
  server.received.length = 0;
});
afterAll(async () => {
  await scene.close();
  await server.close();
});

const administrator = () =>
  createNotificationsClient({
    baseUrl: scene.service.url,
    headers: { authorization: `Bearer ${administratorKeys.notifications}` },
  });
const setApns = (keyId: string, { privateKey }: KeyPair) =>
  administrator().setPushCredentials({ path: { transport: 'apns' }, body: { ...apns, keyId, privateKey } });
const setFcm = () => administrator().setPushCredentials({ path: { transport: 'fcm' }, body: fcm });

const newToken = (transport: 'apns' | 'fcm') =>
  transport === 'apns' ? randomBytes(32).toString('hex') : `fcm:${randomBytes(24).toString('hex')}`;

async function withPhone(transport: 'apns' | 'fcm') {
  const person = await scene.service.recipient(scene.app.appId);
  const token = newToken(transport);
  const device = unwrap(await person.host.createDevice({ body: { transport, token } }));
  return { ...person, token, device };
}

const pushesOf = (token: string) =>
  server.received.filter(({ path, body }) => path.endsWith(`/${token}`) || body.includes(token));
const arrived = (token: string, count = 1) => expect.poll(() => pushesOf(token).length).toBe(count);
const dueAt = async (notificationId: string): Promise<number | undefined> => {
  const row = await scene.service.db
    .selectFrom('notifications.notifications')
    .select('due_at')
    .where('id', '=', notificationId)
    .where('leased_by', 'is', null)
    .executeTakeFirst();
  return row?.due_at?.getTime();
};
const pauseIs = (notificationId: string, ms: number) =>
  expect.poll(async () => Number(await dueAt(notificationId)) - scene.service.clock.now().getTime()).toBe(ms);
const claimsOf = (jwt: string, part: 0 | 1) =>
  JSON.parse(Buffer.from(jwt.split('.')[part] ?? '', 'base64url').toString()) as Readonly<Record<string, unknown>>;

test('devices: a phone registers only after an operator set the credentials of its vendor', async () => {
  const { host } = await scene.service.recipient(scene.app.appId);
  for (const transport of ['apns', 'fcm'] as const) {
    const refused = await host.createDevice({ body: { transport, token: newToken(transport) } });
    expect(refused).toMatchObject({ status: 400, body: { details: { reason: 'not_configured' } } });
  }
  expect((await setApns('AAAAAAAAAA', firstApnsKeys)).body).toEqual({
    transport: 'apns',
    sender: 'DEF123GHIJ.AAAAAAAAAA',
    updatedAt: expect.any(String),
  });
  expect((await setFcm()).body).toMatchObject({ transport: 'fcm', sender: fcm.clientEmail });
  for (const transport of ['apns', 'fcm'] as const) {
    const token = newToken(transport);
    expect((await host.createDevice({ body: { transport, token } })).status).toBe(201);
    expect((await host.createDevice({ body: { transport, token } })).status).toBe(200);
  }
});

test.each<[string, object]>([
  ['another transport than the address', fcm],
  ['a key of another kind', { ...apns, keyId: 'AAAAAAAAAA', privateKey: rsaKeys.privateKey }],
  ['a public key', { ...apns, keyId: 'AAAAAAAAAA', privateKey: firstApnsKeys.publicKey }],
  ['text that is no key', { ...apns, keyId: 'AAAAAAAAAA', privateKey: 'secret' }],
  ['an unknown member', { ...apns, keyId: 'AAAAAAAAAA', privateKey: firstApnsKeys.privateKey, password: 'x' }],
])('push credentials: %s is refused', async (_what, body) => {
  const response = await administrator().setPushCredentials({
    path: { transport: 'apns' },
    body: JSON.parse(JSON.stringify(body)),
  });
  expect(response).toMatchObject({ status: 400, body: { code: 1001 } });
  expect(JSON.stringify(response.body)).not.toContain('PRIVATE KEY');
});

test('push credentials: only an administrator with the scope sets them; they are sealed, and the change is recorded', async () => {
  const other = createNotificationsClient({
    baseUrl: scene.service.url,
    headers: { authorization: `Bearer ${administratorKeys.owners}` },
  });
  expect((await other.setPushCredentials({ path: { transport: 'fcm' }, body: fcm })).status).toBe(403);
  const { db } = scene.service;
  const rows = await db.selectFrom('notifications.push_credentials').selectAll().execute();
  expect(JSON.stringify(rows)).not.toMatch(/PRIVATE|gserviceaccount|DEF123GHIJ/);
  const events = await db
    .selectFrom('notifications.administrator_events')
    .select(['event', 'subject', 'administrator'])
    .where('event', '=', 'push_credentials_set')
    .execute();
  expect(events).toContainEqual({ event: 'push_credentials_set', subject: 'apns', administrator: 'Support desk' });
});

test('APNs: a push is signed with ES256, collapses, ends with its lifetime, and carries no text of the push', async () => {
  const { sub, token } = await withPhone('apns');
  const sentAt = scene.service.clock.now().getTime();
  const notificationId = await scene.send(sub, { startParam: 'amount=990000' });
  await arrived(token);
  const [{ path, headers, body } = { path: '', headers: {}, body: '' }] = pushesOf(token);
  expect(path).toBe(`/3/device/${token}`);
  expect(headers).toMatchObject({
    'apns-topic': apns.topic,
    'apns-push-type': 'alert',
    'apns-collapse-id': notificationId,
    'apns-expiration': String(Math.floor(sentAt / 1000) + 86_400),
  });
  expect(JSON.parse(body)).toEqual({
    aps: { alert: { title: 'Coffee Corner' }, sound: 'default', 'mutable-content': 1 },
    notificationId,
    appId: scene.app.appId,
    receiptToken: expect.any(String),
  });
  const jwt = String(headers.authorization).replace('bearer ', '');
  expect(claimsOf(jwt, 0)).toEqual({ alg: 'ES256', kid: 'AAAAAAAAAA' });
  expect(claimsOf(jwt, 1)).toEqual({ iss: apns.teamId, iat: Math.floor(sentAt / 1000) });
  const [signed, signature = ''] = [jwt.slice(0, jwt.lastIndexOf('.')), jwt.split('.')[2]];
  const key = { key: firstApnsKeys.publicKey, dsaEncoding: 'ieee-p1363' } as const;
  expect(verify('sha256', Buffer.from(signed), key, Buffer.from(signature, 'base64url'))).toBe(true);
});

test.each(['apns', 'fcm'] as const)(
  '%s: a push is delivered by the receipt of the host, not by 200',
  async (transport) => {
    const { sub, token } = await withPhone(transport);
    const notificationId = await scene.send(sub);
    await arrived(token);
    expect(scene.statusesOf(notificationId)).toEqual([]);
    const body = JSON.parse(pushesOf(token)[0]?.body ?? '{}');
    const receiptToken = body.receiptToken ?? body.message.data.receiptToken;
    const app = createNotificationsClient({
      baseUrl: scene.service.url,
      headers: { 'x-platform-receipt-token': receiptToken },
    });
    const receipt = await app.createReceipt({ path: { notificationId }, body: { status: 'delivered' } });
    expect(receipt.status).toBe(204);
    await scene.outcomeOf(notificationId).toEqual(['delivered']);
  },
);

test('FCM: a service account gets a token, which pushes share; a push has its time to live and no text', async () => {
  const { sub, token } = await withPhone('fcm');
  const notificationId = await scene.send(sub, { startParam: 'amount=990000' });
  await arrived(token);
  const [{ path, headers, body } = { path: '', headers: {}, body: '' }] = pushesOf(token);
  expect(path).toBe('/v1/projects/example-host/messages:send');
  expect(headers.authorization).toMatch(/^Bearer ya29\.\d+$/);
  expect(JSON.parse(body)).toEqual({
    message: {
      token,
      notification: { title: 'Coffee Corner' },
      data: { notificationId, appId: scene.app.appId, receiptToken: expect.any(String) },
      android: {
        collapse_key: notificationId,
        notification: { tag: notificationId },
        ttl: '86400s',
        priority: 'HIGH',
      },
    },
  });
  const before = tokens;
  const other = await withPhone('fcm');
  await scene.send(other.sub);
  await arrived(other.token);
  expect(tokens).toBe(before);
});

test('RFC 7523: the service account asks for a token with a signed assertion, again shortly before the token ends', async () => {
  scene.service.clock.advance(56 * minute);
  const { sub, token } = await withPhone('fcm');
  await scene.send(sub);
  await arrived(token);
  const form = new URLSearchParams(server.received.find(({ path }) => path === '/token')?.body);
  const assertion = form.get('assertion') ?? '';
  expect(form.get('grant_type')).toBe('urn:ietf:params:oauth:grant-type:jwt-bearer');
  const iat = Math.floor(scene.service.clock.now().getTime() / 1000);
  expect(claimsOf(assertion, 1)).toEqual({
    iss: fcm.clientEmail,
    scope: 'https://www.googleapis.com/auth/firebase.messaging',
    aud: `${server.url}/token`,
    iat,
    exp: iat + 3600,
  });
  const signed = Buffer.from(assertion.slice(0, assertion.lastIndexOf('.')));
  expect(verify('sha256', signed, rsaKeys.publicKey, Buffer.from(assertion.split('.')[2] ?? '', 'base64url'))).toBe(
    true,
  );
});

const fcmError = (status: number, errorCode: string): ReturnType<Vendor> => ({
  status,
  body: {
    error: { code: status, details: [{ '@type': 'type.googleapis.com/google.firebase.fcm.v1.FcmError', errorCode }] },
  },
});

test.each<['apns' | 'fcm', string, ReturnType<Vendor>]>([
  ['apns', '410 Unregistered', { status: 410, body: { reason: 'Unregistered', timestamp: 1_772_000_000_000 } }],
  ['apns', '410 ExpiredToken', { status: 410, body: { reason: 'ExpiredToken' } }],
  ['apns', '400 BadDeviceToken', { status: 400, body: { reason: 'BadDeviceToken' } }],
  ['apns', '400 DeviceTokenNotForTopic', { status: 400, body: { reason: 'DeviceTokenNotForTopic' } }],
  ['fcm', '404 UNREGISTERED', fcmError(404, 'UNREGISTERED')],
  ['fcm', '403 SENDER_ID_MISMATCH', fcmError(403, 'SENDER_ID_MISMATCH')],
])('%s: %s removes the device, and the outcome is dropped_device_unreachable', async (transport, _what, response) => {
  const { sub } = await withPhone(transport);
  pushed = () => response;
  await scene.outcomeOf(await scene.send(sub)).toEqual(['dropped_device_unreachable']);
  const { db } = scene.service;
  const left = await db.selectFrom('notifications.devices').select('id').where('session_address', '=', sub).execute();
  expect(left).toEqual([]);
});

test.each<['apns' | 'fcm', string, ReturnType<Vendor>]>([
  ['apns', '413 PayloadTooLarge', { status: 413, body: { reason: 'PayloadTooLarge' } }],
  ['apns', '400 BadCollapseId', { status: 400, body: { reason: 'BadCollapseId' } }],
  ['fcm', '400 INVALID_ARGUMENT', fcmError(400, 'INVALID_ARGUMENT')],
])('%s: %s ends the push, and the device stays', async (transport, _what, response) => {
  const { sub, device } = await withPhone(transport);
  pushed = () => response;
  await scene.outcomeOf(await scene.send(sub)).toEqual(['dropped_device_unreachable']);
  const { db } = scene.service;
  const left = await db.selectFrom('notifications.devices').select('id').where('session_address', '=', sub).execute();
  expect(left).toEqual([{ id: device.deviceId }]);
});

const retryLater = { 'retry-after': '90' };
test.each<['apns' | 'fcm', string, ReturnType<Vendor>, number]>([
  ['apns', '429 TooManyRequests', { status: 429, body: { reason: 'TooManyRequests' } }, 5_000],
  ['apns', '503 with Retry-After', { status: 503, headers: retryLater, body: { reason: 'Shutdown' } }, 90_000],
  ['apns', '403 InvalidProviderToken', { status: 403, body: { reason: 'InvalidProviderToken' } }, 5_000],
  ['apns', 'a connection that breaks off', 'reset', 5_000],
  ['fcm', '429 with Retry-After', { status: 429, headers: retryLater }, 90_000],
  ['fcm', '500 INTERNAL', fcmError(500, 'INTERNAL'), 5_000],
  ['fcm', '503 with Retry-After', { status: 503, headers: retryLater }, 90_000],
  ['fcm', 'a connection that breaks off', 'reset', 5_000],
])('%s: after %s the push is sent again later', async (transport, _what, response, pause) => {
  const { sub, token } = await withPhone(transport);
  pushed = () => response;
  const notificationId = await scene.send(sub);
  await pauseIs(notificationId, pause);
  pushed = () => ({ status: 200 });
  const before = pushesOf(token).length;
  scene.service.clock.advance(pause);
  await arrived(token, before + 1);
});

test('APNs: an expired provider token is replaced at once', async () => {
  const { sub, token } = await withPhone('apns');
  pushed = () =>
    pushesOf(token).length === 0 ? { status: 403, body: { reason: 'ExpiredProviderToken' } } : { status: 200 };
  await scene.send(sub);
  await arrived(token, 2);
});

test('FCM: a refused access token is replaced at once', async () => {
  const { sub, token } = await withPhone('fcm');
  pushed = () => (pushesOf(token).length === 0 ? { status: 401 } : { status: 200 });
  await scene.send(sub);
  await arrived(token, 2);
  const [first, second] = pushesOf(token).map(({ headers }) => headers.authorization);
  expect(first).not.toBe(second);
});

test('push credentials: a rotated key signs the next push without a restart', async () => {
  const { sub, token } = await withPhone('apns');
  const rotated = ecKeys();
  unwrap(await setApns('BBBBBBBBBB', rotated));
  await scene.send(sub);
  await arrived(token);
  const jwt = String(pushesOf(token)[0]?.headers.authorization).replace('bearer ', '');
  expect(claimsOf(jwt, 0)).toMatchObject({ kid: 'BBBBBBBBBB' });
});

test('APNs: a stream that the server refused is sent again at once, over the same or a new connection', async () => {
  const { sub, token } = await withPhone('apns');
  let refusals = 2;
  pushed = () => (refusals-- > 0 ? 'refuse' : { status: 200 });
  const notificationId = await scene.send(sub);
  await arrived(token);
  await pauseIs(notificationId, 24 * 60 * minute);
});

test('RFC 9113 §6.8: pushes after GOAWAY take a new connection, and each arrives once', async () => {
  const phones = await Promise.all(Array.from({ length: 20 }, () => withPhone('apns')));
  let served = 0;
  const standard = vendor;
  vendor = (request, connection) => {
    served += 1;
    if (served === 5) connection.leave();
    return standard(request, connection);
  };
  await Promise.all(phones.map(({ sub }) => scene.send(sub)));
  await expect
    .poll(() => phones.map(({ token }) => pushesOf(token).length), { timeout: 10_000 })
    .toEqual(phones.map(() => 1));
  vendor = standard;
});

test('UnifiedPush: the endpoint of a distributor is a web push subscription, and gets an encrypted push', async () => {
  const { sub, browser, pushService } = await scene.withBrowser(() => ({ status: 201 }));
  const notificationId = await scene.send(sub);
  const [request] = await pushService.until(1);
  expect(request?.headers).toMatchObject({ 'content-encoding': 'aes128gcm', ttl: String(86_400) });
  expect(JSON.parse(browser.decrypt(request?.body ?? Buffer.alloc(0)))).toMatchObject({ notificationId });
  await pushService.close();
});
