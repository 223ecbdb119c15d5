import { expect, test } from 'vitest';
import { createNotificationsClient, type NotificationsClient } from '../../../generated/notifications/client.ts';
import {
  newAddress,
  startNotificationsService,
} from '../../../contract-tests/fixtures/notifications/notifications-service.ts';
import { testBrowser, startReceiver } from '../../../contract-tests/fixtures/client/receiver.ts';
import { useStarted } from '../../../contract-tests/fixtures/use-started.ts';
import { unwrap } from '../../typed-contract/client.ts';
import { bodyHash, systemApp } from './notification.ts';

const service = useStarted(startNotificationsService);

/** A client with a token that the provider signed; `claims` and `header` replace what a valid one has. */
async function provider(claims: Record<string, unknown> = {}, header: Record<string, unknown> = {}) {
  const iat = service.clock.now().getTime() / 1000;
  const { issuer } = service.issuer;
  const valid = { sub: issuer, aud: 'http://127.0.0.1', iat, exp: iat + 60 };
  const token = await service.issuer.token({
    claims: { ...valid, ...claims },
    header: { typ: 'service+jwt', ...header },
  });
  return service.as(token);
}

/** A person who allows the platform's pushes. */
const allowing = async () => (await service.recipient(systemApp.id)).sub;
/** Hashes of the texts that were sent to a person; the texts go as soon as a push is settled. */
const sentTo = async (sub: string) =>
  (
    await service.db
      .selectFrom('notifications.notifications')
      .select('body_hash')
      .where('app_id', '=', systemApp.id)
      .where('session_address', '=', sub)
      .execute()
  ).map(({ body_hash: hash }) => hash);
const body = 'A passkey was added to your identity.';

test('createSystemPush: the provider reaches a person who allows it, without limits, and once per Idempotency-Key', async () => {
  const sub = await allowing();
  const client = await provider();
  const send = (key?: string) =>
    client.createSystemPush({
      body: { sessionAddress: sub, body },
      ...(key !== undefined && { headers: { 'Idempotency-Key': key } }),
    });
  const first = unwrap(await send('event-1'));
  expect(first).toEqual({ notificationId: expect.stringMatching(/^ntf_[0-9A-Z]{26}$/), status: 'queued' });
  expect(unwrap(await send('event-1')).notificationId).toBe(first.notificationId);
  expect((await send()).status).toBe(202);
  expect((await send('event-2')).status).toBe(202);
  const host = await service.person(sub);
  const { consents } = unwrap(await host.listConsents({ query: {} }));
  expect(consents).toMatchObject([{ appId: systemApp.id, appName: 'Platform', status: 'granted' }]);
});

test('createSystemPush: a person who was not asked or who declined is not reached', async () => {
  const client = await provider();
  const unasked = await client.createSystemPush({ body: { sessionAddress: newAddress(), body } });
  expect(unasked).toMatchObject({ status: 404, body: { code: 1005 } });
  const sub = newAddress();
  unwrap(await (await service.person(sub)).setConsent({ path: { appId: systemApp.id }, body: { status: 'denied' } }));
  const declined = await client.createSystemPush({ body: { sessionAddress: sub, body } });
  expect(declined).toMatchObject({ status: 403, body: { code: 1004 } });
});

test.each([
  ['an access token of a person', { sub: 'a'.repeat(32) }, { typ: 'at+jwt' }],
  ['a token of another subject', { sub: 'a'.repeat(32) }, {}],
  ['a token for another service', { aud: 'http://localhost:4002' }, {}],
  ['a token for several services', { aud: ['http://127.0.0.1', 'http://localhost:4002'] }, {}],
  ['a token of another provider', { iss: 'https://other.example' }, {}],
  ['a token of an hour', { exp: Date.UTC(2026, 2, 1, 10, 30) / 1000 }, {}],
  ['an expired token', { iat: Date.UTC(2026, 2, 1, 9) / 1000, exp: Date.UTC(2026, 2, 1, 9, 1) / 1000 }, {}],
  ['a token without times', { iat: undefined, exp: undefined }, {}],
  ['a key that is not published', {}, { kid: 'unknown' }],
])('createSystemPush: %s is refused with 401', async (_, claims, header) => {
  const client = await provider(claims, header);
  const refused = await client.createSystemPush({ body: { sessionAddress: await allowing(), body } });
  expect(refused).toMatchObject({ status: 401, body: { code: 401 } });
  expect(refused.headers.get('www-authenticate')).toBe('Bearer error="invalid_token"');
});

test('createSystemDevice: pushes of the platform reach the owner’s app without another consent, and those of other apps do not', async () => {
  const pushService = await startReceiver(() => ({ status: 201 }));
  try {
    const app = await service.createApp();
    const { sub } = await service.recipient(app.appId);
    const client = await provider();
    const { publicKey } = unwrap(await client.getPushKey());
    const browser = testBrowser();
    const subscription = browser.subscription(pushService.url);
    unwrap(await client.createSystemDevice({ body: { sessionAddress: sub, publicKey, subscription } }));
    unwrap(await app.sender.sendNotification({ body: { sessionAddress: sub, body: 'Two for one' } }));
    unwrap(await client.createSystemPush({ body: { sessionAddress: sub, body, startParam: 'NZxpUZwF' } }));
    const [push] = await pushService.until(1);
    expect(JSON.parse(browser.decrypt(push?.body ?? Buffer.of()))).toMatchObject({
      appId: systemApp.id,
      body,
      startParam: 'NZxpUZwF',
    });
    unwrap(await client.createSystemPush({ body: { sessionAddress: sub, body: 'A device was added.' } }));
    const [, next] = await pushService.until(2);
    expect(JSON.parse(browser.decrypt(next?.body ?? Buffer.of()))).toMatchObject({ body: 'A device was added.' });
  } finally {
    await pushService.close();
  }
});

test('createSystemDevice: a person’s token, a foreign key and a private address are refused', async () => {
  const subscription = testBrowser().subscription('https://push.example');
  const device = { sessionAddress: newAddress(), publicKey: `B${'A'.repeat(86)}`, subscription };
  const refusal = async (client: NotificationsClient, changes: object = {}) =>
    (await client.createSystemDevice({ body: { ...device, ...changes } })).status;
  expect(await refusal(await service.person())).toBe(401);
  expect(await refusal(await provider())).toBe(400);
  const own = { ...subscription, endpoint: 'https://10.0.0.1/push' };
  expect(await refusal(await provider(), { subscription: own })).toBe(400);
});

test('createSystemPush: without a token, and with an API key, it is refused with 401', async () => {
  const { key } = await service.createApp();
  for (const headers of [{}, { 'x-platform-notifications-key': key }]) {
    const client = createNotificationsClient({ baseUrl: service.url, headers });
    const refused = await client.createSystemPush({ body: { sessionAddress: newAddress(), body } });
    expect([refused.status, refused.headers.get('www-authenticate')]).toEqual([401, 'Bearer']);
  }
});

test('portal: members who allow it are told of what another member did to their app, and others are not', async () => {
  const [owner, told, silent] = [newAddress(), newAddress(), newAddress()];
  const portal = await service.person(owner);
  const { appId } = unwrap(await portal.createApp({ body: { name: 'Shared' } }));
  for (const sub of [told, silent])
    unwrap(await portal.setMember({ path: { appId, sub }, body: { role: 'developer' } }));
  for (const sub of [owner, told]) await service.recipient(systemApp.id, sub);
  const stranger = await allowing();
  unwrap(await portal.createApiKey({ path: { appId } }));
  const text = 'Another member changed “Shared”. See its activity in the developer portal.';
  expect(await sentTo(told)).toEqual([bodyHash(text)]);
  for (const sub of [owner, silent, stranger]) expect(await sentTo(sub)).toEqual([]);
});

test('listAllApps: the platform’s own app is not among those of developers', async () => {
  const client = createNotificationsClient({
    baseUrl: service.url,
    headers: { authorization: `Bearer adm_${'n'.repeat(43)}` },
  });
  const { apps } = unwrap(await client.listAllApps({ query: { limit: 100 } }));
  expect(apps.map(({ appId }) => appId)).not.toContain(systemApp.id);
  expect(apps.length).toBeGreaterThan(0);
  expect((await (await service.person()).getApp({ path: { appId: systemApp.id } })).status).toBe(404);
});
