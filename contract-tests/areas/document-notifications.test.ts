import { beforeAll, describe, expect, test } from 'vitest';
import { unwrap } from '../../src/typed-contract/client.ts';
import { type NotificationsApp, startNotifications } from '../fixtures/notifications.ts';
import { type ReceivedRequest, startReceiver, signedBy, statusWebhooks } from '../fixtures/client/receiver.ts';
import { waitUntil } from '../fixtures/http.ts';
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

const allowed = async (): Promise<string> => (await service.recipient(app.appId)).sub;
const send = (sessionAddress: string) => app.sender.sendNotification({ body: { sessionAddress, body: 'Ready!' } });
const consentOf = (sessionAddress: string) => app.sender.getConsent({ query: { sessionAddress } });

describe('send rules', () => {
  test('notifications send: consent given to another app does not count [E23]', async () => {
    const other = await service.app();
    const { sub } = await service.recipient(other.appId);
    expect((await send(sub)).status).toBe(404);
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
});

describe('status webhook', () => {
  let event: ReceivedRequest;
  let payload: Readonly<Record<string, unknown>>;
  let notificationId: string;
  beforeAll(async () => {
    ({ notificationId } = unwrap(await send(await allowed())));
    const { statusesOf, webhooksOf } = statusWebhooks(backend);
    await waitUntil(() => statusesOf(notificationId).length > 0);
    const [received] = webhooksOf(notificationId);
    if (received === undefined) throw new Error('No event came.');
    event = received;
    payload = JSON.parse(event.body.toString());
  });

  test('status webhook: it is a POST with a JSON body [E39]', () => {
    expect(event.headers['content-type']).toContain('application/json');
  });
  test('status webhook: the payload has exactly notificationId, status, sessionAddress, test and timestamp [E40, E41, E42, E43, E44]', () => {
    expect(Object.keys(payload).sort()).toEqual(['notificationId', 'sessionAddress', 'status', 'test', 'timestamp']);
    expect(payload).toMatchObject({ notificationId, test: false });
    expect(Number.isNaN(Date.parse(String(payload['timestamp'])))).toBe(false);
  });
  test('status webhook: X-Platform-Signature is lowercase hex and X-Platform-Timestamp is Unix seconds [E45, E74]', () => {
    expect(event.headers['x-platform-signature']).toMatch(/^[0-9a-f]{128}$/);
    expect(event.headers['x-platform-timestamp']).toMatch(/^\d{10}$/);
  });
  test('status webhook: the signature covers the X-Platform-Timestamp value, a dot and the raw body [E46]', () => {
    expect(signedBy(publicKey, event)).toBe(true);
    expect(signedBy(publicKey, { ...event, body: Buffer.concat([event.body, Buffer.from(' ')]) })).toBe(false);
  });
  test('status webhook: a real notification has exactly one outcome webhook [E14, E59]', () => {
    expect(payload['status']).toBe('dropped_device_unreachable');
    expect(statusWebhooks(backend).statusesOf(notificationId)).toHaveLength(1);
  });
});

test('notifications errors: an unknown path gets the same error format [E10, E77]', async () => {
  const response = await fetch(`${service.url}/api/v1/nowhere`);
  expect([response.status, await response.json()]).toEqual([404, { code: 404, message: expect.any(String) }]);
});

test('notifications: paths without the prefix /api/v1/ do not exist [E98]', async () => {
  const response = await fetch(`${service.url}/api/notifications/consent?sessionAddress=nobody`);
  expect(response.status).toBe(404);
});
