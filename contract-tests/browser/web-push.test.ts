import type { Response } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { testBrowser, vapidClaims, startReceiver } from '../fixtures/client/receiver.ts';
import { type BrowserSession, signInWith } from '../fixtures/browser-session.ts';
import { expectWebhook, notifyAndClose, openDemo, openWebPages } from '../fixtures/web-pages.ts';
import { enrolOwner, urlOf } from '../fixtures/identity.ts';
import { refuseConnections, attachToWorker, type TestedWorker } from '../fixtures/chromium.ts';
import type { RunningPlatform } from '../fixtures/platform.ts';
import { useStarted } from '../fixtures/use-started.ts';

const key = testBrowser();

const pages = useStarted(() =>
  openWebPages(['sso', 'backend', 'notifications', 'web'], {
    // The test's push service and the demo's server are on this machine.
    env: { WEBHOOK_ALLOW_TARGETS: '127.0.0.0/8,::1/128' },
  }),
);
let platform: RunningPlatform;
let session: BrowserSession;
const pushService = useStarted(() => startReceiver(() => ({ status: 201 })));
let worker: TestedWorker;
beforeAll(async () => {
  ({ platform, session } = pages);
  await session.context.grantPermissions(['notifications'], { origin: urlOf(platform, 'web') });
});

const hostUrl = () => pages.at('/host');

/** Returns the service's latest push, decrypted as a browser does. */
async function pushNumber(count: number): Promise<string> {
  const request = (await pushService.until(count))[count - 1];
  if (!request) throw new Error('No push came.');
  expect(vapidClaims(request).claims).toMatchObject({ aud: new URL(pushService.url).origin });
  return key.decrypt(request.body);
}

test('web push: an unreachable push service is reported, and the switch stays off', async () => {
  const { page } = session;
  await page.goto(hostUrl());
  await signInWith(page, await enrolOwner(platform));
  const button = page.getByRole('switch', { name: 'Notify me when this page is closed' });
  await button.click();
  await page.getByText('The push service of this browser cannot be reached.').waitFor();
  expect(await button.getAttribute('aria-checked')).toBe('false');
});

test('web push: turning it on registers the browser with its key, and a reload keeps it', async () => {
  const { page } = session;
  // This Chromium cannot reach a push service, so the test acts as one.
  await page.addInitScript(`(() => {
    const kept = ${JSON.stringify(key.subscription(pushService.url))};
    const keyName = 'test-push-key';
    const subscriptions = () => Number(localStorage.getItem('test-subscriptions'));
    const subscription = {
      get options() {
        const numbers = localStorage.getItem(keyName);
        return { applicationServerKey: numbers && Uint8Array.from(numbers.split(',')).buffer };
      },
      toJSON: () => ({ ...kept, endpoint: kept.endpoint + '/' + subscriptions(), expirationTime: null }),
      unsubscribe: async () => localStorage.removeItem('test-subscribed') ?? true,
    };
    PushManager.prototype.subscribe = async ({ applicationServerKey, userVisibleOnly }) => {
      if (applicationServerKey.length !== 65 || !userVisibleOnly) throw new Error('not as Web Push wants it');
      if (localStorage.getItem('test-subscribed')) throw new Error('a subscription with another key exists');
      localStorage.setItem('test-subscribed', 'yes');
      localStorage.setItem('test-subscriptions', subscriptions() + 1);
      localStorage.setItem(keyName, [...applicationServerKey].join(','));
      return subscription;
    };
    PushManager.prototype.getSubscription = async () => (localStorage.getItem('test-subscribed') ? subscription : null);
  })()`);
  await page.reload();
  const button = page.getByRole('switch', { name: 'Notify me when this page is closed' });
  await button.click();
  await expect.poll(() => button.getAttribute('aria-checked')).toBe('true');
  await page.reload();
  await expect.poll(() => button.getAttribute('aria-checked')).toBe('true');
});

/** The registration of a browser that the page sends while `action` runs: the key that it names, and the device. */
async function registrationDuring(action: () => Promise<unknown>): Promise<{ publicKey: string; deviceId: string }> {
  const sent = session.page.waitForResponse(
    (response) =>
      response.request().method() === 'POST' && response.url().endsWith('/host/devices') && webPush(response),
  );
  await action();
  const response = await sent;
  return { ...response.request().postDataJSON(), ...((await response.json()) as object) };
}

/** An open page registers, too. */
const webPush = (response: Response): boolean => response.request().postDataJSON()?.transport === 'web-push';

test('web push: a browser that subscribed with a former key of the service subscribes again with the current one', async () => {
  const { page } = session;
  const { publicKey } = (await (await fetch(`${urlOf(platform, 'notifications')}/api/v1/host/push-key`)).json()) as {
    readonly publicKey: string;
  };
  const subscribedKey = async () => {
    const numbers = String(await page.evaluate(`localStorage.getItem('test-push-key')`)).split(',');
    return Buffer.from(numbers.map(Number)).toString('base64url');
  };
  const kept = await registrationDuring(() => page.reload());
  expect(kept.publicKey).toBe(publicKey);
  const former = Buffer.alloc(65, 4);
  await page.evaluate(`localStorage.setItem('test-push-key', '${former.join(',')}')`);
  const removed = page.waitForResponse(
    (response) => response.request().method() === 'DELETE' && response.url().endsWith(`/devices/${kept.deviceId}`),
  );
  const renewed = await registrationDuring(() => page.reload());
  expect((await removed).status()).toBe(204);
  expect(renewed.publicKey).toBe(publicKey);
  expect(renewed.deviceId).not.toBe(kept.deviceId);
  expect(await subscribedKey()).toBe(publicKey);
  const button = page.getByRole('switch', { name: 'Notify me when this page is closed' });
  await expect.poll(() => button.getAttribute('aria-checked')).toBe('true');
});

test('web push: a browser that lost its subscription while the key changed subscribes again', async () => {
  const { page } = session;
  await page.evaluate(`localStorage.removeItem('test-subscribed')`);
  await registrationDuring(() => page.reload());
  const button = page.getByRole('switch', { name: 'Notify me when this page is closed' });
  await expect.poll(() => button.getAttribute('aria-checked')).toBe('true');
});

test('web push: while the page is closed the worker shows the notification and reports its delivery', async () => {
  const { page, context } = session;
  const app = await openDemo(page);
  await app.getByRole('button', { name: 'Allow notifications' }).click();
  await page.getByRole('button', { name: 'Allow', exact: true }).click();
  await app.getByText('You allowed notifications.').waitFor();
  await notifyAndClose(page, app);
  // No host page is open, so only the worker can receive the push.
  await page.goto(urlOf(platform, 'web'));
  worker = await attachToWorker(context, page);
  await expect.poll(() => worker.windows()).toEqual(['/']);

  const push = await pushNumber(1);
  const { title, body, startParam } = JSON.parse(push);
  expect(title).toBe('Demo application');
  const reported = context.waitForEvent('response', (response) => response.url().endsWith('/receipts'));
  await worker.deliver(push);
  expect((await reported).status()).toBe(204);
  expect(await worker.shown()).toEqual([{ title, body }]);

  const [address = ''] = await worker.tap();
  expect(await worker.shown()).toEqual([]);
  expect(address).toMatch(/^\/host#tap=/);
  await page.goto(new URL(address, hostUrl()).href);
  const opened = page.frameLocator('iframe');
  await opened.getByText(`You opened the app from a notification: ${startParam}`).waitFor();
  expect(new URL(page.url()).searchParams.get('start')).toBe(startParam);
  await expectWebhook(opened, 'delivered');
  await expectWebhook(opened, 'clicked');
});

test('web push: a tap opens the app in an open host, and a visible host suppresses the notification', async () => {
  const { page } = session;
  const push = await pushNumber(1);
  await page.goto(urlOf(platform, 'web'));
  await expect.poll(() => worker.windows()).toEqual(['/']);
  await worker.handle(push);
  expect(await worker.shown()).toHaveLength(1);

  await page.goto(hostUrl());
  await page.getByText('listening for notifications').waitFor();
  expect(await worker.tap()).toEqual([]);
  await page.frameLocator('iframe').getByText('You opened the app from a notification').waitFor();

  await worker.handle(push);
  await worker.handle(JSON.stringify({ ...JSON.parse(push), notificationId: 'ntf_01KJMBQDE0Y72P6GXRDNGT8BB5' }));
  expect(await worker.shown()).toEqual([]);
});

test('web push: the worker shows the notification when a visible host has no stream or asks to sign in', async () => {
  const { page } = session;
  const push = await pushNumber(1);
  const restoreConnections = await refuseConnections(page, ({ pathname }) => pathname === '/api/v1/host/pushes');
  await page.goto(hostUrl());
  await page.getByText('connecting…').waitFor();
  await worker.handle(push);
  expect(await worker.shown()).toHaveLength(1);
  await worker.tap();
  await restoreConnections();

  // Simulates a session that was deleted without signing out, in a browser that does not sign in by itself.
  await page.context().clearCookies({ name: 'known_browser' });
  await page.evaluate(
    `Object.keys(localStorage).filter((key) => key.startsWith('platform-sso_')).forEach((key) => localStorage.removeItem(key))`,
  );
  await page.reload();
  await page.getByRole('button', { name: 'Sign in' }).waitFor();
  await worker.handle(push);
  expect(await worker.shown()).toHaveLength(1);
  await worker.tap();
});

test('web push: another user of the same browser does not inherit the subscription', async () => {
  const { page } = session;
  // The provider signs in the former user by itself while their browser session lives.
  await page.context().clearCookies();
  await page.goto(hostUrl());
  await signInWith(page, await enrolOwner(platform));
  const button = page.getByRole('switch', { name: 'Notify me when this page is closed' });
  await expect.poll(() => page.evaluate(`localStorage.getItem('test-subscribed')`)).toBeNull();
  expect(await button.getAttribute('aria-checked')).toBe('false');
  await button.click();
  await expect.poll(() => button.getAttribute('aria-checked')).toBe('true');
});

test('web push: signing out unregisters the browser, so the next user receives nothing of this one', async () => {
  const { page, pageErrors } = session;
  const removed = page.waitForResponse(
    (response) => response.request().method() === 'DELETE' && response.url().includes('/host/devices/'),
  );
  await page.getByRole('button', { name: 'Sign out' }).click();
  expect((await removed).status()).toBe(204);
  await page.getByRole('button', { name: 'Sign in' }).waitFor();
  expect(await page.evaluate(`localStorage.getItem('test-subscribed')`)).toBeNull();
  expect(await page.evaluate(`localStorage.getItem('platform-host_browser')`)).toBeNull();
  expect(pageErrors).toEqual([]);
});
