import { beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { createSsoClient } from '../../generated/sso/client.ts';
import { requestApproval, verifyReceipt } from '../../src/client/entries/approvals.ts';
import { dpopMiddleware } from '../../src/client/http/middleware.ts';
import { unwrap } from '../../src/typed-contract/client.ts';
import { checkState } from '../fixtures/browser-session.ts';
import { addAuthenticator, attachToWorker, createVirtualCamera } from '../fixtures/chromium.ts';
import { testBrowser, startReceiver } from '../fixtures/client/receiver.ts';
import { bindAgent, finishSignIn, startSignIn, urlOf } from '../fixtures/identity.ts';
import { demoProvider } from '../fixtures/platform.ts';
import { createIdentity, linkPhone, openWebPages } from '../fixtures/web-pages.ts';
import { useStarted } from '../fixtures/use-started.ts';
import { newKey } from '../fixtures/protocol/keys.ts';

const key = testBrowser();
const camera = useStarted(createVirtualCamera);
const pages = useStarted(() =>
  openWebPages(['sso', 'notifications', 'web'], {
    // The test's push service is on this machine.
    env: { WEBHOOK_ALLOW_TARGETS: '127.0.0.0/8,::1/128' },
    flags: camera.flags,
  }),
);
const pushService = useStarted(() => startReceiver(() => ({ status: 201 })));
let provider: string;
/** Id of the person. */
let sub: string;
beforeAll(async () => {
  provider = urlOf(pages.platform, 'sso');
  const { page, context } = pages.session;
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
  sub = await createIdentity(page, provider);
});

/** What the push service received, decrypted. */
const pushes = () => pushService.received.map(({ body }) => key.decrypt(body));

test('owner app: a person turns pushes on, one says what an agent asks, and a tap opens the request', async () => {
  const { page, context, pageErrors } = pages.session;
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
  const pushOfRequest = () => pushes().find((payload) => JSON.parse(payload).startParam === requests[0]?.requestId);
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

test('owner app: a person scans the sign-in of an agent, is pushed what it asks, and decides; its receipt verifies offline', async () => {
  const { page, context, pageErrors } = pages.session;
  const agentKey = newKey();
  const sso = createSsoClient({ baseUrl: provider, middleware: [dpopMiddleware({ keypair: agentKey })] });
  const started = await startSignIn(sso, { jkt: agentKey.jkt, agentName: 'Night shift' });
  await camera.show(started.deepLink);
  await page.goto(`${provider}/owner/scan`);
  await page.getByRole('button', { name: 'Start the camera' }).click();
  await page.waitForURL(started.deepLink);
  await page.getByRole('radio', { name: started.comparisonCode }).check();
  await page.getByRole('button', { name: 'Approve', exact: true }).click();
  await page.getByRole('heading', { name: 'Approved' }).waitFor();
  await finishSignIn(sso, started);

  await page.goto(`${provider}/owner/requests`);
  await page.getByRole('button', { name: 'Tell this device of requests' }).click();
  await page.getByRole('button', { name: 'No longer tell this device' }).waitFor();
  // The app is closed when the push arrives.
  await page.goto(`${provider}/recover`);
  const before = pushes().length;
  const deploy = { type: 'action', action: 'deploy', target: 'production', description: 'Release 4' } as const;
  const asking = requestApproval({
    issuer: provider,
    clientId: demoProvider,
    keypair: agentKey,
    person: { sub },
    details: [deploy],
    message: 'May I deploy?',
  });
  asking.catch(() => undefined);
  const pushOfRequest = () =>
    pushes()
      .slice(before)
      .find((payload) => JSON.parse(payload).startParam !== undefined);
  await expect.poll(pushOfRequest).toBeDefined();
  const worker = await attachToWorker(context, page);
  await worker.worker.evaluate(`registration.getNotifications().then((all) => all.forEach((one) => one.close()))`);
  await worker.handle(pushOfRequest() ?? '');
  const [notification] = await worker.shown();
  expect(notification?.body).toContain('It says: May I deploy?');
  const [opened = ''] = await worker.tap();
  expect(opened).toMatch(/^\/owner\/requests\/[\w-]{43}$/);
  await page.goto(`${provider}${opened}`);
  await page.getByText('It says: May I deploy?').waitFor();
  await page.getByRole('button', { name: 'Approve', exact: true }).click();
  await page.getByRole('heading', { name: 'Approved' }).waitFor();

  const result = await asking;
  expect(result).toMatchObject({ decision: 'approved', tokenType: 'DPoP', authorizationDetails: [deploy] });
  const keyHistory = unwrap(await sso.getJwksHistory());
  const network = vi.spyOn(globalThis, 'fetch').mockRejectedValue(new TypeError('offline'));
  onTestFinished(() => network.mockRestore());
  const { receipt = '', request } = result;
  const options = { issuer: provider, clientId: demoProvider, keyHistory, request };
  expect(await verifyReceipt(receipt, options)).toMatchObject({
    decision: 'approved',
    decidedBy: 'person',
    authorizationDetails: [deploy],
  });
  expect(network).not.toHaveBeenCalled();
  expect(pageErrors).toEqual([]);
});
