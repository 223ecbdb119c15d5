import { expect, test } from 'vitest';
import { startReceiver } from '../../../contract-tests/fixtures/client/receiver.ts';
import {
  startNotificationsService,
  type TestApp,
} from '../../../contract-tests/fixtures/notifications/notifications-service.ts';
import { parseEd25519Hex } from '../../protocol/ed25519-key.ts';
import { verifyStandardSignature } from '../../protocol/standard-webhook.ts';
import { unwrap } from '../../typed-contract/client.ts';
import { useStarted } from '../../../contract-tests/fixtures/use-started.ts';

const service = useStarted(startNotificationsService);
const receiver = useStarted(startReceiver);

async function appWithWebhook() {
  const app = await service.createApp();
  const registered = unwrap(await app.portal.setWebhook({ path: app, body: { url: receiver.url } }));
  return { ...app, publicKey: 'publicKey' in registered ? registered.publicKey : '' };
}

/** Sends a test event. @returns the keys of the list that verify its signature */
async function signedBy(app: TestApp, publicKeys: readonly string[]): Promise<readonly string[]> {
  const { headers, body } = await nextEvent(app);
  return publicKeys.filter((key) => {
    try {
      return verifyStandardSignature({
        id: String(headers['webhook-id']),
        timestamp: String(headers['webhook-timestamp']),
        signature: String(headers['webhook-signature']),
        body: body.toString(),
        publicKey: parseEd25519Hex(key),
        now: service.clock.now().getTime() / 1000,
      });
    } catch {
      return false;
    }
  });
}

async function nextEvent(app: TestApp) {
  const count = receiver.received.length + 1;
  unwrap(await app.portal.testWebhook({ path: app }));
  const request = (await receiver.until(count))[count - 1];
  if (!request) throw new Error('No event came.');
  return request;
}

/** Moves the announced activation into the past. */
async function passDay(appId: string): Promise<void> {
  const dayBefore = (time: Date | null) => time && new Date(time.getTime() - 24 * 3_600_000);
  const webhook = await service.db
    .selectFrom('notifications.webhooks')
    .selectAll()
    .where('app_id', '=', appId)
    .executeTakeFirstOrThrow();
  await service.db
    .updateTable('notifications.webhooks')
    .set({
      next_key_activates_at: dayBefore(webhook.next_key_activates_at),
      previous_secret_ends_at: dayBefore(webhook.previous_secret_ends_at),
    })
    .where('app_id', '=', appId)
    .execute();
}

test('webhook keys: an announced key is shown, does not sign, and signs once it is activated', async () => {
  const app = await appWithWebhook();
  const announced = await app.portal.announceWebhookKey({ path: app });
  expect(announced.status).toBe(201);
  const { nextPublicKey, activatesAt } = unwrap(announced);
  expect(unwrap(await app.portal.getWebhook({ path: app }))).toMatchObject({
    nextPublicKey,
    nextKeyActivatesAt: activatesAt,
  });
  const repeated = await app.portal.announceWebhookKey({ path: app });
  expect(repeated).toMatchObject({ status: 200, body: { nextPublicKey, activatesAt } });
  const both = [app.publicKey, nextPublicKey];
  expect(await signedBy(app, both)).toEqual([app.publicKey]);

  expect(unwrap(await app.portal.activateWebhookKey({ path: app }))).toEqual({
    publicKey: nextPublicKey,
    previousPublicKey: app.publicKey,
  });
  expect(await signedBy(app, both)).toEqual([nextPublicKey]);
  expect(unwrap(await app.portal.getWebhook({ path: app }))).not.toHaveProperty('nextPublicKey');
  expect(await app.portal.activateWebhookKey({ path: app })).toMatchObject({
    status: 409,
    body: { details: { reason: 'no_next_key' } },
  });
});

test('webhook keys: an announced key signs by itself after 24 hours, and the next rotation replaces it', async () => {
  const app = await appWithWebhook();
  const { nextPublicKey } = unwrap(await app.portal.announceWebhookKey({ path: app }));
  await passDay(app.appId);
  expect(await signedBy(app, [app.publicKey, nextPublicKey])).toEqual([nextPublicKey]);
  expect(unwrap(await app.portal.getWebhook({ path: app }))).not.toHaveProperty('nextPublicKey');
  expect((await app.portal.activateWebhookKey({ path: app })).status).toBe(409);
  const rotated = unwrap(await app.portal.rotateWebhookKey({ path: app }));
  expect(rotated.previousPublicKey).toBe(nextPublicKey);
  expect(await signedBy(app, [nextPublicKey, rotated.publicKey])).toEqual([rotated.publicKey]);
});

test('webhook keys: the immediate rotation discards an announced key', async () => {
  const app = await appWithWebhook();
  const { nextPublicKey } = unwrap(await app.portal.announceWebhookKey({ path: app }));
  const { publicKey } = unwrap(await app.portal.rotateWebhookKey({ path: app }));
  await passDay(app.appId);
  expect(await signedBy(app, [nextPublicKey, publicKey])).toEqual([publicKey]);
});

test('webhook secret: a webhook has one HMAC signature for each active secret, and none after the secrets are deleted', async () => {
  const app = await appWithWebhook();
  const versions = async () => {
    const { headers } = await nextEvent(app);
    return String(headers['webhook-signature'])
      .split(' ')
      .map((signature) => signature.split(',')[0]);
  };
  expect(await versions()).toEqual(['v1a']);
  const { secret } = unwrap(await app.portal.createWebhookSecret({ path: app }));
  expect(secret).toMatch(/^whsec_/);
  expect(await versions()).toEqual(['v1a', 'v1']);
  expect(unwrap(await app.portal.createWebhookSecret({ path: app })).secret).not.toBe(secret);
  expect(await versions()).toEqual(['v1a', 'v1', 'v1']);
  await passDay(app.appId);
  expect(await versions()).toEqual(['v1a', 'v1']);
  expect(unwrap(await app.portal.getWebhook({ path: app })).hasSecret).toBe(true);
  expect((await app.portal.deleteWebhookSecret({ path: app })).status).toBe(204);
  expect(await versions()).toEqual(['v1a']);
});

test('webhook keys: without a webhook, or for another developer, every operation is 404', async () => {
  const without = await service.createApp();
  const stranger = await service.createApp();
  const app = await appWithWebhook();
  const operations = (portal: TestApp['portal']) => [
    portal.announceWebhookKey,
    portal.activateWebhookKey,
    portal.createWebhookSecret,
    portal.deleteWebhookSecret,
  ];
  for (const call of operations(without.portal)) expect((await call({ path: without })).status).toBe(404);
  for (const call of operations(stranger.portal)) expect((await call({ path: app })).status).toBe(404);
});
