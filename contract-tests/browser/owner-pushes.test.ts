import { afterAll, beforeAll, expect, test } from 'vitest';
import { unwrap } from '../../src/typed-contract/client.ts';
import { checkState } from '../fixtures/browser-session.ts';
import { addAuthenticator } from '../fixtures/chromium.ts';
import { testBrowser } from '../fixtures/client/push-browser.ts';
import { type Receiver, startReceiver } from '../fixtures/client/receiver.ts';
import { bindAgent, urlOf } from '../fixtures/identity.ts';
import { demoProvider } from '../fixtures/platform.ts';
import { createIdentity, linkPhone } from '../fixtures/provider-pages.ts';
import { attachToWorker } from '../fixtures/service-worker.ts';
import { openWebPages, type WebPages } from '../fixtures/web-pages.ts';

const key = testBrowser();
let pages: WebPages;
let pushService: Receiver;
let provider: string;
beforeAll(async () => {
  pushService = await startReceiver(() => ({ status: 201 }));
  pages = await openWebPages(['sso', 'notifications', 'web'], {
    // The test's push service is on this machine.
    env: { WEBHOOK_ALLOW_TARGETS: '127.0.0.0/8,::1/128' },
  });
  provider = urlOf(pages.platform, 'sso');
});
afterAll(async () => {
  await pages?.close();
  await pushService?.close();
});

test('owner app: a person turns pushes on, one says what an agent asks, and a tap opens the request', async () => {
  const { page, context, pageErrors } = pages.session;
  await context.grantPermissions(['notifications'], { origin: provider });
  // This Chromium cannot reach a push service, so the test acts as one.
  await page.addInitScript(`(() => {
    const kept = ${JSON.stringify(key.subscription(pushService.url))};
    const subscription = {
      options: { applicationServerKey: null },
      toJSON: () => ({ ...kept, expirationTime: null }),
      unsubscribe: async () => localStorage.removeItem('test-subscribed') ?? true,
    };
    PushManager.prototype.subscribe = async () => localStorage.setItem('test-subscribed', 'yes') ?? subscription;
    PushManager.prototype.getSubscription = async () => (localStorage.getItem('test-subscribed') ? subscription : null);
  })()`);
  await page.goto(`${provider}/owner`);
  await addAuthenticator(page);
  await createIdentity(page, provider);
  const agent = await bindAgent(pages.platform, { owner: await linkPhone(page, provider) });
  await page.goto(`${provider}/owner/requests`);
  await page.getByRole('button', { name: 'Tell this device of requests' }).click();
  await page.getByRole('button', { name: 'No longer tell this device' }).waitFor();
  await checkState(page, 'owner-pushes');

  await page.goto(`${provider}/recover`);
  const payment = { type: 'payment', amount: '2500', token: 'USD', payee: 'field-press' };
  const body = {
    client_id: demoProvider,
    login_hint: agent.owner.sub,
    binding_message: 'A month of hosting',
    authorization_details: JSON.stringify([payment]),
  };
  unwrap(await agent.sso.createBackchannelAuthentication({ body }));
  const { requests } = unwrap(await agent.owner.sso.listOwnerRequests({ query: { state: 'pending' } }));
  const withoutDetails = { title: 'Platform', body: 'An agent asks for your approval. Open your account to decide.' };
  // Linking the phone is told to this device as well, when that push leaves after the device has subscribed.
  const pushOfRequest = () =>
    pushService.received
      .map(({ body: encrypted }) => key.decrypt(encrypted))
      .find((payload) => JSON.parse(payload).startParam === requests[0]?.requestId);
  await expect.poll(pushOfRequest).toBeDefined();
  const push = pushOfRequest() ?? '';
  expect(JSON.parse(push)).toMatchObject(withoutDetails);
  expect(push).not.toMatch(/2500|field-press|hosting/);
  const worker = await attachToWorker(context, page);
  const reported = () => context.waitForEvent('response', (response) => response.url().endsWith('/receipts'));
  const delivered = reported();
  await worker.handle(push);
  expect((await delivered).status()).toBe(204);
  const [notification] = await worker.shown();
  expect(notification?.title).toBe('Demo application asks for your approval');
  expect(notification?.body.split('\n')).toEqual([
    'Pay 2500 of the smallest unit of USD to field-press, once',
    'It says: A month of hosting',
    'node, 127.0.0.0/24',
  ]);
  const clicked = reported();
  expect(await worker.tap()).toEqual([`/owner/requests/${requests[0]?.requestId}`]);

  expect((await clicked).status()).toBe(204);

  await page.goto(`${provider}/owner/requests`);
  const heldBack = () => page.evaluate(`caches.match('/owner/push-details').then(Boolean)`);
  await page.getByLabel('Say who asks for what').uncheck();
  await expect.poll(heldBack).toBe(true);
  await page.reload();
  expect(await page.getByLabel('Say who asks for what').isChecked()).toBe(false);
  await worker.handle(push);
  expect(await worker.shown()).toEqual([withoutDetails]);
  await page.getByLabel('Say who asks for what').check();
  await expect.poll(heldBack).toBe(false);
  await worker.handle(push);
  expect(await worker.shown()).toEqual([notification]);
  await context.clearCookies({ name: 'owner_session' });
  await worker.handle(push);
  expect(await worker.shown()).toEqual([withoutDetails]);
  await page.goto(`${provider}/owner/requests`);
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
  await page.getByRole('button', { name: 'No longer tell this device' }).click();
  await page.getByRole('button', { name: 'Tell this device of requests' }).waitFor();
  expect(await page.evaluate(`localStorage.getItem('test-subscribed')`)).toBeNull();
  expect(pageErrors).toEqual([]);
});
